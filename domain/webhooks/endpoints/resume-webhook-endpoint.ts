import { endpointMoves, setByPerson } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { announceEndpoint } from './announce-endpoint.ts'
import { CLOSED_BREAKER } from './breaker.ts'
import { webhookEndpointRecord } from './record.ts'

/**
 * Delivers again, what waited first; also to an endpoint that was disabled. Time paused does not count:
 * what waited has 24 hours from now on.
 */
export const resumeWebhookEndpoint = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, webhookEndpointRecord, endpointMoves, 'resume', {
    fields: (before, tx) => ({
      ...setByPerson('ACTIVE', before, tx),
      failingStartedAt: null,
      ...CLOSED_BREAKER,
    }),
    effects: announceEndpoint,
  })
