import { changeRecord, restoring } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { curatedAnswerRecord } from './record.ts'

export const restoreCuratedAnswer = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, curatedAnswerRecord, restoring)
