import { expect, test } from 'vitest'
import { workflowIdOf } from '#registry/workflows.ts'
import { getErasure } from '#privacy/erasures/queries.ts'
import { createGoal } from '#clinical/goals/create-goal.ts'
import { CreateGoal } from '#clinical/goals/schemas.ts'
import { createSession } from '#clinical/sessions/create-session.ts'
import { CreateSession } from '#clinical/sessions/schemas.ts'
import { openWorld } from '../../workflows/world.ts'
import { scheduleErasure } from './schedule-erasure.ts'

/** More rows than one statement erases. */
const MEASUREMENTS = 1_200
const LINKS = 1_200

test('another worker continues an erasure after a crash and handles each row once', async () => {
  await using world = await openWorld()
  const { ctx, query, startWorker, childId, providerId, owner, client } = world
  const session = { childId, providerId, startedAt: '2010-01-01T10:00:00Z' }
  await createSession(ctx, CreateSession.parse(session))
  const goal = {
    childId,
    area: 'Speech',
    title: 'R',
    unit: '%',
    baseline: { value: 1 },
    target: { value: 2 },
  }
  const { id: goalId } = await createGoal(ctx, CreateGoal.parse(goal))
  // An adult for many years, so nothing must be retained.
  await owner.query(`UPDATE children SET birth_date = '1990-01-01' WHERE id = $1`, [childId])
  await owner.query(
    `INSERT INTO goal_measurements (tenant_id, id, goal_id, measured_at, value, recorded_by, late, created_at, updated_at)
       SELECT $1, 'gms_' || n, $2, timestamptz '2010-01-01' + n * interval '1 minute', 1, 'x', false, now(), now()
       FROM generate_series(1, $3) n`,
    [ctx.tenantId, goalId, MEASUREMENTS],
  )
  await owner.query(
    `INSERT INTO one_time_links (tenant_id, id, purpose, subject_type, subject_id, language, token_hash, expires_at, created_at)
       SELECT $1, 'lnk_' || n, 'x', 'child', $2, 'en', 'h' || n, now(), now() FROM generate_series(1, $3) n`,
    [ctx.tenantId, childId, LINKS],
  )
  const id = await scheduleErasure(ctx, { childId, reason: 'Forgotten.', graceDays: 0 })
  const now = () => getErasure(ctx, { id })
  const held = await world.hold('SELECT FROM goals')
  const first = await startWorker('first')
  await held.killHere(first)
  const atKill = await now()
  expect(atKill.status).toBe('RUNNING')
  expect(atKill.steps.done).toBeGreaterThan(0)
  expect(atKill.steps.done).toBeLessThan(atKill.steps.total)

  await startWorker('second')
  const subject = { tenantId: ctx.tenantId, subjectId: id }
  await client.workflow.getHandle(workflowIdOf('personErasure', subject)).result()
  expect(await now()).toMatchObject({
    status: 'COMPLETED',
    erased: { one_time_links: LINKS, goal_measurements: MEASUREMENTS, goals: 1 },
  })
  expect(await query(LEFT)).toEqual([{ measurements: 0, links: 0, completed: 1 }])
})

const LEFT = `
  SELECT (SELECT count(*)::int FROM goal_measurements) AS measurements, (SELECT count(*)::int FROM one_time_links) AS links,
         (SELECT count(*)::int FROM outbox WHERE type = 'erasure.completed') AS completed`
