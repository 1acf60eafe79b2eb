import { exampleId, idOf } from '#platform/core/records/ids.ts'

/** Where something takes place and what it is, for filters of subscribers. Older events have none. */
export const placeFacts = {
  locationId: idOf('location').exactOptional(),
  serviceId: idOf('service').exactOptional(),
}

export const placeExample = { locationId: exampleId('location'), serviceId: exampleId('service') }

/** The facts of a record; one that it does not have is left out. */
export const placeOf = (row: { locationId?: string | null; serviceId: string | null }) => ({
  ...(row.locationId && { locationId: row.locationId }),
  ...(row.serviceId && { serviceId: row.serviceId }),
})
