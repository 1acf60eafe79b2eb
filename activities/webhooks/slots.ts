interface Asker {
  readonly endpoint: { readonly tenantId: string }
  launch(): void
}

/**
 * The attempts that one process makes at once, over all endpoints. A slot that becomes free goes to
 * the tenants in turn, and among a tenant's endpoints to the one that has waited longest: a centre
 * with a hundred endpoints gets no more of them than a centre with one.
 */
export class Slots {
  #free: number
  /** Tenants in the order of their turn. */
  readonly #waiting = new Map<string, Set<Asker>>()

  constructor(size: number) {
    this.#free = size
  }

  get free(): number {
    return this.#free
  }

  take(asker: Asker): boolean {
    if (this.#free === 0) {
      this.#waiters(asker.endpoint.tenantId).add(asker)
      return false
    }
    this.#free--
    return true
  }

  give(): void {
    this.#free++
    const [turn] = this.#waiting
    if (!turn) return
    const [tenantId, askers] = turn
    const [asker] = askers
    this.#waiting.delete(tenantId)
    askers.delete(asker!)
    // To the end of the round, before the asker takes its slot and asks for more.
    if (askers.size > 0) this.#waiting.set(tenantId, askers)
    asker!.launch()
  }

  #waiters(tenantId: string): Set<Asker> {
    const known = this.#waiting.get(tenantId)
    if (known) return known
    const askers = new Set<Asker>()
    this.#waiting.set(tenantId, askers)
    return askers
  }
}
