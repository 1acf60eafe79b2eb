import { Address } from '#platform/core/contact/address.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { mergedMember } from '#platform/core/input/merge-patch.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertNothingInZone } from './assert-nothing-in-zone.ts'
import { locationRecord } from './record.ts'
import { placeOfAddress, type Located } from './locate-address.ts'
import { columnsOf, type PatchLocation } from './schemas.ts'

/**
 * Changes a location. Its zone can change only while nothing ahead is in the previous one. A new address gets new coordinates or, if none are found, none until they are given.
 */
export const patchLocation = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchLocation },
  found?: Located,
) =>
  changeRecord(ctx, ref, locationRecord, {
    fields: async (before, tx) => {
      if (patch.timeZone !== undefined && patch.timeZone !== before.timeZone)
        await assertNothingInZone(tx, before)
      const { address: addressPatch, hours, coordinates, ...fields } = patch
      const address = mergedMember('address', Address, before.address, addressPatch)
      const moved = address === undefined ? undefined : placeOfAddress(address, found)
      const at = coordinates === undefined ? moved : coordinates
      return {
        ...fields,
        ...(address !== undefined && { address: jsonOrNull(address) }),
        ...(at !== undefined && columnsOf(at)),
        ...(hours !== undefined && { hours: jsonOrNull(hours) }),
      }
    },
  })
