import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { createHold } from '#scheduling/holds/create-hold.ts'
import { getHold } from '#scheduling/holds/queries.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { wakeSignal } from '../../../workflows/subject.ts'
import type { holdExpiry } from '../../../workflows/index.ts'
import { TASK_QUEUE } from '../../../workflows/task-queues.ts'
import { timeSkippingServer } from '../../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../../workflows/skipped-time.ts'
import { createCentre, type Centre } from '../../workflows/support.ts'

const MINUTE_MS = 60_000

describe.skipIf(!timeSkippingServer())('the holds of a centre', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let platform: OpenPlatform
  let centre: Centre
  let env: TestWorkflowEnvironment

  beforeAll(async () => {
    const world = stack.use(await startSkippedWorld(clock))
    ;({ platform, env } = world)
    centre = await createCentre(platform, world.database)
  })
  afterAll(() => stack.disposeAsync())

  const hold = async (days: number, minutes: number) => {
    clock.follow(await env.currentTimeMs())
    return createHold(centre.ctx, {
      childId: centre.childId,
      providerId: centre.providerId,
      type: 'THERAPY_SESSION',
      startsAt: new Date(clock.now().getTime() + days * 24 * 60 * MINUTE_MS),
      minutes,
    })
  }
  const start = () => {
    const { tenantId } = centre
    return env.client.workflow.start<typeof holdExpiry>('holdExpiry', {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf('holdExpiry', { tenantId, subjectId: tenantId }),
      args: [{ tenantId, subjectId: tenantId }],
    })
  }
  const eventsOf = async (subjectId: string) => {
    const query = { limit: 100, sort: '-createdAt', subjectId } as const
    return (await listEvents(centre.ctx, query)).data.map(({ type }) => type)
  }

  test('are released one after another, each on time, and then the workflow ends', async () => {
    const [first, second] = [await hold(3, 5), await hold(4, 20)]
    const run = await start()
    await run.result()
    for (const { id } of [first, second]) {
      const { status, updatedAt, expiresAt } = await getHold(centre.ctx, { id })
      expect(status).toBe('EXPIRED')
      const late = Date.parse(updatedAt) - Date.parse(expiresAt!)
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThan(10_000)
      expect(await eventsOf(id)).toEqual(['hold.released'])
    }
  })

  test('wake the workflow when a new one ends before the others', async () => {
    const late = await hold(5, 30)
    const run = await start()
    const early = await hold(6, 1)
    await run.signal(wakeSignal)
    await run.result()
    const ends = await Promise.all(
      [early, late].map(async ({ id }) =>
        Date.parse((await getHold(centre.ctx, { id })).updatedAt),
      ),
    )
    expect(ends[1]! - ends[0]!).toBeGreaterThan(25 * MINUTE_MS)
  })
})
