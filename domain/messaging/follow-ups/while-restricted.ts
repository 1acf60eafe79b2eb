import { skipped, type FollowUpKind, type Outcome } from './follow-up-kind.ts'

const RESTRICTED = 'processing of the child’s data is restricted'

/** Why a due step has not been executed. */
export const WAITS_FOR_LIFTING = `waits: ${RESTRICTED}`

export const leftOut = (actionRequired?: string): Outcome =>
  skipped(`left out: ${RESTRICTED}`, actionRequired)

/** The rule of a kind, if the child is restricted; otherwise every step is executed. */
export const ruleFor = (
  { whileRestricted }: FollowUpKind,
  { restricted }: { restricted: boolean },
): FollowUpKind['whileRestricted'] => (restricted ? whileRestricted : () => 'DONE')
