import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { guardianshipRecord } from './record.ts'
import { assertLasting } from './rules.ts'
import type { PatchGuardianship } from './schemas.ts'

export const patchGuardianship = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchGuardianship },
) =>
  changeRecord(ctx, ref, guardianshipRecord, {
    fields: async (before, tx) => {
      assertLasting(before, 'patch')
      if (patch.payerId !== before.payerId)
        await assertReferences(tx, 'payer', { payerId: patch.payerId })
      return patch
    },
  })
