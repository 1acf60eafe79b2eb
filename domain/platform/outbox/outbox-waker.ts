import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../core/context/platform.ts'
import { CHANNELS } from './channels.ts'

/** At most one notification in so many milliseconds; PostgreSQL serializes their commits. */
const DEBOUNCE_MS = 10

export interface OutboxWaker {
  /** Tells the relay that something was committed. Never fails, never waits. */
  wake: () => void
}

/** Call `wake()` after a commit. What a lost notification leaves behind, the relay sweeps. */
export const createOutboxWaker = (platform: Platform): OutboxWaker => {
  let planned = false
  const notify = async () => {
    await sleep(DEBOUNCE_MS, undefined, { ref: false })
    planned = false
    await platform.database.system.query(NOTIFY)
  }
  return {
    wake: () => {
      if (planned) return
      planned = true
      notify().catch(() => undefined)
    },
  }
}

/** Not waiting for the disk: a notification is not kept anyway, and its commit would be flushed alone. */
const NOTIFY = `SET LOCAL synchronous_commit TO off; NOTIFY ${CHANNELS.outbox}`
