import {
  assertFreshStepUp,
  OWN_CREDENTIALS_MINUTES,
} from '#platform/core/access/assert-fresh-step-up.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { notifyOfCredentials } from './notify-of-credentials.ts'
import { endCodes } from './replace-recovery-codes.ts'
import { loadUsablePasskeys } from './queries.ts'
import { assertMayChangeOfUser } from '../users/assert-may-change-of-user.ts'
import { passkeyRecord } from './record.ts'

/**
 * Revokes a passkey permanently and immediately. Repeating the call changes nothing. If it is the last passkey,
 * the recovery codes become invalid too.
 */
export const revokePasskey = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, passkeyRecord, {
    fields: async (before, tx) => {
      await assertMayChangeOfUser(tx, before.userId, 'passkey')
      await assertFreshStepUp(tx, OWN_CREDENTIALS_MINUTES)
      await lockRecord(tx, 'users', before.userId)
      return { revokedAt: before.revokedAt ?? tx.now }
    },
    effects: async (tx, { id, userId, name }, before) => {
      if (before.revokedAt) return
      const others = await loadUsablePasskeys(tx, userId)
      if (others.length === 0) await endCodes(tx, userId)
      await notifyOfCredentials(tx, {
        userId,
        what: 'PASSKEY_REVOKED',
        name,
        dedupeKey: `${id}/revoked`,
      })
    },
  })
