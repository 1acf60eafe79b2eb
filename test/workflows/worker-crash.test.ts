import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWebhookEndpoint } from '../../domain/webhooks/create-webhook-endpoint.ts'
import { startReceiver } from '../support/receivers.ts'
import { eventually } from './support.ts'
import { DELIVERIES, emit, openWorld, UNFINISHED } from './world.ts'

const EVENTS = 300
/** The worker dies while it makes this attempt, and others with it. */
const KILLED_AT = 100
/** Slow enough for the worker to die in the middle. */
const RECEIVER_MS = 50
/** What arrives so soon after the kill was sent before it. */
const IN_FLIGHT_MS = 1_000

/**
 * The takeover takes as long as the heartbeat timeout of a lease (6 s) after the worker that held
 * it was last heard of. Nobody but Temporal has to notice.
 */
test(
  'a worker killed in the middle of its deliveries: another delivers all, with the same event ids',
  { timeout: 90_000 },
  async () => {
    await using world = await openWorld()
    const { ctx, query, startWorker } = world
    const first = await startWorker('first')
    let killedAt = Number.POSITIVE_INFINITY
    let takenOverAt: number | undefined
    await using receiver = await startReceiver(async (response) => {
      const now = performance.now()
      if (receiver.requests.length === KILLED_AT) {
        process.kill(first.pid, 'SIGKILL')
        killedAt = now
      }
      if (now - killedAt > IN_FLIGHT_MS) takenOverAt ??= now
      await sleep(RECEIVER_MS)
      response.writeHead(204).end()
    })
    await createWebhookEndpoint(ctx, { url: receiver.url, eventTypes: ['*'] })
    await emit(ctx, EVENTS)
    expect(await first.exited).toBe('ended by SIGKILL')
    expect(await query(UNFINISHED)).not.toEqual([])
    await startWorker('second')

    await eventually(async () => (await query(UNFINISHED)).length === 0, {
      timeoutMs: 60_000,
      what: 'the delivery of all events',
    })
    const doneAt = performance.now()
    const events = await query<{ id: string }>(`SELECT id FROM outbox WHERE kind = 'event'`)
    expect(events).toHaveLength(EVENTS)
    const received = Map.groupBy(receiver.requests, ({ headers }) => headers['webhook-id'])
    expect(new Set(received.keys())).toEqual(new Set(events.map(({ id }) => id)))
    for (const repeats of received.values()) {
      expect(new Set(repeats.map(({ body }) => body.toString())).size).toBe(1)
    }
    expect(await query(DELIVERIES)).toEqual([
      { status: 'succeeded', attempts: 1, recorded: 1, deliveries: EVENTS },
    ])

    // The first worker set the schedules up; the second found them as they should be.
    for (const { info } of await world.schedules()) expect(info.lastUpdatedAt).toBeUndefined()

    const seconds = (at = Number.NaN) => ((at - killedAt) / 1_000).toFixed(1)
    console.log(
      `taken over ${seconds(takenOverAt)} s after the kill, all delivered after ${seconds(doneAt)} s, ` +
        `${receiver.requests.length - EVENTS} of ${EVENTS} events received twice`,
    )
  },
)
