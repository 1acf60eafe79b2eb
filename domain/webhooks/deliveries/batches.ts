import { setTimeout as sleep } from 'node:timers/promises'

/** Processes items in batches. Items that are added during one batch, or in the gap after it, go into the next. */
export class Batches<Item> {
  readonly #run: (items: Item[]) => Promise<void>
  readonly #gapMs: number
  readonly #waiting = new Set<Item>()
  #done = Promise.withResolvers<void>()
  #running = false

  /** @param gapMs The minimum time between two batches, in milliseconds. */
  constructor(run: (items: Item[]) => Promise<void>, gapMs: number) {
    this.#run = run
    this.#gapMs = gapMs
  }

  /** Resolves when the batch of the item is done, and rejects if it failed. */
  add(item: Item): Promise<void> {
    this.#waiting.add(item)
    if (!this.#running) {
      this.#running = true
      // Items that are added in one turn of the event loop share a batch.
      setImmediate(() => void this.#runAll())
    }
    return this.#done.promise
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const items = [...this.#waiting]
      const done = this.#done
      this.#waiting.clear()
      this.#done = Promise.withResolvers<void>()
      await this.#run(items).then(done.resolve, done.reject)
      await sleep(this.#gapMs)
    }
    this.#running = false
  }
}
