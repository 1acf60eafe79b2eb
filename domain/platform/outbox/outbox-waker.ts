import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../core/context/platform.ts'
import { CHANNELS } from './channels.ts'

/**
 * The minimum interval between notifications, in milliseconds, because PostgreSQL serializes their commits. A
 * commit after a pause is announced immediately.
 */
const GAP_MS = 10

export interface OutboxWaker {
  /** Notifies the relay of a commit. Never fails or waits. */
  wake: () => void
}

/** Creates a waker. Call `wake()` after a commit; if a notification is lost, the relay's sweep finds the rows. */
export const createOutboxWaker = (platform: Platform): OutboxWaker => {
  let notifying = false
  let again = false
  const notify = async () => {
    do {
      again = false
      await platform.database.system.query(NOTIFY).catch(() => undefined)
      await sleep(GAP_MS, undefined, { ref: false })
    } while (again)
    notifying = false
  }
  return {
    wake: () => {
      again = true
      if (notifying) return
      notifying = true
      void notify()
    },
  }
}

/** Does not wait for the disk: a notification is not durable, and the commit would be flushed on its own. */
const NOTIFY = `SET LOCAL synchronous_commit TO off; NOTIFY ${CHANNELS.outbox}`
