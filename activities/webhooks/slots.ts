interface Asker {
  readonly endpoint: { readonly tenantId: string }
  launch(): void
}

/**
 * The attempts that one process makes at once, over all endpoints. A tenant takes no more slots than
 * are free: alone half of them, of n tenants that want many each one in n + 1. Receivers that hang for
 * the whole of their deadline thus leave slots to other tenants. What becomes free goes to the tenants
 * in turn, and among a tenant's endpoints to the one that has waited longest.
 */
export class Slots {
  #free: number
  readonly #taken = new Map<string, number>()
  /** Tenants in the order of their turn. */
  readonly #waiting = new Map<string, Set<Asker>>()

  constructor(size: number) {
    this.#free = size
  }

  get free(): number {
    return this.#free
  }

  /** Takes a slot; otherwise the asker is launched when there is one for it. */
  take(asker: Asker): boolean {
    const { tenantId } = asker.endpoint
    if (!this.#hasOneFor(tenantId)) {
      this.#waiters(tenantId).add(asker)
      return false
    }
    this.#free -= 1
    this.#taken.set(tenantId, this.#takenBy(tenantId) + 1)
    return true
  }

  give({ endpoint: { tenantId } }: Asker): void {
    this.#free += 1
    const taken = this.#takenBy(tenantId) - 1
    if (taken > 0) this.#taken.set(tenantId, taken)
    else this.#taken.delete(tenantId)
    for (let next = this.#next(); next; next = this.#next()) next.launch()
  }

  /** The first in turn that may take a slot; it waits no more. */
  #next(): Asker | undefined {
    if (this.#free === 0) return undefined
    for (const [tenantId, askers] of this.#waiting) {
      const [asker] = askers
      if (!asker || !this.#hasOneFor(tenantId)) continue
      this.#waiting.delete(tenantId)
      askers.delete(asker)
      // To the end of the round, before the asker takes its slot and asks for more.
      if (askers.size > 0) this.#waiting.set(tenantId, askers)
      return asker
    }
    return undefined
  }

  #hasOneFor(tenantId: string): boolean {
    return this.#takenBy(tenantId) < this.#free
  }

  #takenBy(tenantId: string): number {
    return this.#taken.get(tenantId) ?? 0
  }

  #waiters(tenantId: string): Set<Asker> {
    const known = this.#waiting.get(tenantId)
    if (known) return known
    const askers = new Set<Asker>()
    this.#waiting.set(tenantId, askers)
    return askers
  }
}
