import { archiving } from '#platform/core/records/archive-record.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { failPending } from '../deliveries/fail-pending.ts'
import { announceEndpoint } from './announce-endpoint.ts'
import { webhookEndpointRecord } from './record.ts'

/** Ends a subscription. Its deliveries stay readable, and pending ones fail with `endpoint_deleted`. */
export const deleteWebhookEndpoint = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, webhookEndpointRecord, {
    ...archiving,
    effects: async (tx, after) => {
      await failPending(tx, after.id, 'endpoint_deleted')
      await announceEndpoint(tx, after)
    },
  })
