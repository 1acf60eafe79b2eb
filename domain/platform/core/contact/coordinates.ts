import { z } from 'zod'

/** A GPS position (WGS 84). */
export const Coordinates = z
  .strictObject({
    latitude: z
      .number()
      .min(-90)
      .max(90)
      .meta({ description: 'Degrees north of the equator; south is negative.', example: 52.5208 }),
    longitude: z.number().min(-180).max(180).meta({
      description: 'Degrees east of Greenwich; west is negative.',
      example: 13.4094,
    }),
  })
  .meta({ id: 'Coordinates', example: { latitude: 52.5208, longitude: 13.4094 } })
export type Coordinates = z.infer<typeof Coordinates>

/** Coordinates from two columns that are either both set or both null. */
export const coordinatesOf = ({
  latitude,
  longitude,
}: {
  latitude: number | null
  longitude: number | null
}): Coordinates | null => (latitude === null || longitude === null ? null : { latitude, longitude })
