import { exampleId, idOf } from '#platform/core/records/ids.ts'

/** Place and kind of a subject, for subscribers' filters. Older events have none. */
export const placeFacts = {
  locationId: idOf('location').exactOptional(),
  serviceId: idOf('service').exactOptional(),
}

export const placeExample = { locationId: exampleId('location'), serviceId: exampleId('service') }

/** The facts of a record; missing ones are omitted. */
export const placeOf = (row: { locationId?: string | null; serviceId: string | null }) => ({
  ...(row.locationId && { locationId: row.locationId }),
  ...(row.serviceId && { serviceId: row.serviceId }),
})
