import type { Context } from '#platform/core/context/context.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { cosignerFor } from '../notes/cosigner-for.ts'
import { addSignature } from './add-signature.ts'
import { assertOtherThanTherapist } from './assert-other-than-therapist.ts'
import { reportMoves } from './moves.ts'
import { cosignedReportRecord } from './record.ts'
import { replaceReport } from './replace-report.ts'

/** Adds the signature of the report's supervisor or their delegate, which completes the report. */
export const cosignClinicalReport = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, cosignedReportRecord, reportMoves, 'cosign', {
    fields: async (before, tx) => {
      await assertOtherThanTherapist(tx, before)
      return { signedAt: tx.now }
    },
    effects: async (tx, after) => {
      await addSignature(tx, after, { role: 'COSIGNER', ...(await cosignerFor(tx, after)) })
      await replaceReport(tx, after)
    },
  })
