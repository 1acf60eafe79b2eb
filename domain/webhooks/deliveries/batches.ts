/** Processes items in batches. Items that are added during one batch go into the next. */
export class Batches<Item> {
  readonly #run: (items: Item[]) => Promise<void>
  readonly #waiting = new Set<Item>()
  #done = Promise.withResolvers<void>()
  #running = false

  constructor(run: (items: Item[]) => Promise<void>) {
    this.#run = run
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
    }
    this.#running = false
  }
}
