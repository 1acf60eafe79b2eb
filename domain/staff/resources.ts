import { roles } from './roles/resource.ts'
import { passkeys } from './passkeys/resource.ts'
import { users } from './users/resource.ts'
import { ssoConnections } from './sso-connections/resource.ts'
import { ssoSignIns } from './sso-sign-ins/resource.ts'
import { userSessions } from './user-sessions/resource.ts'
import { delegatedKeys } from './delegated-keys/resource.ts'
import { signIn } from './sign-in/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const staff = [
  roles,
  ssoConnections,
  users,
  passkeys,
  userSessions,
  delegatedKeys,
  signIn,
  ssoSignIns,
] as const
