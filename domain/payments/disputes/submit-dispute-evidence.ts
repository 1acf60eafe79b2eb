import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertInvoices } from './assert-invoices.ts'
import type { DisputeEvidence } from './dispute-evidence.ts'
import { disputeRecord } from './record.ts'
import { responseTo } from './rules.ts'
import { followResponse } from './workflows.ts'

const record = { ...disputeRecord, permission: ['disputes:write', 'invoices:read'] as const }

/**
 * Submits evidence to the bank through the gateway. This is possible once; if the gateway refuses the evidence,
 * it can be submitted again.
 */
export const submitDisputeEvidence = (
  ctx: Context,
  { texts, documents, ...ref }: RecordRef & DisputeEvidence,
) =>
  changeRecord(ctx, ref, record, {
    fields: async (before, tx) => {
      const response = responseTo(before, 'EVIDENCE', tx.now)
      await assertInvoices(tx, before.paymentId, documents)
      return { ...response, evidence: jsonObject({ texts, documents }) }
    },
    effects: followResponse,
  })
