/** PostgreSQL notification channels. A lost notification costs a second, because everything is also swept. */
export const CHANNELS = {
  /** Rows were committed to the outbox. */
  outbox: 'therapy_outbox',
  /** Endpoints to check, as space-separated ids; empty means all. */
  deliveries: 'therapy_deliveries',
} as const

/** Sent to the outbox channel when an operator changed rows held by the relay. */
export const RELEASED = 'released'
export const RELEASE = `NOTIFY ${CHANNELS.outbox}, '${RELEASED}'`
