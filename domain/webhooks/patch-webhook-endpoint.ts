import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import { authorise } from '../core/permissions.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { assertEndpointUrl } from './address-policy.ts'
import { CLOSED_BREAKER } from './breaker.ts'
import { webhookEndpointRecord } from './record.ts'
import type { PatchWebhookEndpoint } from './schemas.ts'

/** Pending deliveries go to the new URL; new event types hold for events to come. */
export const patchWebhookEndpoint = async (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchWebhookEndpoint },
) => {
  authorise(ctx.actor, 'webhook-endpoints:write')
  if (patch.url !== undefined) await assertEndpointUrl(ctx.platform, patch.url)
  return changeRecord(ctx, ref, webhookEndpointRecord, {
    fields: () => ({ ...patch, ...(patch.url !== undefined && CLOSED_BREAKER) }),
  })
}
