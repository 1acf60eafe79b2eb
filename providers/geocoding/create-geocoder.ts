import type { Geocoder } from './geocoder.ts'
import { createNominatim } from './nominatim.ts'
import { sandboxGeocoder } from './sandbox.ts'

const NOTHING: Geocoder = { find: () => Promise.resolve(null) }

/** The geocoder that GEOCODER configures: `sandbox`, `none`, or the address of a service. */
export const createGeocoder = (name: string, userAgent: string): Geocoder => {
  if (name === 'sandbox') return sandboxGeocoder
  if (name === 'none') return NOTHING
  return createNominatim({ url: name, userAgent })
}
