import type { Client } from '@temporalio/client'
import type { Platform } from '#platform/core/context/platform.ts'
import { CHANNELS, RELEASED } from '#platform/outbox/channels.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { HandOver } from './hand-over.ts'
import { withLeadership } from './leadership.ts'
import { listenForNotifications } from './notifications.ts'
import { Pump } from './pump.ts'
import { CourierWaker, NEGLECT_SWEEP_MS } from './wake-couriers.ts'

/** Rows without a notification are found within this time, in milliseconds. */
const SWEEP_MS = 1_000
const EVENTS_PER_ROUND = 500

/** Callbacks for results and problems of a relay, for logs and metrics. */
export interface RelayObserver {
  leading?: (leading: boolean) => void
  fannedOut?: (events: number, deliveries: number) => void
  handedOver?: (messages: number) => void
  /** Temporal refused a message; its subject waits. */
  postponed?: (messageId: string, error: unknown) => void
  /** A service is unavailable; the relay retries. */
  failed?: (
    part: 'leadership' | 'listen' | 'events' | 'plans' | 'workflows' | 'couriers',
    error: unknown,
  ) => void
}

export interface RelayOptions {
  platform: Platform
  /** Connection string for the system role, for the lock and for LISTEN. */
  systemUrl: string
  client: Client
  observer?: RelayObserver
}

/**
 * Hands the outbox over to Temporal and to the webhook couriers. One relay per database leads, and the others
 * stand by. Disposing the relay completes current hand-overs and gives up leadership.
 */
export const startRelay = (options: RelayOptions): AsyncDisposable => {
  const { systemUrl: url, observer } = options
  const stop = new AbortController()
  const onError = (error: Error) => observer?.failed?.('leadership', error)
  const running = withLeadership({ url, signal: stop.signal, onError }, (signal) =>
    lead(options, signal),
  )
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}

const lead = async (options: RelayOptions, signal: AbortSignal): Promise<void> => {
  const { platform, client, observer } = options
  const couriers = new CourierWaker({
    platform,
    client,
    onError: (error) => observer?.failed?.('couriers', error),
  })
  const handOver = new HandOver({
    platform,
    client,
    signal,
    onHandedOver: (messages) => observer?.handedOver?.(messages),
    onPlanFailed: (error) => observer?.failed?.('plans', error),
    onPostponed: ({ id }, error) => observer?.postponed?.(id, error),
  })
  const events = new Pump({
    signal,
    sweepMs: SWEEP_MS,
    onError: (error) => observer?.failed?.('events', error),
    round: async () => {
      const done = await fanOutEvents(platform, EVENTS_PER_ROUND)
      couriers.wake(done.woken)
      if (done.events > 0) observer?.fannedOut?.(done.events, done.deliveries)
      return done.more
    },
  })
  const workflows = new Pump({
    signal,
    sweepMs: SWEEP_MS,
    onError: (error) => observer?.failed?.('workflows', error),
    round: () => handOver.round(),
  })
  const neglect = new Pump({
    signal,
    sweepMs: NEGLECT_SWEEP_MS,
    onError: (error) => observer?.failed?.('couriers', error),
    round: async () => {
      await couriers.sweep()
      return false
    },
  })
  const wake = (payload: string) => {
    if (payload === RELEASED) handOver.release()
    events.wake()
    workflows.wake()
    handOver.wake()
  }

  observer?.leading?.(true)
  try {
    await using _listener = listenForNotifications({
      url: options.systemUrl,
      channels: { [CHANNELS.outbox]: wake },
      onError: (error) => observer?.failed?.('listen', error),
    })
    await Promise.all([events.run(), workflows.run(), neglect.run()])
  } finally {
    observer?.leading?.(false)
    await couriers.stop()
  }
}
