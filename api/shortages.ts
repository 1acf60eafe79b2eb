import type { Counter } from 'prom-client'
import type { Clock } from '#platform/core/time/clock.ts'
import { RESOURCES, shortageOf, type Resource } from '#platform/core/errors/shortages.ts'

/** How long `/readyz` reports a shortage after the last request that met it. */
const REMEMBERED_MS = 15_000

/**
 * Shortages that requests to this process have met. Reads often work while writes fail, so `/readyz` cannot
 * detect a full disk by itself.
 */
export class Shortages {
  readonly #clock: Clock
  readonly #counter: Counter<'resource'>
  #last: { resource: Resource; at: number } | undefined

  constructor(clock: Clock, counter: Counter<'resource'>) {
    this.#clock = clock
    this.#counter = counter
    // Set from the start, so that alerts on an increase see the first one.
    for (const resource of RESOURCES) counter.inc({ resource }, 0)
  }

  note(error: unknown): void {
    const resource = shortageOf(error)
    if (!resource) return
    this.#counter.inc({ resource })
    this.#last = { resource, at: this.#clock.now().getTime() }
  }

  /** The resource that was recently exhausted. */
  get recent(): Resource | null {
    if (!this.#last || this.#clock.now().getTime() - this.#last.at > REMEMBERED_MS) return null
    return this.#last.resource
  }
}
