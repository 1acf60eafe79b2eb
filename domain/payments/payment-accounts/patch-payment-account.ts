import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { paymentAccountRecord } from './record.ts'
import { assertNoKeys, assertSameMode } from './rules.ts'
import type { PatchPaymentAccount } from './schemas.ts'
import { sealSecretKey, sealWebhookSecret } from './seal-secret-key.ts'

/** Renames an account or replaces its keys within the same mode. */
export const patchPaymentAccount = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchPaymentAccount },
) => {
  const { secretKey, webhookSecret, ...fields } = patch
  return changeRecord(ctx, ref, paymentAccountRecord, {
    fields: (before, tx) => {
      const { cipher } = tx.platform
      if (before.kind === 'SANDBOX') assertNoKeys(patch)
      assertSameMode(before.isLive, patch)
      return {
        ...fields,
        ...(secretKey !== undefined && sealSecretKey(cipher, before.id, secretKey)),
        ...(webhookSecret !== undefined && sealWebhookSecret(cipher, before.id, webhookSecret)),
      }
    },
  })
}
