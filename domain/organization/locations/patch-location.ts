import { Address } from '#platform/core/address.ts'
import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { jsonOrNull } from '#platform/core/json.ts'
import { mergedMember } from '#platform/core/merge-patch.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { locationRecord } from './record.ts'
import type { PatchLocation } from './schemas.ts'

/** Appointments keep the zone that they were booked in; a new zone holds for later ones. */
export const patchLocation = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchLocation },
) =>
  changeRecord(ctx, ref, locationRecord, {
    fields: (before) => {
      const { address: addressPatch, hours, ...fields } = patch
      const address = mergedMember('address', Address, before.address, addressPatch)
      return {
        ...fields,
        ...(address !== undefined && { address: jsonOrNull(address) }),
        ...(hours !== undefined && { hours: jsonOrNull(hours) }),
      }
    },
  })
