/** Does things together: what is added while one batch is under way goes into the next. */
export class Batches<Item> {
  readonly #run: (items: Item[]) => Promise<void>
  readonly #waiting = new Set<Item>()
  #done = Promise.withResolvers<void>()
  #running = false

  constructor(run: (items: Item[]) => Promise<void>) {
    this.#run = run
  }

  /** Resolves when its batch is done; rejects when that failed. */
  add(item: Item): Promise<void> {
    this.#waiting.add(item)
    if (!this.#running) {
      this.#running = true
      // What is added in the same turn of the event loop is done together.
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
