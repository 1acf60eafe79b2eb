import { MINUTE_MS } from '#platform/core/time/time.ts'
import { offsetAt, onGrid } from '#platform/core/time/local-time.ts'
import type { Range } from '#platform/core/time/ranges.ts'
import { onTheGrid, RULES, slotAt, type Facts, type Rule } from './rules.ts'

/** One of several consecutive services. */
export interface Step {
  facts: Facts
  /** The time from the start of the first service. */
  afterMs: number
}

/** The default interval between proposed starts. */
const PROPOSED_EVERY_MINUTES = 15

/** The last results of the rules for each step. A rule is evaluated again only when its result expires. */
class Standings {
  readonly #rules: readonly { rule: Rule; step: Step }[]
  // Stored in typed arrays, because numbers in objects would be allocated on every change.
  readonly #refuses: Uint8Array
  readonly #until: Float64Array

  constructor(rules: readonly { rule: Rule; step: Step }[]) {
    this.#rules = rules
    this.#refuses = new Uint8Array(rules.length)
    this.#until = new Float64Array(rules.length).fill(-Infinity)
  }

  /** Whether a start is free, and until when this result holds. */
  at(startsAt: number): { isFree: boolean; until: number } {
    let blockedUntil = startsAt
    let freeUntil = Infinity
    for (let index = 0; index < this.#rules.length; index += 1) {
      if (this.#until[index]! <= startsAt) this.#ask(index, startsAt)
      const until = this.#until[index]!
      if (this.#refuses[index] === 0) freeUntil = Math.min(freeUntil, until)
      else blockedUntil = Math.max(blockedUntil, until)
    }
    const isFree = blockedUntil === startsAt
    return { isFree, until: isFree ? freeUntil : blockedUntil }
  }

  #ask(index: number, startsAt: number): void {
    const { rule, step } = this.#rules[index]!
    const { code, until } = rule(slotAt(startsAt + step.afterMs, step.facts.rules), step.facts)
    this.#refuses[index] = code === null ? 0 : 1
    this.#until[index] = until - step.afterMs
  }
}

/**
 * The starts in a range without obstacles, at most `limit`. The rules are evaluated once for each stretch with
 * equal results.
 */
export const startsIn = (
  steps: readonly [Step, ...Step[]],
  range: Range,
  limit = Infinity,
): number[] => {
  const { timeZone, rules } = steps[0].facts
  const every = rules.startEveryMinutes ?? PROPOSED_EVERY_MINUTES
  // Iterates over the grid of the first step.
  const standings = new Standings(
    steps.flatMap((step, index) =>
      (index === 0 ? OFF_THE_GRID : RULES).map((rule) => ({ rule, step })),
    ),
  )
  const starts: number[] = []
  let at = onGrid(timeZone, range.from, every)
  while (at < range.until && starts.length < limit) {
    const { isFree, until } = standings.at(at)
    if (!isFree) {
      if (until >= range.until) break
      at = onGrid(timeZone, until, every)
      continue
    }
    // The grid is even until the next clock change.
    const changesAt = offsetAt(timeZone, at).until
    const end = Math.min(until, range.until, changesAt)
    for (; at < end && starts.length < limit; at += every * MINUTE_MS) starts.push(at)
    if (at >= changesAt) at = onGrid(timeZone, changesAt, every)
  }
  return starts
}

const OFF_THE_GRID = RULES.filter((rule) => rule !== onTheGrid)
