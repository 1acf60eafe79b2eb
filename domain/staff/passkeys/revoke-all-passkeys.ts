import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { endSessions } from '../user-sessions/end-sessions.ts'
import { loadUsablePasskeys } from './queries.ts'
import { revokePasskey } from './revoke-passkey.ts'

/**
 * Revokes all passkeys of a user who has lost them and the recovery codes, so that the user registers a first
 * one again. The user's sessions end too, in case somebody else has the passkeys.
 */
export const revokeAllPasskeys = (
  ctx: Context,
  { email }: { email: string },
): Promise<{ revoked: string[] }> =>
  transact(ctx, 'passkeys:write', async (tx) => {
    const where = { tenantId: tx.tenantId, email: email.toLowerCase() }
    const user = await tx.db.user.findFirst({ where })
    if (!user) throw notFound('user')
    tx.nothingChanged({ type: 'user', id: user.id })
    const passkeys = await loadUsablePasskeys(tx, user.id)
    for (const { id } of passkeys) await revokePasskey(tx, { id })
    await endSessions(tx, { userId: user.id })
    return { revoked: passkeys.map(({ id }) => id) }
  })
