import { Address } from '#platform/core/contact/address.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import type { Coordinates } from '#platform/core/contact/coordinates.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import { mergedMember } from '#platform/core/input/merge-patch.ts'
import { getLocation } from './queries.ts'
import type { CreateLocation, PatchLocation } from './schemas.ts'

/** The result of geocoding an address, before the transaction that saves it. */
export interface Located {
  address: Address
  coordinates: Coordinates | null
}

/**
 * Geocodes the address of a location that is saved without coordinates.
 * @param id the existing location that has the address
 */
export const locateAddress = async (
  ctx: OutsideContext,
  change: Pick<CreateLocation | PatchLocation, 'address' | 'coordinates'>,
  id?: string,
): Promise<Located | undefined> => {
  if (!change.address || change.coordinates !== undefined) return undefined
  const before = id ? (await getLocation(ctx, { id })).address : null
  const address = mergedMember('address', Address, before, change.address)
  if (!address) return undefined
  return { address, coordinates: await ctx.platform.geocoder.find(address) }
}

/**
 * The coordinates for an address. The result of geocoding applies only to its own address, because another one
 * may have been saved meanwhile.
 */
export const placeOfAddress = (
  address: Address | null,
  found: Located | undefined,
): Coordinates | null =>
  address && found && canonicalJson(found.address) === canonicalJson(address)
    ? found.coordinates
    : null
