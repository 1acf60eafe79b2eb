/** PostgreSQL notification channels. A lost notification costs a second: everything is swept too. */
export const CHANNELS = {
  /** Rows were committed to the outbox. */
  outbox: 'therapy_outbox',
  /** Endpoints to look at, as ids with spaces between; none for all of them. */
  deliveries: 'therapy_deliveries',
} as const

/** Said to the outbox's channel when an operator has changed rows that the relay holds back. */
export const RELEASED = 'released'
export const RELEASE = `NOTIFY ${CHANNELS.outbox}, '${RELEASED}'`
