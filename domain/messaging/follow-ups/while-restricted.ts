import { skipped, type FollowUpKind, type Outcome } from './follow-up-kind.ts'

/**
 * What becomes of a step while processing of the child's data is restricted (docs/decisions/0054). It waits
 * for the restriction to be lifted, and is then done if it is still needed; it is left out, because it is of
 * use at its time alone; or it is done, because it ends what runs and others want the time.
 */
export type WhileRestricted = 'WAITS' | 'DONE' | Outcome

const RESTRICTED = 'processing of the child’s data is restricted'

/** Why a step that is due has not happened. */
export const WAITS_FOR_LIFTING = `waits: ${RESTRICTED}`

export const leftOut = (actionRequired?: string): Outcome =>
  skipped(`left out: ${RESTRICTED}`, actionRequired)

/** The rule of a kind, for a child that is restricted; of others everything is done. */
export const ruleFor = (
  { whileRestricted }: FollowUpKind,
  { restricted }: { restricted: boolean },
): FollowUpKind['whileRestricted'] => (restricted ? whileRestricted : () => 'DONE')
