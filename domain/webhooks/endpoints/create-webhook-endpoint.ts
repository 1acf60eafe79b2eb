import { newWebhookSecret } from '#providers/webhooks/index.ts'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertMayDirect } from './assert-may-direct.ts'
import type { AllowedUrl } from './allowed-url.ts'
import { patchedHeaders } from './sealed-header.ts'
import {
  toWebhookEndpoint,
  type CreateWebhookEndpoint,
  type NewWebhookEndpoint,
} from './schemas.ts'
import { sealSecret } from './sealed-secret.ts'

/** Subscribes a URL to events. The secret is returned only now; it is stored encrypted. */
export const createWebhookEndpoint = (
  ctx: Context,
  { headers = {}, signatureSchemes = ['v1'], ...input }: CreateWebhookEndpoint,
  url: AllowedUrl,
): Promise<NewWebhookEndpoint> =>
  transact(ctx, 'webhook-endpoints:write', async (tx) => {
    await assertMayDirect(tx)
    const { cipher } = tx.platform
    const id = newId('webhookEndpoint')
    const secret = newWebhookSecret()
    const row = await tx.db.webhookEndpoint.create({
      data: {
        ...freshRecord(tx, id),
        ...input,
        signatureSchemes,
        url,
        headers: patchedHeaders(cipher, id, [], headers),
        status: 'ACTIVE',
        statusChangedAt: tx.now,
        secrets: [sealSecret(cipher, id, secret)],
      },
    })
    tx.created({ type: 'webhookEndpoint', id }, row)
    return { ...toWebhookEndpoint(row, { now: tx.now, facts: undefined }), secret }
  })
