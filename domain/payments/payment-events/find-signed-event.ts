import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import type { StripeEvent } from '#providers/payments/stripe-events.ts'
import { openWebhookSecret } from '../payment-accounts/seal-secret-key.ts'

/** The account of an event, in any tenant, because the sender does not say which. */
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
 * Finds the account by URL and verifies the signature with its secret. An event signed for another account
 * counts as forged.
 */
export const findSignedEvent = async (
  platform: Platform,
  accountId: string,
  { body, signature }: { body: string; signature: string },
): Promise<SignedEvent> => {
  const [account] = await systemSql(platform)<WebhookAccount>(FIND, [accountId])
  const secret =
    account && openWebhookSecret(platform.cipher, account.id, account.sealedWebhookSecret)
  const { readStripeEvent } = await import('#providers/payments/stripe-events.ts')
  const event = secret && readStripeEvent(body, signature, secret, platform.clock.now())
  if (account && event) return { account, event }
  throw new DomainError(
    'signature_refused',
    'The signature was not made with the account’s webhook secret, or is too old. Compare webhookSecret with the secret of the endpoint at the gateway.',
  )
}

/** The context of a gateway, which can only trigger a check of payments and is identified by its account. */
export const gatewayContext = (
  ctx: Omit<Context, 'actor' | 'tenantId'>,
  { tenantId, id }: WebhookAccount,
): Context => ({
  ...ctx,
  tenantId,
  // Movements of money are recorded even if the centre was suspended meanwhile.
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
