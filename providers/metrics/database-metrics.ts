import type { Pool } from 'pg'
import type { Metering } from './registry.ts'

/** The measured parts of a database: its pools, and the events that it reports to an observer. */
interface MeasuredDatabase {
  pools: Readonly<Record<string, Pool>>
  observe: (observer: {
    connected: (waitMs: number) => void
    refused: () => void
    ended: (mode: string, outcome: string, ms: number) => void
  }) => void
}

/** Measures the pools and transactions of a process. */
export const observeDatabase = (
  { gauge, counter, histogram }: Metering,
  database: MeasuredDatabase,
) => {
  gauge({
    name: 'therapy_database_connections',
    help: 'Connections to PostgreSQL by role and state; `waiting` counts requests for a connection',
    labelNames: ['role', 'state'],
    collect() {
      for (const [role, pool] of Object.entries(database.pools)) {
        this.set({ role, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ role, state: 'idle' }, pool.idleCount)
        this.set({ role, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
  gauge({
    name: 'therapy_database_connections_max',
    help: 'Size of each pool',
    labelNames: ['role'],
    collect() {
      for (const [role, pool] of Object.entries(database.pools)) {
        this.set({ role }, pool.options.max)
      }
    },
  })
  const waits = histogram({
    name: 'therapy_database_connection_wait_seconds',
    help: 'How long transactions waited for a connection',
    buckets: [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5],
  })
  const transactions = histogram({
    name: 'therapy_database_transaction_duration_seconds',
    help: "Duration of the tenants' transactions, without the wait for a connection",
    labelNames: ['mode', 'outcome'],
  })
  const refused = counter({
    name: 'therapy_database_connection_refusals_total',
    help: 'Transactions that got no connection',
  })
  database.observe({
    connected: (waitMs) => waits.observe(waitMs / 1_000),
    refused: () => refused.inc(),
    ended: (mode, outcome, ms) => transactions.observe({ mode, outcome }, ms / 1_000),
  })
}
