/** PostgreSQL notification channels. A lost notification costs a second: everything is swept too. */
export const CHANNELS = {
  /** Rows were committed to the outbox. */
  outbox: 'therapy_outbox',
  /** Endpoints to look at, as ids with spaces between; none for all of them. */
  deliveries: 'therapy_deliveries',
} as const
