/**
 * PostgreSQL notification channels. A lost notification costs at most a second, because regular sweeps find
 * everything.
 */
export const CHANNELS = {
  /** Rows were committed to the outbox. */
  outbox: 'therapy_outbox',
  /** Endpoints to check, as ids separated by spaces; empty means all. */
  deliveries: 'therapy_deliveries',
} as const

/** Sent to the outbox channel when an operator has changed rows that the relay holds. */
export const RELEASED = 'released'
export const RELEASE = `NOTIFY ${CHANNELS.outbox}, '${RELEASED}'`
