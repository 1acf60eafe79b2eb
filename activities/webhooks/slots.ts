/** The attempts that one process makes at once, over all endpoints. Who found none free comes next. */
export class Slots {
  #free: number
  readonly #waiting = new Set<{ launch(): void }>()

  constructor(size: number) {
    this.#free = size
  }

  take(asker: { launch(): void }): boolean {
    if (this.#free === 0) {
      this.#waiting.add(asker)
      return false
    }
    this.#free--
    return true
  }

  give(): void {
    this.#free++
    const [next] = this.#waiting
    if (!next) return
    this.#waiting.delete(next)
    next.launch()
  }
}
