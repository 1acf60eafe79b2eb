import { Gauge, type Registry } from 'prom-client'

/** Notices when sealing has stopped, asked for when the registry is read. */
export const registerSealGauge = (
  registry: Registry,
  unsealedAgeSeconds: () => Promise<number>,
): void => {
  registry.registerMetric(
    new Gauge({
      name: 'therapy_audit_unsealed_oldest_age_seconds',
      help: 'Age of the oldest audit entry that no seal covers',
      registers: [],
      async collect() {
        this.set(await unsealedAgeSeconds())
      },
    }),
  )
}
