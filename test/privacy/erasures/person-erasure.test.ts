import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivities } from '../../../activities/index.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { cancelErasure } from '#privacy/erasures/cancel-erasure.ts'
import { getErasure } from '#privacy/erasures/queries.ts'
import { getChild } from '#people/children/queries.ts'
import { createGoal } from '#clinical/goals/create-goal.ts'
import { CreateGoal } from '#clinical/goals/schemas.ts'
import { patchRetentionPolicy } from '#privacy/retention/patch-retention-policy.ts'
import { createSession } from '#clinical/sessions/create-session.ts'
import { CreateSession } from '#clinical/sessions/schemas.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { createSandboxGateway } from '../../../providers/payments/sandbox.ts'
import { WAKE_SIGNAL } from '../../../workflows/signals.ts'
import { TASK_QUEUE } from '../../../workflows/task-queues.ts'
import { timeSkippingServer } from '../../support/servers.ts'
import {
  FollowingClock,
  startSkippedWorld,
  type SkippedWorld,
} from '../../workflows/skipped-time.ts'
import { createCentre, createTestDeliveries, type Centre } from '../../workflows/support.ts'
import { scheduleErasure } from './schedule-erasure.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const reason = 'They ask to be forgotten.'

describe.skipIf(!timeSkippingServer())('an erasure, over years', () => {
  const clock = new FollowingClock()
  let world: SkippedWorld
  beforeAll(async () => void (world = await startSkippedWorld(clock)))
  afterAll(() => world[Symbol.asyncDispose]())

  /** A child with a session yesterday, in a centre that keeps records for three years. */
  const aChild = async (): Promise<Centre> => {
    clock.follow(await world.env.currentTimeMs())
    const centre = await createCentre(world.platform, world.database)
    const { ctx, childId, providerId } = centre
    const startedAt = new Date(clock.now().getTime() - DAY_MS).toISOString()
    await createSession(ctx, CreateSession.parse({ childId, providerId, startedAt }))
    const goal = {
      childId,
      area: 'Speech',
      title: 'R',
      unit: '%',
      baseline: { value: 1 },
      target: { value: 2 },
    }
    await createGoal(ctx, CreateGoal.parse(goal))
    const patch = { clinicalYears: 3, childUntilAge: null }
    await patchRetentionPolicy(ctx, { version: undefined, patch })
    return centre
  }

  const run = async ({ ctx, childId, tenantId }: Centre) => {
    const id = await scheduleErasure(ctx, { childId, reason, graceDays: 7 })
    const subject = { tenantId, subjectId: id }
    const handle = await world.env.client.workflow.start('personErasure', {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf('personErasure', subject),
      args: [subject],
    })
    return { id, handle, subject }
  }

  test('is scheduled, retains what the law requires, and completes after the retention', async () => {
    const centre = await aChild()
    const { ctx, childId } = centre
    const { id, handle, subject } = await run(centre)
    await world.env.sleep('6 days')
    expect(await getErasure(ctx, { id })).toMatchObject({ status: 'SCHEDULED' })
    await world.env.sleep('2 days')
    const retaining = await getErasure(ctx, { id })
    expect(retaining).toMatchObject({
      status: 'RETAINING',
      retained: [{ rule: 'CLINICAL' }, { rule: 'LAST' }],
    })
    expect(await getChild(ctx, { id: childId })).toMatchObject({ firstName: 'Mira' })

    const activities = createActivities({
      platform: world.platform,
      deliveries: createTestDeliveries(world.platform),
      gateway: createSandboxGateway(),
    })
    const again = () => new MockActivityEnvironment().run(() => activities.advanceErasure(subject))
    const dueAt = retaining.retentionEndsAt!
    expect(await again()).toEqual({ step: 'erase', dueAt })
    expect(await again()).toEqual({ step: 'erase', dueAt })

    await handle.result()
    clock.follow(await world.env.currentTimeMs())
    const done = await getErasure(ctx, { id })
    expect(done).toMatchObject({ status: 'COMPLETED', erased: { goals: 1 } })
    expect(Date.parse(done.completedAt!) - Date.parse(done.startedAt!)).toBeGreaterThan(
      2.9 * YEAR_MS,
    )
    expect(await getChild(ctx, { id: childId })).toMatchObject({ firstName: '[erased]' })
    expect(await again()).toBeNull()
    const events = await listEvents(ctx, { limit: 9, sort: '-createdAt', subjectId: id })
    expect(events.data.map(({ type }) => type)).toEqual([
      'erasure.completed',
      'erasure.scheduled',
      'erasure.requested',
    ])
  })

  test('ends when it is cancelled, and recalculates when the policy changes', async () => {
    const cancelled = await aChild()
    const first = await run(cancelled)
    await cancelErasure(cancelled.ctx, { id: first.id })
    await first.handle.signal(WAKE_SIGNAL)
    await first.handle.result()
    expect(await getChild(cancelled.ctx, { id: cancelled.childId })).toMatchObject({
      archivedAt: null,
      restrictedAt: null,
    })

    const centre = await aChild()
    const { id, handle } = await run(centre)
    await world.env.sleep('8 days')
    const patch = { clinicalYears: 5 }
    await patchRetentionPolicy(
      systemContext(world.platform, { tenantId: centre.tenantId, action: 'test' }),
      { version: undefined, patch },
    )
    await handle.signal(WAKE_SIGNAL)
    await handle.result()
    clock.follow(await world.env.currentTimeMs())
    const { startedAt, completedAt } = await getErasure(centre.ctx, { id })
    expect(Date.parse(completedAt!) - Date.parse(startedAt!)).toBeGreaterThan(4.9 * YEAR_MS)
  })
})
