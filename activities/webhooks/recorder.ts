import type { Platform } from '#platform/core/platform.ts'
import { recordAttempts, type MadeAttempt } from '#webhooks/deliveries/record-attempts.ts'

const MAX_BATCH = 500

interface Waiting {
  attempt: MadeAttempt
  written: PromiseWithResolvers<void>
}

/** Writes attempts of all leases together: what ends while one statement runs goes into the next. */
export class AttemptRecorder {
  readonly #platform: Platform
  readonly #waiting: Waiting[] = []
  #writing = false

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** Resolves when the attempt is on record; rejects when the database did not take it. */
  record(attempt: MadeAttempt): Promise<void> {
    const written = Promise.withResolvers<void>()
    this.#waiting.push({ attempt, written })
    if (!this.#writing) {
      this.#writing = true
      // What ends in the same turn of the event loop is written together.
      setImmediate(() => void this.#write())
    }
    return written.promise
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH)
      try {
        await recordAttempts(
          this.#platform,
          batch.map(({ attempt }) => attempt),
        )
        for (const { written } of batch) written.resolve()
      } catch (error) {
        for (const { written } of batch) written.reject(error)
      }
    }
    this.#writing = false
  }
}
