import type { Logger } from '../providers/log/logger.ts'
import type { RelayObserver } from '../relay/relay.ts'

/** Logs results and problems of the relay, besides its metrics. Failures during a stop are expected. */
export const observeRelay = (
  parent: Logger,
  metrics: Required<RelayObserver>,
  stop: AbortSignal,
): RelayObserver => {
  const log = parent.child({ part: 'relay' })
  return {
    leading: (leads) => {
      metrics.leading(leads)
      log.info({ leads }, leads ? 'relay leads' : 'relay is on standby')
    },
    fannedOut: (events, deliveries) => {
      metrics.fannedOut(events, deliveries)
      log.debug({ events, deliveries }, 'events fanned out')
    },
    handedOver: (messages) => {
      metrics.handedOver(messages)
      log.debug({ messages }, 'messages handed over')
    },
    postponed: (messageId, error) => {
      metrics.postponed(messageId, error)
      log.error({ messageId, err: error }, 'Temporal refused a message; its subject waits')
    },
    failed: (what, error) => {
      metrics.failed(what, error)
      if (!stop.aborted) log.warn({ what, err: error }, 'relay pauses')
    },
  }
}
