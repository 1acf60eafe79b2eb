import { endpointMoves, setByPerson } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { announceEndpoint } from './announce-endpoint.ts'
import { CLOSED_BREAKER } from './breaker.ts'
import { webhookEndpointRecord } from './record.ts'

/**
 * Resumes deliveries, oldest first, even for a disabled endpoint. Paused time does not count: deliveries that
 * wait have 24 hours from now.
 */
export const resumeWebhookEndpoint = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, webhookEndpointRecord, endpointMoves, 'resume', {
    fields: (before, tx, status) => ({
      ...setByPerson(before, tx, status),
      failingStartedAt: null,
      ...CLOSED_BREAKER,
    }),
    effects: announceEndpoint,
  })
