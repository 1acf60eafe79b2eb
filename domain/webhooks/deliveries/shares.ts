/**
 * How tenants share the simultaneous attempts of a process. The tenant with the fewest attempts comes next, and
 * none may have more than are free: a single tenant can have half, and each of n busy tenants one part in n +
 * 1. Receivers that hang therefore cannot use all attempts.
 */
export class Shares {
  #free: number
  readonly #taken = new Map<string, number>()

  constructor(size: number) {
    this.#free = size
  }

  get free(): number {
    return this.#free
  }

  /** The waiter that may start, which is the first of its tenant; none if nobody may. */
  next<Waiting extends { tenantId: string }>(waiting: Iterable<Waiting>): Waiting | undefined {
    let next: Waiting | undefined
    let fewest = this.#free
    for (const one of waiting) {
      const taken = this.#takenBy(one.tenantId)
      if (taken < fewest) [next, fewest] = [one, taken]
    }
    return next
  }

  take(tenantId: string): void {
    this.#free -= 1
    this.#taken.set(tenantId, this.#takenBy(tenantId) + 1)
  }

  give(tenantId: string): void {
    this.#free += 1
    const taken = this.#takenBy(tenantId) - 1
    if (taken > 0) this.#taken.set(tenantId, taken)
    else this.#taken.delete(tenantId)
  }

  #takenBy(tenantId: string): number {
    return this.#taken.get(tenantId) ?? 0
  }
}
