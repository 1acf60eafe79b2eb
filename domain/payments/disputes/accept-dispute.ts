import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { disputeRecord } from './record.ts'
import { responseTo } from './rules.ts'
import { followResponse } from './workflows.ts'

/** Accepts a dispute: the payer keeps the money once the gateway has taken it. */
export const acceptDispute = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, disputeRecord, {
    fields: (before, { now }) => responseTo(before, 'ACCEPTANCE', now),
    effects: followResponse,
  })
