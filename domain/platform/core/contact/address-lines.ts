import type { Address } from './address.ts'

/** An address formatted for a letter, as lines. */
export const addressLines = ({
  line1,
  line2,
  postalCode,
  city,
  region,
  country,
}: Address): string[] =>
  [line1, line2, `${postalCode} ${city}`, [region, country].filter(Boolean).join(', ')].filter(
    (text) => text !== undefined,
  )
