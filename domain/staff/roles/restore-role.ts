import { changeRecord, restoring } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertMayGrant } from '#platform/identity/assert-may-grant.ts'
import { roleRecord } from './record.ts'
import { toRole } from './schemas.ts'

/** Judged as making it anew: connections of identity providers that name it give it from now on. */
export const restoreRole = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, roleRecord, {
    fields: async (row, tx) => {
      const { permissions, archivedAt } = toRole(row)
      const granted = { permissions, holder: 'PERSON' } as const
      await assertMayGrant(tx, archivedAt === null ? [] : [{ path: 'id', granted }])
      return restoring.fields()
    },
  })
