import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { assertReferences } from '#platform/core/references.ts'
import { providerRecord } from './record.ts'
import { newReferences } from './rules.ts'
import type { PatchProvider } from './schemas.ts'

/** A location that was archived since may stay in the list; it cannot be put into it. */
export const patchProvider = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchProvider },
) =>
  changeRecord(ctx, ref, providerRecord, {
    fields: async (before, tx) => {
      const added = newReferences('locationIds', patch.locationIds ?? [], before.locationIds)
      await assertReferences(tx, 'location', added)
      return patch
    },
  })
