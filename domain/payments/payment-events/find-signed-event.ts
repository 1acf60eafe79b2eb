import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { readStripeEvent, type StripeEvent } from '#providers/payments/stripe-events.ts'
import { openWebhookSecret } from '../payment-accounts/seal-secret-key.ts'

/** The account that an event is for, of whatever tenant: who sends it does not say. */
export interface WebhookAccount {
  tenantId: string
  id: string
  isLive: boolean
  gatewayAccountId: string | null
  sealedWebhookSecret: string
}

/** An event with the account whose secret signed it. */
interface SignedEvent {
  account: WebhookAccount
  event: StripeEvent
}

/**
 * Finds the account by the address and has its secret verify the bytes: an event of another account, or of nobody,
 * is the same as a forged one.
 */
export const findSignedEvent = async (
  platform: Platform,
  accountId: string,
  { body, signature }: { body: string; signature: string },
): Promise<SignedEvent> => {
  const [account] = await systemSql(platform)<WebhookAccount>(FIND, [accountId])
  const secret =
    account && openWebhookSecret(platform.cipher, account.id, account.sealedWebhookSecret)
  const event = secret && readStripeEvent(body, signature, secret, platform.clock.now())
  if (account && event) return { account, event }
  throw new DomainError(
    'signature_refused',
    'The account does not know this signature, or it is too old. Compare its webhookSecret with the endpoint at the gateway.',
  )
}

/** A gateway may have payments looked at, and nothing else; it is named by its account. */
export const gatewayContext = (
  ctx: Omit<Context, 'actor' | 'tenantId'>,
  { tenantId, id }: WebhookAccount,
): Context => ({
  ...ctx,
  tenantId,
  // What happened to money is put on record, also when the centre was suspended meanwhile.
  whileSuspended: true,
  actor: {
    kind: 'ANONYMOUS',
    id,
    permissions: new Set([
      'payments:read',
      'payments:write',
      'refunds:read',
      'refunds:write',
      'disputes:read',
      'disputes:write',
    ]),
  },
})

const FIND = {
  name: 'find_payment_account_by_id',
  text: `SELECT tenant_id AS "tenantId", id, is_live AS "isLive", gateway_account_id AS "gatewayAccountId",
    sealed_webhook_secret AS "sealedWebhookSecret" FROM payment_accounts WHERE id = $1 AND sealed_webhook_secret IS NOT NULL`,
}
