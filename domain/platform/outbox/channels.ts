/** PostgreSQL notification channels. A lost notification costs a second: everything is swept too. */
export const CHANNELS = {
  /** Rows were committed to the outbox. */
  outbox: 'therapy_outbox',
  /** Deliveries were fanned out to endpoints. */
  deliveries: 'therapy_deliveries',
} as const
