import { endpointMoves, setByPerson } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { announceEndpoint } from './announce-endpoint.ts'
import { webhookEndpointRecord } from './record.ts'

/** Pauses deliveries. Due deliveries wait, and new events are kept. */
export const pauseWebhookEndpoint = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, webhookEndpointRecord, endpointMoves, 'pause', {
    fields: setByPerson,
    effects: announceEndpoint,
  })
