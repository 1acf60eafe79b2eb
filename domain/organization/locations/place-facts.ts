import { exampleId, idOf } from '#platform/core/records/ids.ts'

/** The location and the service of a subject, for subscribers' filters. Older events lack them. */
export const placeFacts = {
  locationId: idOf('location').exactOptional(),
  serviceId: idOf('service').exactOptional(),
}

export const placeExample = { locationId: exampleId('location'), serviceId: exampleId('service') }

/** The location and the service of a record. Missing ones are omitted. */
export const placeOf = (row: { locationId?: string | null; serviceId: string | null }) => ({
  ...(row.locationId && { locationId: row.locationId }),
  ...(row.serviceId && { serviceId: row.serviceId }),
})
