import type { Metering } from './registry.ts'

/** What waits in the database, asked for whenever the metrics are read. */
export interface Backlog {
  outbox: () => Promise<{ pending: number; oldestAgeSeconds: number }>
  deliveries?: () => Promise<{ pending: number; oldestDueAgeSeconds: number }>
}

/**
 * Gauges of what waits. All processes show the same figures: query them with `max`. While the
 * database is away `therapy_database_up` is 0 and the others are absent, so that no old figure looks
 * like a new one; the rest of the metrics is answered all the same.
 */
export const registerBacklogGauges = (
  { gauge }: Metering,
  { outbox, deliveries }: Backlog,
): void => {
  const pending = gauge({
    name: 'therapy_outbox_pending',
    help: 'Outbox rows that wait for hand-over',
  })
  const age = gauge({
    name: 'therapy_outbox_oldest_age_seconds',
    help: 'Age of the oldest outbox row that waits for hand-over; 0 when none does',
  })
  const waiting = [pending, age]
  const fill = [
    async () => {
      const now = await outbox()
      pending.set(now.pending)
      age.set(now.oldestAgeSeconds)
    },
  ]
  if (deliveries) {
    const pendingDeliveries = gauge({
      name: 'therapy_webhook_pending_deliveries',
      help: 'Deliveries that have neither succeeded nor failed for good',
    })
    const dueAge = gauge({
      name: 'therapy_webhook_oldest_due_age_seconds',
      help: 'How long the attempt that is most overdue, of any active endpoint, has been due',
    })
    waiting.push(pendingDeliveries, dueAge)
    fill.push(async () => {
      const now = await deliveries()
      pendingDeliveries.set(now.pending)
      dueAge.set(now.oldestDueAgeSeconds)
    })
  }
  gauge({
    name: 'therapy_database_up',
    help: '1 while PostgreSQL answers',
    async collect() {
      try {
        await Promise.all(fill.map((ask) => ask()))
        this.set(1)
      } catch {
        this.set(0)
        for (const stale of waiting) stale.remove()
      }
    },
  })
}
