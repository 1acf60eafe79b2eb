import { DomainError } from '#platform/core/errors/errors.ts'

/** Why a person who returns from a provider is refused. Only the centre's audit trail contains the reason. */
export type SignInRefusal =
  | 'OTHER_BROWSER'
  | 'OTHER_SESSION'
  | 'USED'
  | 'EXPIRED'
  | 'CONNECTION_CHANGED'
  | 'ANSWER_INVALID'
  | 'EMAIL_MISSING'
  | 'EMAIL_NOT_VERIFIED'
  | 'EMAIL_DOMAIN_FOREIGN'
  | 'EMAIL_DOMAIN_UNPROVED'
  | 'USER_UNKNOWN'
  | 'USER_DEACTIVATED'
  | 'OTHER_SUBJECT'
  | 'NO_ROLE'
  | 'ROLES_IMPOSSIBLE'

/** The same text for every reason, so that it does not reveal which accounts exist. */
export const refuseSignIn = (
  reason: SignInRefusal,
  { detail, cause }: { detail?: string; cause?: unknown } = {},
): DomainError =>
  new DomainError(
    'sso_refused',
    'The sign-in failed. Start again at /sign-in, or contact your centre’s administrator.',
    { onRecord: { reason, ...(detail !== undefined && { detail }) }, cause },
  )
