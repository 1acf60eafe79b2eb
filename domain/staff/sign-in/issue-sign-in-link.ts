import type { Context } from '#platform/core/context/context.ts'
import { invalid, notFound } from '#platform/core/errors/errors.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createSignInLink, type CreatedLink } from './create-sign-in-link.ts'

/**
 * Creates a link for an operator to hand over, for example to a centre's first owner or if e-mail fails. It is
 * recorded in the centre's audit trail.
 */
export const issueSignInLink = (ctx: Context, { email }: { email: string }): Promise<CreatedLink> =>
  transact(ctx, 'users:write', async (tx) => {
    const user = await tx.db.user.findFirst({
      where: { tenantId: tx.tenantId, email: email.toLowerCase() },
    })
    if (!user) throw notFound('user')
    if (user.status === 'DEACTIVATED')
      throw invalid('email', 'not_allowed', 'The user is deactivated. Reactivate the user first.')
    return createSignInLink(tx, { userId: user.id, purpose: 'OPERATOR' })
  })
