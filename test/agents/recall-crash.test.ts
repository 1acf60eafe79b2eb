import { expect, test } from 'vitest'
import { createAssessmentSchedule } from '#clinical/assessment-schedules/create-assessment-schedule.ts'
import { CreateAssessmentSchedule } from '#clinical/assessment-schedules/schemas.ts'
import { ACTIONS_AT_ONCE } from '#agents/agent-runs/agent-run.ts'
import { approveAgentRun } from '#agents/agent-runs/approve-agent-run.ts'
import { getAgentRun } from '#agents/agent-runs/queries.ts'
import { StartAgentRun } from '#agents/agent-runs/schemas.ts'
import { startAgentRun } from '#agents/agent-runs/start-agent-run.ts'
import { createChild } from '#people/children/create-child.ts'
import { createClient } from '#people/clients/create-client.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { createInstrument } from '#clinical/instruments/create-instrument.ts'
import { CreateInstrument } from '#clinical/instruments/schemas.ts'
import { eventually } from '../workflows/support.ts'
import { openWorld } from '../workflows/world.ts'

/** Two batches and a part of one; the second is under way at the kill. */
const CHILDREN = 2 * ACTIONS_AT_ONCE + 5

/** kill -9 in the middle; nobody but Temporal has to notice. Nothing is lost, nothing is done twice. */
test(
  'a worker killed in the middle of a recall: another carries out the rest, each family is written to once',
  { timeout: 180_000 },
  async () => {
    await using world = await openWorld()
    const { ctx, query, startWorker } = world
    const scores = [{ key: 'talk', label: 'Talks' }]
    const instrument = CreateInstrument.parse({ name: 'Screening', scores })
    const { id: instrumentId } = await createInstrument(ctx, instrument)
    const { id: clientId } = await createClient(ctx, { name: 'Mara', email: 'mara@example.com' })
    for (let number = 0; number < CHILDREN; number += 1) {
      const person = { firstName: 'Aya', lastName: 'Marker-Surname', birthDate: '2021-04-30' }
      const { id: childId } = await createChild(ctx, person)
      const guardian = { childId, clientId, relationship: 'parent' }
      await createGuardianship(ctx, { ...guardian, legal: true, billing: false })
      const schedule = { childId, instrumentId, timing: 'ONCE', startsOn: '2026-01-01' }
      await createAssessmentSchedule(ctx, CreateAssessmentSchedule.parse(schedule))
    }
    const input = { limit: CHILDREN }
    const run = await startAgentRun(ctx, StartAgentRun.parse({ agent: 'ASSESSMENT_RECALL', input }))
    // The reminders of the children's providers would be all that the worker does for a while.
    await query(`DELETE FROM outbox WHERE type = 'assessmentReminder'`)
    await approveAgentRun(ctx, { id: run.id, reason: null })
    const held = await world.hold(`SELECT FROM agent_actions WHERE rank = ${ACTIONS_AT_ONCE + 4}`)
    const first = await startWorker('first')
    await held.killHere(first)
    const done = async () => (await query<{ n: number }>(DONE))[0]!.n
    expect(await done()).toBe(ACTIONS_AT_ONCE)

    await startWorker('second')
    await eventually(async () => (await done()) === CHILDREN, { timeoutMs: 120_000 })
    expect(await getAgentRun(ctx, { id: run.id })).toMatchObject({
      status: 'SUCCEEDED',
      progress: { done: CHILDREN, proposed: 0, skipped: 0 },
    })
    expect(await query(MESSAGES)).toEqual([{ messages: CHILDREN, children: CHILDREN }])
    expect(await query(EVENTS)).toEqual([
      { type: 'agent_run.finished', events: 1 },
      { type: 'agent_run.waiting', events: 1 },
    ])
  },
)

const DONE = `SELECT count(*)::int AS n FROM agent_actions WHERE status = 'DONE'`
const MESSAGES = `
  SELECT count(*)::int AS messages, count(DISTINCT subject_id)::int AS children
  FROM messages WHERE template = 'assessment.recall'`
const EVENTS = `
  SELECT type, count(*)::int AS events FROM outbox
  WHERE kind = 'event' AND type LIKE 'agent_run.%' GROUP BY 1 ORDER BY 1`
