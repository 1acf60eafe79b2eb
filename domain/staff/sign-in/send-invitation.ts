import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { sendSignInLink } from './send-sign-in-link.ts'

/** Invites a user by e-mail. Earlier links become invalid. */
export const sendInvitation = async (tx: Transaction, { id }: { id: string }): Promise<void> => {
  await tx.sql(END_EARLIER, [tx.tenantId, id, tx.now])
  await sendSignInLink(tx, { userId: id, purpose: 'INVITATION' })
}

const END_EARLIER = `UPDATE sign_in_links SET expires_at = $3
  WHERE tenant_id = $1 AND user_id = $2 AND purpose = 'INVITATION' AND used_at IS NULL AND expires_at > $3`
