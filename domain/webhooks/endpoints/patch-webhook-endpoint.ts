import type { WebhookEndpoint as EndpointModel } from '#prisma/generated/client.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { mergedMember } from '#platform/core/input/merge-patch.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { AllowedUrl } from './allowed-url.ts'
import { CLOSED_BREAKER } from './breaker.ts'
import { EventFilter } from './event-filter.ts'
import {
  patchedHeaders,
  SealedHeaders,
  type HeaderPatch,
  type SealedHeader,
} from './sealed-header.ts'
import { webhookEndpointRecord } from './record.ts'
import type { PatchWebhookEndpoint } from './schemas.ts'
import { announceEndpoint } from './announce-endpoint.ts'
import { assertMayDirect } from './assert-may-direct.ts'

/** Changes an endpoint. Pending deliveries go to the new URL; new types and filters apply to future events. */
export const patchWebhookEndpoint = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: Omit<PatchWebhookEndpoint, 'url'> },
  url?: AllowedUrl,
) => {
  const { headers, filter, ...fields } = patch
  return changeRecord(ctx, ref, webhookEndpointRecord, {
    fields: async (before, tx) => {
      const widens = fields.eventTypes !== undefined || filter !== undefined
      if (url !== undefined || headers !== undefined || widens) await assertMayDirect(tx)
      return {
        ...fields,
        ...(url !== undefined && { url }),
        ...((url !== undefined || headers !== undefined) && CLOSED_BREAKER),
        ...(filter !== undefined && {
          filter: mergedMember('filter', EventFilter, before.filter, filter) ?? {},
        }),
        ...(headers !== undefined && { headers: headersAfter(tx, before, headers) }),
      }
    },
    effects: announceEndpoint,
  })
}

const headersAfter = (
  { platform }: Transaction,
  { id, headers }: EndpointModel,
  patch: HeaderPatch | null,
): SealedHeader[] =>
  patch ? patchedHeaders(platform.cipher, id, fromJson(SealedHeaders, headers), patch) : []
