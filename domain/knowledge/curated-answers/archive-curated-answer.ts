import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { curatedAnswerRecord } from './record.ts'

/** It answers no more: the documents do. */
export const archiveCuratedAnswer = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, curatedAnswerRecord, archiving)
