import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../core/context/platform.ts'
import { CHANNELS } from './channels.ts'

/** The minimum interval between notifications, in milliseconds. PostgreSQL serializes their commits. */
const DEBOUNCE_MS = 10

export interface OutboxWaker {
  /** Notifies the relay of a commit. Never fails or waits. */
  wake: () => void
}

/** Creates a waker. Call `wake()` after a commit; if a notification is lost, the relay's sweep finds the rows. */
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

/** Does not wait for the disk: a notification is not durable, and the commit would be flushed on its own. */
const NOTIFY = `SET LOCAL synchronous_commit TO off; NOTIFY ${CHANNELS.outbox}`
