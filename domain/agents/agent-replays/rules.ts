export const REPLAY_STATUSES = ['RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const
export type ReplayStatus = (typeof REPLAY_STATUSES)[number]

/** What starts a run. */
export const TRIGGER_KINDS = ['EVENT', 'SCHEDULE'] as const

/** What a version would have done with a trigger, and what each means. */
export const REPLAY_OUTCOMES = {
  WOULD_RUN: 'A run would have started.',
  FILTERED_OUT: 'The filter did not match.',
  FILTER_FAILED: 'The filter had no value, so no run would have started.',
  REFUSED: 'No run would have started for another reason, which `code` names.',
  NOT_SEEN: 'The version does not wait for such events or at such times.',
} as const
export type ReplayOutcome = keyof typeof REPLAY_OUTCOMES
export const OUTCOMES = Object.keys(REPLAY_OUTCOMES) as [ReplayOutcome, ...ReplayOutcome[]]

/** How a run would have ended. */
export const RUN_ENDS = ['SUCCEEDED', 'FAILED', 'CANCELLED', 'NEEDS_MODEL', 'CUT_OFF'] as const

/** How the replayed version differs from the published one at a trigger. */
export const DIFFERENCES = ['SAME', 'ONLY_REPLAYED', 'ONLY_PUBLISHED', 'DIFFERENT'] as const
export type Difference = (typeof DIFFERENCES)[number]

/** The range of a replay in days. */
export const FEWEST_DAYS = 7
export const MOST_DAYS = 90
export const USUAL_DAYS = 30

/** The maximum number of events and times, and the default. */
export const MOST_TRIGGERS = 2_000
export const USUAL_TRIGGERS = 500

/** Events and times per transaction. */
export const BATCH = 10

/** Actions of a version at one trigger, of which each is compared by its text. */
export interface Compared {
  key: string
}

/** Compares what two versions would have done. An action counts as often as it would have been performed. Pure. */
export const differenceOf = (
  replayed: readonly Compared[],
  published: readonly Compared[],
): Difference => {
  const onlyReplayed = missingFrom(published, replayed).length
  const onlyPublished = missingFrom(replayed, published).length
  if (onlyReplayed === 0 && onlyPublished === 0) return 'SAME'
  if (published.length === 0) return 'ONLY_REPLAYED'
  return replayed.length === 0 ? 'ONLY_PUBLISHED' : 'DIFFERENT'
}

/** The indexes of actions that the others lack. Pure. */
export const missingFrom = (
  others: readonly Compared[],
  actions: readonly Compared[],
): number[] => {
  const left = others.map(({ key }) => key)
  return actions.flatMap(({ key }, index) => {
    const at = left.indexOf(key)
    if (at === -1) return [index]
    left.splice(at, 1)
    return []
  })
}
