import type { Counter } from 'prom-client'
import type { Clock } from '#platform/core/time/clock.ts'
import { RESOURCES, shortageOf, type Resource } from '#platform/core/errors/shortages.ts'

/** `/readyz` names a shortage until no request has met it for so long. */
const REMEMBERED_MS = 15_000

/**
 * The shortages that this process's requests met. Reads often work while writes fail, so a query of
 * `/readyz` cannot find out by itself that a disk is full.
 */
export class Shortages {
  readonly #clock: Clock
  readonly #counter: Counter<'resource'>
  #last: { resource: Resource; at: number } | undefined

  constructor(clock: Clock, counter: Counter<'resource'>) {
    this.#clock = clock
    this.#counter = counter
    // From the start, so that an alert on an increase sees the first one.
    for (const resource of RESOURCES) counter.inc({ resource }, 0)
  }

  note(error: unknown): void {
    const resource = shortageOf(error)
    if (!resource) return
    this.#counter.inc({ resource })
    this.#last = { resource, at: this.#clock.now().getTime() }
  }

  /** The resource that was missing a moment ago. */
  get recent(): Resource | null {
    if (!this.#last || this.#clock.now().getTime() - this.#last.at > REMEMBERED_MS) return null
    return this.#last.resource
  }
}
