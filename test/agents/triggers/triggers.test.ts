import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentRun } from '#agents/agent-runs/schemas.ts'
import type { AgentPreview } from '#agents/agent-runs/preview/schemas.ts'
import type { FollowUp } from '#messaging/follow-ups/schemas.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import type { Page } from '../../resources/centre.ts'
import {
  carryOut,
  fire as fireEvents,
  publishedAgent,
  runsIn,
  stepsOf,
} from '../agent-runs/support.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const newWorld = async () => createWorld(api, await api.createTenant())

const fire = (centre: World) => fireEvents(api, centre)
const runsOf = runsIn

const registered = { type: 'EVENT', eventType: 'child.registered' }
const tell: Json = {
  id: 'tell',
  type: 'NOTIFY',
  to: 'SCHEDULER',
  text: 'Greet {{ event.data.childId }}',
}
const noted: Json = {
  id: 'note',
  type: 'ACTION',
  action: 'create_task',
  parameters: { title: 'Noted', role: 'SCHEDULER' },
}
const wait: Json = { id: 'wait', type: 'WAIT', for: { hours: 1 } }
const titlesOf = async ({ client }: World) =>
  (await client.get<Page>('/v1/tasks?limit=100')).body.data.map((it) => String(it['title']))

describe('an event', () => {
  test('starts one run with its data, on behalf of the publisher of the version', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [tell], { trigger: registered })
    const { id: childId } = await centre.child()
    await fire(centre)
    const runs = await runsOf(centre)
    expect(runs).toMatchObject([{ agentId: agent.id, agentVersion: 1, status: 'RUNNING' }])
    const { body: version } = await centre.client.get<Json>(`/v1/agents/${agent.id}/versions/1`)
    expect(runs[0]!.startedBy).toBe(version['publishedBy'])
    await carryOut(api, centre, runs[0]!)
    expect(await titlesOf(centre)).toEqual([`Greet ${childId}`])
    const [first] = await stepsOf(centre, runs[0]!)
    expect(first).toMatchObject({ node: '$event', type: 'TRIGGER', output: { data: { childId } } })
  })

  test('wakes the workflow of the centre in the same transaction, and never that of another centre', async () => {
    const [centre, other] = [await newWorld(), await newWorld()]
    await publishedAgent(centre, [tell], { trigger: registered })
    await centre.child()
    await other.child()
    const messages = await api.query<{ tenant: string }>(
      `SELECT tenant_id AS tenant FROM outbox WHERE type = 'agentTriggers' AND tenant_id = ANY ($1)`,
      [[centre.client.tenantId, other.client.tenantId]],
    )
    expect(messages).toEqual([{ tenant: centre.client.tenantId }])
    await fire(other)
    expect(await runsOf(other)).toEqual([])
  })

  test('starts nothing if the filter does not match, or the agent is paused, archived or disabled', async () => {
    const centre = await newWorld()
    const { client } = centre
    const { id: childId } = await centre.child()
    const filter = `event.data.childId == "${childId}"`
    const never = 'dyn(event.data).nothing == 1'
    for (const trigger of [
      { ...registered, filter },
      { ...registered, filter: never },
    ])
      await publishedAgent(centre, [tell], { trigger })
    const stopped = await publishedAgent(centre, [tell], { trigger: registered })
    for (const [stop, go] of [
      ['pause', 'resume'],
      ['archive', 'restore'],
    ] as const) {
      await client.post(`/v1/agents/${stopped.id}/${stop}`)
      await centre.child()
      await fire(centre)
      await client.post(`/v1/agents/${stopped.id}/${go}`)
    }
    await client.patch('/v1/organization', { agents: 'OFF' })
    await centre.child()
    await fire(centre)
    expect(await runsOf(centre)).toEqual([])
    await client.patch('/v1/organization', { agents: 'PROPOSE' })
    await centre.child()
    await fire(centre)
    expect((await runsOf(centre)).map(({ agentId }) => agentId)).toEqual([stopped.id])
  })

  test('does not start the agent that caused it, so that chains of agents end', async () => {
    const centre = await newWorld()
    const trigger = { type: 'EVENT', eventType: 'task.created' }
    const agents = await Promise.all(
      Array.from({ length: 2 }, () => publishedAgent(centre, [noted], { trigger })),
    )
    await centre.task()
    for (let round = 0; round < 8; round += 1) {
      await fire(centre)
      for (const run of await runsOf(centre))
        if (run.status === 'RUNNING') await carryOutAsWorkflow(centre, run)
    }
    const runs = await runsOf(centre)
    expect(runs.every(({ status }) => status === 'SUCCEEDED')).toBe(true)
    // The agents start each other, at most three times in a row.
    expect(agents.map(({ id }) => runs.filter(({ agentId }) => agentId === id).length)).toEqual([
      4, 4,
    ])
  })

  test('does not start an agent on the events of its own runs', async () => {
    const centre = await newWorld()
    for (const eventType of ['agent_run.started', 'agent_run.succeeded'])
      await publishedAgent(centre, [noted], { trigger: { type: 'EVENT', eventType } })
    const first = await publishedAgent(centre, [noted])
    await centre.client.post(`/v1/agents/${first.id}/runs`)
    for (let round = 0; round < 6; round += 1) {
      await fire(centre)
      for (const run of await runsOf(centre))
        if (run.status === 'RUNNING') await carryOutAsWorkflow(centre, run)
    }
    const runs = await runsOf(centre)
    expect(runs.every(({ status }) => status === 'SUCCEEDED')).toBe(true)
    expect(runs.length).toBeLessThan(12)
  })

  test.each([
    ['ALLOW', ['RUNNING', 'RUNNING']],
    ['SKIP', ['RUNNING']],
    ['REPLACE', ['CANCELLED', 'RUNNING']],
    ['QUEUE', ['RUNNING']],
  ])('arrives during another run, with concurrency %s', async (concurrency, statuses) => {
    const centre = await newWorld()
    await publishedAgent(centre, [wait], { trigger: registered, concurrency })
    await centre.child()
    await fire(centre)
    await centre.child()
    await fire(centre)
    const runs = await runsOf(centre)
    expect(runs.map(({ status }) => status)).toEqual(statuses)
    if (concurrency !== 'QUEUE') return
    await centre.client.post(`/v1/agent-runs/${runs[0]!.id}/cancel`)
    await fire(centre)
    expect((await runsOf(centre)).map(({ status }) => status)).toEqual(['CANCELLED', 'RUNNING'])
  })

  test('starts a run even if its caller sees only a caseload', async () => {
    const centre = await newWorld()
    await publishedAgent(centre, [tell], { trigger: { type: 'EVENT', eventType: 'task.created' } })
    const { id: providerId } = await centre.provider()
    const bound = await api.createClient(centre.client.tenantId, {
      providerId,
      scopes: ['children'],
    })
    const { id: childId } = await centre.child({ primaryProviderId: providerId })
    const { status, text } = await bound.post('/v1/tasks', {
      title: 'Mine',
      childId,
      role: 'SCHEDULER',
    })
    expect(status, text).toBe(201)
    await fire(centre)
    expect(await runsOf(centre)).toHaveLength(1)
  })

  test('of a follow-up that needs attention starts an agent, for the kinds it names', async () => {
    const centre = await newWorld()
    const attention = (...kinds: string[]) =>
      publishedAgent(centre, [noted], { trigger: { type: 'ATTENTION', kinds } })
    const [asked] = [await attention('APPOINTMENT_LIFECYCLE'), await attention('TREATMENT_CYCLE')]
    // For a child without a guardian to remind.
    const { id: followUpId, subjectId, steps } = (await centre.followUp()) as unknown as FollowUp
    const { step, dueAt } = steps.find((it) => it.step === 'reminder-48h')!
    const ref = { kind: 'appointmentLifecycle', subjectId, step, dueAt: new Date(dueAt) } as const
    const { tenantId } = centre.client
    await runStep(systemContext(api.services.platform, { tenantId, action: 'runStep' }), ref)
    await fire(centre)
    const runs = await runsOf(centre)
    expect(runs.map(({ agentId }) => agentId)).toEqual([asked.id])
    const [event] = await stepsOf(centre, runs[0]!)
    expect(event!.output).toMatchObject({
      type: 'follow_up.action_required',
      data: { followUpId, kind: 'APPOINTMENT_LIFECYCLE' },
    })
  })

  test('can be used in a preview', async () => {
    const centre = await newWorld()
    const { id: childId } = await centre.child()
    const { id } = await publishedAgent(centre, [tell], { trigger: registered })
    const { body: events } = await centre.client.get<Page>('/v1/events?type=child.registered')
    const eventId = events.data[0]!.id
    const { body } = await centre.client.post<AgentPreview>(`/v1/agents/${id}/preview`, { eventId })
    expect(String(body.steps[0]!.output['wouldDo'])).toContain(`Greet ${childId}`)
  })
})

/** As Temporal records it, so the effects are known to be of this run. */
const carryOutAsWorkflow = async (centre: World, run: AgentRun) => {
  const workflowId = `agent-run/${centre.client.tenantId}/${run.id}`
  await carryOut(api, centre, run, undefined, workflowId)
}

describe('a schedule', () => {
  const trigger = (more: Json = {}): Json => ({
    type: 'SCHEDULE',
    recurrence: 'FREQ=DAILY',
    startsOn: '2026-11-01',
    startTime: '10:00',
    timeZone: 'UTC',
    ...more,
  })
  const at = async (instant: string, work: () => Promise<void>) => {
    const before = api.clock.now()
    try {
      api.clock.set(instant)
      await work()
    } finally {
      api.clock.set(before)
    }
  }
  const later = async (centre: World) =>
    createWorld(api, await api.createClient(centre.client.tenantId))

  test('starts one run on time and reports the next time', async () => {
    const centre = await newWorld()
    await publishedAgent(centre, [noted], { trigger: trigger() })
    expect(await fire(centre)).toEqual({ nextAt: '2026-11-24T10:00:00.000Z' })
    await at('2026-11-24T10:00:01Z', async () => {
      expect(await fire(centre)).toEqual({ nextAt: '2026-11-25T10:00:00.000Z' })
      expect(await runsOf(await later(centre))).toHaveLength(1)
    })
  })

  test('catches up once after missing days, or not at all', async () => {
    const centre = await newWorld()
    const once = await publishedAgent(centre, [noted], { trigger: trigger() })
    await publishedAgent(centre, [noted], { trigger: trigger({ ifMissed: 'SKIP' }) })
    await at('2026-11-28T12:00:00Z', async () => {
      expect(await fire(centre)).toEqual({ nextAt: '2026-11-29T10:00:00.000Z' })
      expect((await runsOf(await later(centre))).map(({ agentId }) => agentId)).toEqual([once.id])
    })
  })

  test('skips days on which the centre is closed, if the option is set', async () => {
    const centre = await newWorld()
    await centre.make('/v1/closures', {
      startsOn: '2026-11-24',
      endsOn: '2026-11-24',
      name: 'Holiday',
    })
    await publishedAgent(centre, [noted], { trigger: trigger({ onClosure: 'SKIP' }) })
    const open = await publishedAgent(centre, [noted], { trigger: trigger() })
    await at('2026-11-24T10:00:01Z', async () => {
      await fire(centre)
      expect((await runsOf(await later(centre))).map(({ agentId }) => agentId)).toEqual([open.id])
    })
  })

  test('skips runs while the agent is paused, and continues at the next time after it is resumed', async () => {
    const centre = await newWorld()
    const { id } = await publishedAgent(centre, [noted], { trigger: trigger() })
    await centre.client.post(`/v1/agents/${id}/pause`)
    expect(await fire(centre)).toEqual({ nextAt: null })
    await at('2026-11-26T12:00:00Z', async () => {
      const { client } = await later(centre)
      await client.post(`/v1/agents/${id}/resume`)
      expect(await fire(centre)).toEqual({ nextAt: '2026-11-27T10:00:00.000Z' })
      expect(await runsOf(await later(centre))).toEqual([])
    })
  })
})

test('refuses a missing input, an unknown event and an invalid filter', async () => {
  const centre = await newWorld()
  const { id } = await centre.make('/v1/agents', {
    name: 'Wrong',
    definition: {
      trigger: { type: 'EVENT', eventType: 'child.registred', filter: 'event.data.(' },
      inputs: [{ name: 'days', type: 'INTEGER', required: true }],
      start: 'tell',
      nodes: [tell],
    },
  })
  const { body } = await centre.client.post<{ problems: Json[] }>(`/v1/agents/${id}/validate`)
  expect(body.problems.map(({ path, code }) => `${String(path)}: ${String(code)}`)).toEqual([
    'inputs.0.required: not_allowed',
    'trigger.eventType: not_found',
    'trigger.filter: invalid_value',
  ])
})
