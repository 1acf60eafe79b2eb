import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assistantRecord } from './record.ts'

/** It answers no more. Its documents stay, and can be read and removed. */
export const archiveAssistant = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, assistantRecord, archiving)
