import { transact } from '#platform/core/transactions/transaction.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { signInContext, type SigningIn } from './sign-in-context.ts'
import { sendAnotherLink } from './send-sign-in-link.ts'

export interface SignInRequest {
  email: string
  /** The secret of the requesting browser. */
  browserSecret: string
  /** The network site of the request. */
  askedFrom: string
}

/**
 * Sends a sign-in link for every centre in which the address has a user. Returns nothing, so that only the
 * mailbox reveals whether an account exists.
 */
export const requestSignIn = async (
  ctx: SigningIn,
  { email, browserSecret, askedFrom }: SignInRequest,
): Promise<void> => {
  const users = await systemSql(ctx.platform)<UserRef>(FIND_USERS, [email.toLowerCase()])
  await Promise.all(
    users.map(({ tenantId, id }) =>
      transact(signInContext(ctx, { tenantId, id }), 'users:write', (tx) =>
        sendAnotherLink(tx, { userId: id, purpose: 'SIGN_IN', browserSecret, askedFrom }),
      ),
    ),
  )
}

interface UserRef {
  tenantId: string
  id: string
}

/** A person is a user of few centres. In a suspended centre, only owners sign in. */
const FIND_USERS = {
  name: 'sign_in_users',
  text: `SELECT u.tenant_id AS "tenantId", u.id FROM users u JOIN tenants t USING (tenant_id)
    WHERE u.email = $1 AND u.status <> 'DEACTIVATED' AND (t.status = 'ACTIVE' OR 'OWNER' = ANY (u.roles)) AND NOT EXISTS (
      SELECT FROM sso_domains d JOIN sso_connections c ON c.tenant_id = d.tenant_id AND c.id = d.connection_id
      WHERE d.tenant_id = u.tenant_id AND d.domain = split_part(u.email, '@', 2) AND c.is_required) LIMIT 20`,
}
