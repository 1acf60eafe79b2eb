import { z } from 'zod'
import { line } from '../records/record.ts'

const members = {
  line1: line(200).meta({ description: 'Street and number.', example: 'Lindenstraße 12' }),
  line2: line(200).meta({
    description: 'Additional address line, such as an apartment.',
    example: 'Hinterhaus',
  }),
  city: line(100).meta({ description: 'City or town.', example: 'Berlin' }),
  region: line(100).meta({ description: 'State, county or region.', example: 'Berlin' }),
  postalCode: line(20).meta({ description: 'Postal code.', example: '10969' }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 alpha-2 code' })
    .meta({ description: 'Country, as an ISO 3166-1 alpha-2 code.', example: 'DE' }),
}

export const Address = z
  .strictObject({
    line1: members.line1,
    line2: members.line2.exactOptional(),
    city: members.city,
    region: members.region.exactOptional(),
    postalCode: members.postalCode,
    country: members.country,
  })
  .meta({
    id: 'Address',
    example: { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' },
  })
export type Address = z.infer<typeof Address>

/** A merge patch: given members change, and the others stay. */
export const PatchAddress = z
  .strictObject({
    line1: members.line1.exactOptional(),
    line2: members.line2.nullable().exactOptional(),
    city: members.city.exactOptional(),
    region: members.region.nullable().exactOptional(),
    postalCode: members.postalCode.exactOptional(),
    country: members.country.exactOptional(),
  })
  .meta({ id: 'PatchAddress', example: { line1: 'Lindenstraße 14' } })
