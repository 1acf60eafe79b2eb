import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertNotErased } from '../persons/person.ts'
import { clientRecord } from './record.ts'

export const restoreClient = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, clientRecord, {
    fields: async ({ id }, tx) => {
      await assertNotErased(tx, [id])
      return { archivedAt: null }
    },
  })
