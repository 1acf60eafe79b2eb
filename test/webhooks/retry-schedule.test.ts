import type { TestWorkflowEnvironment } from '@temporalio/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { listDeliveries, listDeliveryAttempts } from '#webhooks/endpoints/queries.ts'
import { MAX_ATTEMPTS, RETRY_DELAYS_MS, RETRY_WINDOW_MS } from '#webhooks/deliveries/rules.ts'
import type { webhookCourier } from '../../workflows/index.ts'
import { COURIER_TASK_QUEUE } from '../../workflows/task-queues.ts'
import { respond, startReceiver } from '../support/receivers.ts'
import { timeSkippingServer, type TestDatabase } from '../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../workflows/skipped-time.ts'
import { createCentre, type Centre } from '../workflows/support.ts'

const page = { limit: 100, sort: '-createdAt' } as const
/** A lease waits for near retries and lingers; the test's clock is exact to this. */
const SLACK_MS = 10_000

describe.skipIf(!timeSkippingServer())('a receiver that fails for 24 hours', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let database: TestDatabase
  let platform: OpenPlatform
  let centre: Centre
  let env: TestWorkflowEnvironment

  beforeAll(async () => {
    const world = stack.use(await startSkippedWorld(clock))
    ;({ database, platform, env } = world)
    centre = await createCentre(platform, database)
  })
  afterAll(() => stack.disposeAsync())

  test('gets the attempts of the published schedule, and then the delivery fails', async () => {
    await using receiver = await startReceiver(respond(503))
    const { ctx, childId, providerId, tenantId } = centre
    const endpoint = await createEndpoint(ctx, { url: receiver.url, eventTypes: ['*'] })
    clock.follow(await env.currentTimeMs())
    const startsAt = new Date(clock.now().getTime() + 90 * 86_400_000)
    await createAppointment(ctx, { childId, providerId, type: 'ASSESSMENT', startsAt })
    const { woken } = await fanOutEvents(platform, 10)
    expect(woken).toMatchObject([{ tenantId, endpointId: endpoint.id }])

    const courier = await env.client.workflow.start<typeof webhookCourier>('webhookCourier', {
      taskQueue: COURIER_TASK_QUEUE,
      workflowId: workflowIdOf('webhookCourier', { tenantId, subjectId: endpoint.id }),
      args: [{ tenantId, subjectId: endpoint.id }],
    })
    await courier.result()

    const { data } = await listDeliveries(ctx, { ...page, endpointId: endpoint.id })
    expect(data).toMatchObject([
      { status: 'FAILED', lastReason: 'retries_exhausted', attemptCount: MAX_ATTEMPTS },
    ])
    const delivery = data[0]!
    const { data: attempts } = await listDeliveryAttempts(ctx, delivery)
    expect(attempts).toHaveLength(MAX_ATTEMPTS)
    expect(receiver.requests).toHaveLength(MAX_ATTEMPTS)
    const startedAt = attempts.map((attempt) => Date.parse(attempt.startedAt))
    for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
      const gapMs = startedAt[index + 1]! - startedAt[index]!
      expect(gapMs, `before attempt ${index + 2}`).toBeGreaterThanOrEqual(delayMs)
      expect(gapMs, `before attempt ${index + 2}`).toBeLessThanOrEqual(delayMs * 1.1 + SLACK_MS)
    }
    expect(startedAt.at(-1)! - Date.parse(delivery.createdAt)).toBeLessThan(RETRY_WINDOW_MS)
    const ids = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))
    expect(ids.size).toBe(1)
    expect(await endpointState()).toMatchObject({ courier: 'ASLEEP' })
  })

  const endpointState = async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    try {
      const { rows } = await owner.query<{ courier: string; failing_started_at: Date | null }>(
        'SELECT courier, failing_started_at FROM webhook_endpoints',
      )
      return rows[0]
    } finally {
      await owner.end()
    }
  }
})
