import { newWebhookSecret } from '../../providers/webhooks/index.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { authorise } from '../core/permissions.ts'
import { freshRecord } from '../core/record-ref.ts'
import { transact } from '../core/transaction.ts'
import { assertEndpointUrl } from './address-policy.ts'
import { patchedHeaders } from './headers.ts'
import {
  toWebhookEndpoint,
  type CreateWebhookEndpoint,
  type NewWebhookEndpoint,
} from './schemas.ts'
import { sealSecret } from './secrets.ts'

/** Subscribes a URL to events. The secret is answered this once and kept encrypted. */
export const createWebhookEndpoint = async (
  ctx: Context,
  { headers = {}, ...input }: CreateWebhookEndpoint,
): Promise<NewWebhookEndpoint> => {
  authorise(ctx.actor, 'webhook-endpoints:write')
  await assertEndpointUrl(ctx.platform, input.url)
  return transact(ctx, 'webhook-endpoints:write', async (tx) => {
    const { cipher } = tx.platform
    const id = newId('webhookEndpoint')
    const secret = newWebhookSecret()
    const row = await tx.db.webhookEndpoint.create({
      data: {
        ...freshRecord(tx, id),
        ...input,
        headers: patchedHeaders(cipher, id, [], headers),
        status: 'ACTIVE',
        statusChangedAt: tx.now,
        secrets: [sealSecret(cipher, id, secret)],
      },
    })
    tx.audit({ type: 'webhook_endpoint', id }, undefined, row)
    return { ...toWebhookEndpoint(row, { now: tx.now, facts: undefined }), secret }
  })
}
