import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertFieldFree } from './create-custom-field.ts'
import { customFieldRecord } from './record.ts'
import type { CustomField } from './schemas.ts'

export const restoreCustomField = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, customFieldRecord, {
    fields: async (before, tx) => {
      if (before.archivedAt) await assertFieldFree(tx, before.resource as CustomField['resource'])
      return { archivedAt: null }
    },
  })
