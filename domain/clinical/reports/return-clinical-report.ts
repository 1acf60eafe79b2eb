import type { Context } from '#platform/core/context/context.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { cosignerFor } from '../notes/cosigner-for.ts'
import { assertOtherThanTherapist } from './assert-other-than-therapist.ts'
import { reportMoves } from './moves.ts'
import { cosignedReportRecord } from './record.ts'

/** Returns the report to its therapist as a draft with a reason, instead of co-signing. */
export const returnClinicalReport = (
  ctx: Context,
  { reason, ...ref }: RecordRef & { reason: string },
) =>
  moveRecord(ctx, ref, cosignedReportRecord, reportMoves, 'return', {
    fields: async (before, tx) => {
      await assertOtherThanTherapist(tx, before)
      await cosignerFor(tx, before)
      return { revision: before.revision + 1, supervisorId: null, returnReason: reason }
    },
  })
