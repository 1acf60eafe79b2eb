import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { webhookCourierWorkflow } from '../deliveries/workflows.ts'
import { announceEndpoint } from './announce-endpoint.ts'
import { CLOSED_BREAKER } from './breaker.ts'
import { webhookEndpointRecord } from './record.ts'
import { statusAfter } from './status-after.ts'

/**
 * Delivers again, what waited first; also to an endpoint that was disabled. Time paused does not count:
 * what waited has 24 hours from now on.
 */
export const resumeWebhookEndpoint = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, webhookEndpointRecord, {
    fields: (before, tx) => ({
      ...statusAfter('resume', before, tx),
      failingStartedAt: null,
      ...CLOSED_BREAKER,
    }),
    effects: async (tx, after) => {
      tx.wake(webhookCourierWorkflow, after.id)
      await announceEndpoint(tx, after)
    },
  })
