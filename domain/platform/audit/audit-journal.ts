import type { Platform } from '../core/context/platform.ts'
import { translateDatabaseError } from '../core/errors/database-errors.ts'
import type { AuditRow } from '../core/audit/audit-row.ts'
import { insertAuditRows } from '../core/audit/insert-audit-rows.ts'

/** The number of concurrent batches: one fills while the other is flushed. */
const MAX_IN_FLIGHT = 2

/**
 * A group commit of audit rows that have no transaction of their own: reads, refusals, replays. A promise
 * settles when the batch with its row has been committed.
 */
export class AuditJournal {
  readonly #platform: Platform
  #waiting: Entry[] = []
  #inFlight = 0

  /** Called for each committed batch, with the time that its first row waited, in milliseconds. */
  readonly #onCommitted: ((delayMs: number) => void) | undefined

  constructor(platform: Platform, onCommitted?: (delayMs: number) => void) {
    this.#platform = platform
    this.#onCommitted = onCommitted
  }

  append(row: AuditRow): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, appendedAt: performance.now(), resolve, reject })
      if (this.#inFlight < MAX_IN_FLIGHT) void this.#flush()
    })
  }

  async #flush(): Promise<void> {
    this.#inFlight += 1
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      await this.#write(batch)
    }
    this.#inFlight -= 1
  }

  async #write(batch: Entry[]): Promise<void> {
    try {
      await this.#platform.database.system.query(insertOf(batch.map(({ row }) => row)))
      this.#onCommitted?.(performance.now() - batch[0]!.appendedAt)
      for (const entry of batch) entry.resolve()
    } catch (error) {
      const reason = translateDatabaseError(error)
      for (const entry of batch) entry.reject(reason)
    }
  }
}

interface Entry {
  row: AuditRow
  appendedAt: number
  resolve: () => void
  reject: (reason: unknown) => void
}

const insertOf = (rows: AuditRow[]) => ({
  name: rows.length === 1 ? 'audit_journal_row' : 'audit_journal_rows',
  ...insertAuditRows(rows),
})
