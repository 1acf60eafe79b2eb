/**
 * How the tenants share the attempts that one process makes at once. The tenant that makes the fewest
 * comes next, and none makes more than are free: alone half of them, of n tenants that want many each
 * one in n + 1. Receivers that hang for the whole of their deadline thus leave attempts to others.
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

  /** Who may begin, of those that wait; of one tenant's the first. None when nobody may. */
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
