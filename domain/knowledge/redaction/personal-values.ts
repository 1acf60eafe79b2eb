import type { PersonalValue } from './create-redaction.ts'

/** A person on record, with their identifying values. */
export interface KnownPerson {
  id: string
  name: string
  /** YYYY-MM-DD. */
  birthDate: string | null
  email: string | null
  phone: string | null
  address: Readonly<Record<string, string>> | null
}

/**
 * The values of a person that can occur in text: the name and its parts, dates in common formats, and parts of
 * the address.
 */
export const personalValues = ({
  id,
  name,
  birthDate,
  email,
  phone,
  address,
}: KnownPerson): PersonalValue[] => {
  const names = [name, ...partsOf(name)]
  const { line1, line2, city, postalCode } = address ?? {}
  const place =
    postalCode !== undefined && city !== undefined ? [`${postalCode} ${city}`, postalCode] : []
  return [
    ...valuesOf('ID', [id]),
    ...valuesOf('EMAIL', [email]),
    ...valuesOf('PHONE', [phone]),
    ...valuesOf('BIRTH_DATE', birthDate === null ? [] : writingsOf(birthDate)),
    ...valuesOf('ADDRESS', [line1, line2, ...place]),
    ...valuesOf(
      'NAME',
      names.flatMap((it) => [it, it.toUpperCase()]),
    ),
  ]
}

const valuesOf = (
  kind: PersonalValue['kind'],
  texts: readonly (string | null | undefined)[],
): PersonalValue[] => [...new Set(texts)].flatMap((text) => (text ? [{ kind, text }] : []))

/**
 * The parts of a name: "Anna-Lena Weiss" can also occur as Anna-Lena, Anna, Lena or Weiss. An initial
 * identifies nobody.
 */
const partsOf = (name: string): string[] =>
  [...name.split(/\s+/), ...name.split(/[\s-]+/)].filter((part) => part.length > 1)

const LONG_DATES = ['en-US', 'en-GB', 'de', 'es', 'fr'].map(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
)

/** Common ways to write a date: 2019-04-03, 3.4.2019, 04/03/2019, 3 April 2019… */
const writingsOf = (date: string): string[] => {
  const [year, month, day] = date.split('-') as [string, string, string]
  const [m, d] = [String(Number(month)), String(Number(day))]
  const at = new Date(`${date}T00:00:00Z`)
  const long = LONG_DATES.map((format) => format.format(at))
  const numbers = ['.', '/', '-'].flatMap((between) =>
    [year, year.slice(2)].flatMap((y) => [
      [day, month, y].join(between),
      [d, m, y].join(between),
      [month, day, y].join(between),
      [m, d, y].join(between),
    ]),
  )
  return [date, ...numbers, ...long]
}
