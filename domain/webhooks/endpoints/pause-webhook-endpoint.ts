import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { announceEndpoint } from './announce-endpoint.ts'
import { webhookEndpointRecord } from './record.ts'
import { statusAfter } from './status-after.ts'

/** Stops delivering; what is due waits, and further events are kept for it. */
export const pauseWebhookEndpoint = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, webhookEndpointRecord, {
    fields: (before, tx) => statusAfter('pause', before, tx),
    effects: announceEndpoint,
  })
