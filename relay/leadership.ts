import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ADVISORY_LOCKS } from '#platform/core/transactions/advisory-locks.ts'

/** How often a standby relay tries to become the leader, in milliseconds. */
const STANDBY_MS = 500

export interface LeadershipOptions {
  /** Connection string for the system role. */
  url: string
  /** When aborted, it stops trying to lead. */
  signal: AbortSignal
  onError?: (error: Error) => void
}

/**
 * Runs `lead` while this process holds the relay's lock. The lock belongs to one session: when the process or
 * its connection dies, PostgreSQL frees it and another process takes over. `lead` must stop when its signal
 * aborts. If two processes lead for a moment, they repeat work that has no effect twice.
 */
export const withLeadership = async (
  { url, signal, onError }: LeadershipOptions,
  lead: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      await candidacy(url, signal, lead)
    } catch (error) {
      if (!signal.aborted) onError?.(error as Error)
    }
    await sleep(STANDBY_MS, undefined, { signal }).catch(() => undefined)
  }
}

const candidacy = async (
  url: string,
  signal: AbortSignal,
  lead: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('The connection that held the lock has ended')))
  try {
    await client.connect()
    while (!(await tryLock(client))) {
      await sleep(STANDBY_MS, undefined, { signal: AbortSignal.any([signal, lost.signal]) })
    }
    await lead(AbortSignal.any([signal, lost.signal]))
  } finally {
    await client.end().catch(() => undefined)
  }
}

const tryLock = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ leading: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS leading',
    [ADVISORY_LOCKS.relay],
  )
  return rows[0]?.leading ?? false
}
