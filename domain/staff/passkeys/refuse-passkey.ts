import { DomainError } from '#platform/core/errors/errors.ts'

/** Why a passkey is refused. The reason is in the audit trail only, not in the answer. */
type PasskeyRefusal =
  | 'CHALLENGE_UNKNOWN'
  | 'PASSKEY_UNKNOWN'
  | 'OTHER_USER'
  | 'ANSWER_INVALID'
  | 'USER_INACTIVE'
  | 'SSO_REQUIRED'

/** The same words for every reason: others would tell who has an account. */
export const refusePasskey = (
  reason: PasskeyRefusal,
  { detail, cause }: { detail?: string; cause?: unknown } = {},
): DomainError =>
  new DomainError(
    'passkey_refused',
    'The passkey was not accepted. Try once more, or begin again at /sign-in.',
    { onRecord: { reason, ...(detail !== undefined && { detail }) }, cause },
  )
