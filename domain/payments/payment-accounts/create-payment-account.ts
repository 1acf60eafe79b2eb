import { loadTenantRow } from '#organization/tenants/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import {
  assertKeys,
  assertNotLive,
  assertSameMode,
  assertSandboxAllowed,
  isLiveKey,
} from './rules.ts'
import { toPaymentAccount, type CreatePaymentAccount, type PaymentAccount } from './schemas.ts'
import { sealSecretKey, sealWebhookSecret } from './seal-secret-key.ts'

/** Connects the account for new payments. There can be only one; another one is refused with `already_exists`. */
export const createPaymentAccount = (
  ctx: Context,
  { secretKey, webhookSecret = null, ...input }: CreatePaymentAccount,
): Promise<PaymentAccount> =>
  transact(ctx, 'payment-accounts:write', async (tx) => {
    const { isTest } = await loadTenantRow(tx)
    const { cipher, paymentGateway } = tx.platform
    assertKeys(input.kind, { ...input, secretKey, webhookSecret })
    if (input.kind === 'SANDBOX') assertSandboxAllowed(isTest, paymentGateway)
    const isLive = secretKey !== undefined && isLiveKey(secretKey)
    assertSameMode(isLive, input)
    assertNotLive(isTest, isLive)
    const id = newId('paymentAccount')
    const row = await tx.db.paymentAccount.create({
      data: {
        ...freshRecord(tx, id),
        ...input,
        isLive,
        ...(secretKey !== undefined && sealSecretKey(cipher, id, secretKey)),
        ...sealWebhookSecret(cipher, id, webhookSecret),
      },
    })
    tx.created({ type: 'paymentAccount', id }, row)
    return toPaymentAccount(row)
  })
