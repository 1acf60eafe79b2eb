import { DomainError } from '#platform/core/errors/errors.ts'

/** Why a passkey is refused. Only the audit trail contains the reason; the response does not. */
type PasskeyRefusal =
  | 'CHALLENGE_UNKNOWN'
  | 'PASSKEY_UNKNOWN'
  | 'OTHER_USER'
  | 'ANSWER_INVALID'
  | 'USER_INACTIVE'
  | 'SSO_REQUIRED'

/** The same text for every reason, so that it does not reveal which accounts exist. */
export const refusePasskey = (
  reason: PasskeyRefusal,
  { detail, cause }: { detail?: string; cause?: unknown } = {},
): DomainError =>
  new DomainError(
    'passkey_refused',
    'The passkey was not accepted. Try again, or start again at /sign-in.',
    { onRecord: { reason, ...(detail !== undefined && { detail }) }, cause },
  )
