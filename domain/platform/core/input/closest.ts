import { distance } from 'fastest-levenshtein'

const MOST = 3
/** Longer names are not typing errors, and comparing them takes time. */
const LONGEST = 64

/** Names that are common in other interfaces, or endings of names, for something that has another name here. */
const OTHERWISE: [said: RegExp, name: string][] = [
  [/^appointment\.(created|cancelled)$/, 'booking.$1'],
  [/^booking\./, 'appointment.'],
  [/\.created$/, '.registered'],
  [/^(?:from|start|startdate|after|since)$/i, '[gte]'],
  [/^(?:to|until|end|enddate|before)$/i, '[lt]'],
  [/^(?:start|startdate|starttime|begin|begins)$/i, 'startsAt'],
  [/^(?:start|startdate|begin|begins)$/i, 'startsOn'],
  [/^(?:end|enddate|endtime|ends)$/i, 'endsAt'],
  [/^(?:end|enddate|ends)$/i, 'endsOn'],
  [/^q$/i, 'name'],
  // A range without its bound, or a record without the suffix of its id.
  [/^(\w+)$/, '$1[gte]'],
  [/^(\w+)$/, '$1[lt]'],
  [/^(\w+)$/, '$1Id'],
  [/^(?:tz|zone|timezone)$/i, 'timeZone'],
  [/^(?:pagesize|per_?page|page_size|count)$/i, 'limit'],
  [/^(?:page|page_?token|offset|starting_after|after)$/i, 'cursor'],
  [/^(?:order|order_?by|sort_?by)$/i, 'sort'],
  [/^(\w+)Id$/, '$1Ids'],
  [/^(\w+)Ids$/, '$1Id'],
]

/** Up to three probable names for a misspelled one; none if nothing is close. */
export const closest = (written: string, names: readonly string[]): string[] => {
  if (written.length > LONGEST) return []
  const word = written.replace('canceled', 'cancelled')
  const same = names.filter((name) => lettersOf(name) === lettersOf(word))
  if (same.length > 0) return same.slice(0, MOST)
  const called = OTHERWISE.filter(([said]) => said.test(word)).map((it) => word.replace(...it))
  const renamed = names.filter((name) => called.includes(name))
  if (renamed.length > 0) return renamed.slice(0, MOST)
  const bounds = called.filter((it) => it.startsWith('['))
  const ranges = names.filter((name) => bounds.some((bound) => name.endsWith(bound)))
  if (ranges.length > 0) return ranges.slice(0, MOST)
  return names
    .map((name) => ({ name, away: distance(word, name) }))
    .filter(({ name, away }) => away <= Math.min(word.length, name.length) / 4)
    .toSorted((a, b) => a.away - b.away)
    .slice(0, MOST)
    .map(({ name }) => name)
}

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** A question with these names to append to the error; empty if nothing is close. */
export const didYouMean = (written: string, names: readonly string[]): string =>
  hintOf(closest(written, names))

/** The same, for names that were found already. */
export const hintOf = (meant: readonly string[]): string =>
  meant.length === 0 ? '' : ` (did you mean ${meant.join(' or ')}?)`
