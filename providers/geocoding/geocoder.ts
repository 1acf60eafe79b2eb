/** An address sent to a geocoder: only the location, never a person's name. */
export interface PostalAddress {
  line1: string
  city: string
  region?: string | undefined
  postalCode: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** Degrees, as in GPS (WGS 84). */
export interface Place {
  latitude: number
  longitude: number
}

/**
 * Finds addresses. Returns null if an address is not found or the service cannot be reached: nothing depends on
 * an answer.
 */
export interface Geocoder {
  find: (address: PostalAddress) => Promise<Place | null>
}
