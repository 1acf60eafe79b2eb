import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { mergedMember } from '#platform/core/input/merge-patch.ts'
import { endLinksOfAddress } from '#messaging/links/end-links.ts'
import { columnsOf } from './columns-of.ts'
import { AgeRange, ProviderInsurance, ServiceArea } from './profile-schemas.ts'
import { providerRecord } from './record.ts'
import { newReferences } from './rules.ts'
import type { PatchProvider } from './schemas.ts'

/** Changes a provider. A location that was archived later may stay in the list, but cannot be added. */
export const patchProvider = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchProvider },
) =>
  changeRecord(ctx, ref, providerRecord, {
    fields: async (before, tx) => {
      const added = newReferences('locationIds', patch.locationIds ?? [], before.locationIds)
      await assertReferences(tx, 'location', added)
      const { insurance, ageRange, serviceArea, ...fields } = patch
      return {
        ...fields,
        ...columnsOf({
          insurance: mergedMember('insurance', ProviderInsurance, before.insurance, insurance),
          ageRange: mergedMember('ageRange', AgeRange, before.ageRange, ageRange),
          serviceArea: mergedMember('serviceArea', ServiceArea, before.serviceArea, serviceArea),
        }),
      }
    },
    effects: (tx, after, before) =>
      endLinksOfAddress(tx, after, { before: before.email, after: after.email }),
  })
