import type { OutsideContext } from '#platform/core/context/context.ts'
import type { Coordinates } from '#platform/core/contact/coordinates.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import type { MatchTherapists } from './schemas.ts'

/** The number of decimals in the degrees of an address: about 100 m, enough for distances. */
const DIGITS = 3

/** Geocodes a family's address, before the transaction of the match. */
export const locateFamily = async (
  ctx: OutsideContext,
  { address }: Pick<MatchTherapists, 'address'>,
): Promise<Coordinates | undefined> => {
  if (!address) return undefined
  const found = await ctx.platform.geocoder.find(address)
  if (!found)
    throw invalid(
      'address',
      'not_found',
      'The platform’s geocoder could not find the address. Send coordinates instead.',
    )
  return { latitude: rounded(found.latitude), longitude: rounded(found.longitude) }
}

const rounded = (degrees: number): number => Number(degrees.toFixed(DIGITS))
