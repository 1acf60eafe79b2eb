import { z } from 'zod'
import type { Location as LocationModel } from '#prisma/generated/client.ts'
import { weeklyWindows } from '../schedules/weekly-windows.ts'
import { Address, PatchAddress } from '#platform/core/contact/address.ts'
import { Coordinates, coordinatesOf } from '#platform/core/contact/coordinates.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { timeZone } from '#platform/core/time/time.ts'

const members = {
  name: line(200).meta({
    description: 'Name of the location, as shown to families.',
    example: 'Berlin Mitte',
  }),
  timeZone: timeZone().meta({ description: 'IANA time zone.', example: 'Europe/Berlin' }),
  address: Address.nullable().meta({ description: 'Postal address; null if there is none.' }),
  coordinates: Coordinates.nullable().meta({
    description:
      'Position, used for distances; null if it is not known. If you save an address without coordinates, it is looked up.',
  }),
  phone: line(40).nullable().meta({
    description: 'Telephone number for families; null if there is none.',
    example: '+49 30 1234567',
  }),
  hours: weeklyWindows()
    .nullable()
    .meta({
      description:
        'Opening hours of the location, in its time zone. Null if it is always open, except for closures.',
      example: [{ weekday: 'MONDAY', startTime: '08:00', endTime: '18:00' }],
    }),
}

export const Location = resourceSchema('Location', {
  id: idOf('location'),
  ...members,
  ...archivableMembers,
})
export type Location = z.infer<typeof Location>

export const CreateLocation = z
  .strictObject({
    name: members.name,
    timeZone: members.timeZone,
    address: members.address.exactOptional(),
    coordinates: members.coordinates.exactOptional(),
    phone: members.phone.exactOptional(),
    hours: members.hours.exactOptional(),
  })
  .meta({ id: 'CreateLocation', example: { name: 'Berlin Mitte', timeZone: 'Europe/Berlin' } })
export type CreateLocation = z.infer<typeof CreateLocation>

export const PatchLocation = z
  .strictObject({
    name: members.name.exactOptional(),
    timeZone: members.timeZone.exactOptional(),
    address: PatchAddress.nullable()
      .exactOptional()
      .meta({ description: 'Postal address; null removes it.' }),
    coordinates: members.coordinates.exactOptional(),
    phone: members.phone.exactOptional(),
    hours: members.hours.exactOptional(),
  })
  .meta({ id: 'PatchLocation', example: { name: 'Berlin Kreuzberg' } })
export type PatchLocation = z.infer<typeof PatchLocation>

export const toLocation = (row: LocationModel): Location => ({
  id: row.id,
  name: row.name,
  timeZone: row.timeZone,
  address: fromJson(Location.shape.address, row.address),
  coordinates: coordinatesOf(row),
  phone: row.phone,
  hours: fromJson(Location.shape.hours, row.hours),
  ...archivableOf(row),
})

/** The coordinates as columns. */
export const columnsOf = (coordinates: Coordinates | null) => ({
  latitude: coordinates?.latitude ?? null,
  longitude: coordinates?.longitude ?? null,
})
