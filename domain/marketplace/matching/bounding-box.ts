import type { Coordinates } from '#platform/core/contact/coordinates.ts'

/** A box in degrees that contains a circle, for an index lookup before distances are computed. */
export interface BoundingBox {
  south: number
  north: number
  west: number
  east: number
}

const KM_PER_DEGREE = 111.19

/** A box that touches a pole or the date line spans all longitudes: it only has to contain the circle. */
export const boundingBox = (
  { latitude, longitude }: Coordinates,
  radiusKm: number,
): BoundingBox => {
  const height = radiusKm / KM_PER_DEGREE
  const south = latitude - height
  const north = latitude + height
  const around = { south: Math.max(-90, south), north: Math.min(90, north), west: -180, east: 180 }
  if (south <= -90 || north >= 90) return around
  const narrowest = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const width = height / narrowest
  const west = longitude - width
  const east = longitude + width
  return west < -180 || east > 180 ? around : { south, north, west, east }
}
