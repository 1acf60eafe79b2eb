import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { formTemplateRecord } from './record.ts'

/** It is asked no more, also where a service requires it; who was asked can still answer. */
export const archiveFormTemplate = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, formTemplateRecord, archiving)
