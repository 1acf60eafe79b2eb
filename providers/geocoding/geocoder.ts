/** An address as a geocoder is asked for it: no name of a person, nothing but where. */
export interface PostalAddress {
  line1: string
  city: string
  region?: string | undefined
  postalCode: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** Degrees, as GPS has them (WGS 84). */
export interface Place {
  latitude: number
  longitude: number
}

/** Where addresses are. What it does not find, or cannot be asked, is null: nothing depends on an answer. */
export interface Geocoder {
  find: (address: PostalAddress) => Promise<Place | null>
}
