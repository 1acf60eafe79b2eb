import type { PersonalValue } from './create-redaction.ts'

/** A person of the centre's records, with what says who they are. */
export interface KnownPerson {
  id: string
  name: string
  /** YYYY-MM-DD. */
  birthDate: string | null
  email: string | null
  phone: string | null
  address: Readonly<Record<string, string>> | null
}

/** What of a person may stand in a text: the name and its parts, dates as people write them, the parts of an address. */
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

/** "Anna-Lena Weiss" is also Anna-Lena, Anna, Lena and Weiss. An initial is nobody. */
const partsOf = (name: string): string[] =>
  [...name.split(/\s+/), ...name.split(/[\s-]+/)].filter((part) => part.length > 1)

const LONG_DATES = ['en-US', 'en-GB', 'de', 'es', 'fr'].map(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
)

/** A date as people write it: 2019-04-03, 3.4.2019, 04/03/2019, 3 April 2019… */
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
