import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { aiModelRecord } from './record.ts'

/** It is asked no more. Its calls stay on record. */
export const archiveAiModel = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, aiModelRecord, archiving)
