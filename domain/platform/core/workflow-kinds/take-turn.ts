/**
 * How long an activity holds a slot of a task queue before it lets the other centres' work in, in milliseconds.
 * A step that is under way ends first.
 */
const TURN_MS = 2_000

/** What a turn came to: whether its workflow has to ask for another. */
export type TurnEnd = 'finished' | 'more'

/**
 * Repeats a step until it answers that nothing is left, or the turn is over. The workflow then schedules the
 * activity again, and Temporal takes from each centre in turn (docs/decisions/0059).
 * @throws the signal's reason when it aborts between two steps
 */
export const takeTurn = async (
  step: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<TurnEnd> => {
  const endsAt = performance.now() + TURN_MS
  while (await step()) {
    signal?.throwIfAborted()
    if (performance.now() > endsAt) return 'more'
  }
  return 'finished'
}
