import { Gauge, type Registry } from 'prom-client'

/** The outbox's backlog, asked for when the registry is read: once for both gauges. */
export const registerOutboxGauges = (
  registry: Registry,
  backlog: () => Promise<{ pending: number; oldestAgeSeconds: number }>,
): void => {
  const age = new Gauge({
    name: 'therapy_outbox_oldest_age_seconds',
    help: 'Age of the oldest outbox row that waits for hand-over',
    registers: [registry],
  })
  const pendingRows = new Gauge({
    name: 'therapy_outbox_pending',
    help: 'Outbox rows that wait for hand-over',
    registers: [],
    async collect() {
      const { pending, oldestAgeSeconds } = await backlog()
      this.set(pending)
      age.set(oldestAgeSeconds)
    },
  })
  registry.registerMetric(pendingRows)
}
