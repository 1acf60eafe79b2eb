import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/core/records/ids.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import type { webhookCourier } from '../../workflows/index.ts'
import { COURIER_TASK_QUEUE } from '../../workflows/task-queues.ts'
import { respond, startReceiver } from '../support/receivers.ts'
import { timeSkippingServer } from '../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../workflows/skipped-time.ts'
import { createCentre, type Centre } from '../workflows/support.ts'
import { childEvents } from '#people/children/events.ts'

/** `OUTAGE_HOURS=23 OUTAGE_EVENTS=10000` is the whole drill; see docs/reliability.md. */
const HOURS = Number(process.env['OUTAGE_HOURS'] ?? 4)
const EVENTS = Number(process.env['OUTAGE_EVENTS'] ?? 300)
/** A run with a longer history continues as a new one after the current lease. */
const LONGEST_HISTORY = 2_000 + 50

describe.skipIf(!timeSkippingServer())(`an endpoint that is down for ${HOURS} hours`, () => {
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

  test('is probed without a storm, histories stay short, and missed events arrive immediately', async () => {
    let backAt = Number.POSITIVE_INFINITY
    const isBack = () => clock.now().getTime() >= backAt
    await using receiver = await startReceiver((...exchange) =>
      respond(isBack() ? 200 : 503)(...exchange),
    )
    const { ctx, tenantId } = centre
    const { id: endpointId } = await createEndpoint(ctx, {
      url: receiver.url,
      eventTypes: ['child.registered'],
    })
    clock.follow(await env.currentTimeMs())
    backAt = clock.now().getTime() + HOURS * 3_600_000
    for (let left = EVENTS; left > 0; left -= 100) await emit(Math.min(left, 100))
    while ((await fanOutEvents(platform, 500)).events > 0);

    const courier = await env.client.workflow.start<typeof webhookCourier>('webhookCourier', {
      taskQueue: COURIER_TASK_QUEUE,
      workflowId: workflowIdOf('webhookCourier', { tenantId, subjectId: endpointId }),
      args: [{ tenantId, subjectId: endpointId }],
    })
    await courier.result()

    expect(await statuses()).toEqual({ SUCCEEDED: EVENTS })
    const failed = receiver.requests.length - EVENTS
    // One probe a minute, and the attempts in progress when the breaker opened.
    expect(failed).toBeLessThan(HOURS * 61 + 100)
    const histories = await historyLengths(courier.workflowId)
    expect(Math.max(...histories)).toBeLessThan(LONGEST_HISTORY)
    const { first, last } = await recovery(new Date(backAt))
    console.log(
      `${EVENTS} events, ${HOURS} h: ${failed} failed attempts, histories of ${histories.join(', ')} events, ` +
        `recovered in ${(last - first) / 1_000} s`,
    )
  }, 600_000)

  const emit = (count: number) =>
    transact(centre.ctx, 'children:write', async (tx) => {
      tx.nothingChanged({ type: 'child', id: newId('child') })
      for (let index = 0; index < count; index += 1) {
        const childId = newId('child')
        tx.emit(childEvents['child.registered'], { type: 'child', id: childId }, { childId })
      }
    })

  const statuses = async () => {
    const { rows } = await platform.database.system.query<{ status: string; count: number }>(
      'SELECT status, count(*)::int AS count FROM webhook_deliveries GROUP BY status',
    )
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  }

  /** All runs of the courier, newest first. */
  const historyLengths = async (workflowId: string) => {
    const lengths: number[] = []
    let runId: string | undefined
    do {
      const { events } = await env.client.workflow.getHandle(workflowId, runId).fetchHistory()
      lengths.push(events!.length)
      const started = events![0]!.workflowExecutionStartedEventAttributes!
      runId = started.continuedExecutionRunId || undefined
    } while (runId)
    return lengths
  }

  /** The first and last delivery after the endpoint returned, in epoch milliseconds. */
  const recovery = async (backAt: Date) => {
    const { rows } = await platform.database.system.query<{ first: Date; last: Date }>(
      'SELECT min(finished_at) AS first, max(finished_at) AS last FROM webhook_deliveries WHERE finished_at >= $1',
      [backAt],
    )
    return { first: rows[0]!.first.getTime(), last: rows[0]!.last.getTime() }
  }
})
