/**
 * How long an activity keeps its slot before it yields to other centres, in milliseconds. The current step is
 * completed first.
 */
const TURN_MS = 2_000

/** The result of a turn: whether the workflow must schedule another one. */
export type TurnEnd = 'finished' | 'more'

/**
 * Repeats a step until nothing is left or the turn is over. The workflow then schedules the activity again, and
 * Temporal alternates among centres (docs/decisions/0059).
 * @throws the signal's reason if it aborts between two steps
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
