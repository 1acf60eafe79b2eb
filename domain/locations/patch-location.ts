import { Address } from '../core/address.ts'
import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import { jsonOrNull } from '../core/json.ts'
import { mergedMember } from '../core/merge-patch.ts'
import type { RecordRef } from '../core/record-ref.ts'
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
