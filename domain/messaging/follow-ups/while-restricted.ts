import { skipped, type FollowUpKind, type Outcome } from './follow-up-kind.ts'

const RESTRICTED = 'processing of the child’s data is restricted'

/** Why a due step has not happened. */
export const WAITS_FOR_LIFTING = `waits: ${RESTRICTED}`

export const leftOut = (actionRequired?: string): Outcome =>
  skipped(`left out: ${RESTRICTED}`, actionRequired)

/** The rule of a kind for a restricted child; otherwise every step runs. */
export const ruleFor = (
  { whileRestricted }: FollowUpKind,
  { restricted }: { restricted: boolean },
): FollowUpKind['whileRestricted'] => (restricted ? whileRestricted : () => 'DONE')
