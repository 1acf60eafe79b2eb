import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { codeHashes } from './code-hashes.ts'
import { notifyOfCredentials } from './notify-of-credentials.ts'

/** Uses up a recovery code of a user and notifies them. Of several simultaneous attempts only one succeeds. */
export const useRecoveryCode = async (
  tx: Transaction,
  { userId, code }: { userId: string; code: string },
): Promise<void> => {
  const hashes = codeHashes(tx.platform.cipher, userId, code)
  const [left] = await tx.sql<{ left: number }>(USE, [tx.tenantId, userId, hashes])
  if (!left)
    throw new DomainError(
      'passkey_refused',
      'This is not one of your recovery codes, or it has already been used. Try another code.',
      { onRecord: { reason: 'RECOVERY_CODE_UNKNOWN' } },
    )
  tx.did({ type: 'user', id: userId }, { recoveryCodesLeft: left.left })
  const dedupeKey = newId('message')
  await notifyOfCredentials(tx, { userId, what: 'RECOVERY_CODE_USED', dedupeKey })
}

const USE = `UPDATE recovery_codes SET hashes = ARRAY(SELECT hash FROM unnest(hashes) hash WHERE hash <> ALL ($3))
  WHERE tenant_id = $1 AND user_id = $2 AND hashes && $3 RETURNING cardinality(hashes) AS left`
