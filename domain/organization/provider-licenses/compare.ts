import type { RegistryQuestion, RegistryRecord } from '#providers/registries/license-registry.ts'
import type { ProviderLicense } from './schemas.ts'

type Evidence = ProviderLicense['verification']['evidence'][number]

/** What a registry has, beside what is on record: one line for each thing that was compared. Pure. */
export const compare = (asked: RegistryQuestion, found: RegistryRecord | null): Evidence[] => {
  if (!found) return [line('npi', asked.npi, null)]
  const license = nearest(asked, found.licenses)
  return [
    line('npi', asked.npi, found.npi),
    line('status', 'ACTIVE', found.isActive ? 'ACTIVE' : 'INACTIVE'),
    {
      ...line('name', asked.name, nameOf(found.names[0])),
      matches: found.names.some((name) => isNamed(asked.name, name)),
    },
    {
      ...line('licenseNumber', asked.licenseNumber, license?.number ?? null),
      matches: license !== undefined && isSameNumber(asked.licenseNumber, license.number),
    },
    line('state', asked.state, license?.state ?? null),
    // Of a profession that the registry has no word for nothing is said.
    ...(license?.profession ? [line('profession', asked.profession, license.profession)] : []),
  ]
}

const line = (field: string, expected: string, found: string | null): Evidence => ({
  field,
  expected,
  found,
  matches: expected === found,
})

/** Of several licenses the one that was meant: of the state, with the number, of the profession. */
const nearest = (asked: RegistryQuestion, licenses: RegistryRecord['licenses']) => {
  const nearness = ({ state, number, profession }: (typeof licenses)[number]) =>
    (state === asked.state ? 4 : 0) +
    (isSameNumber(asked.licenseNumber, number) ? 2 : 0) +
    (profession === asked.profession ? 1 : 0)
  return licenses.toSorted((a, b) => nearness(b) - nearness(a))[0]
}

/** Registries write the same number with and without points and leading letters’ case. */
const isSameNumber = (a: string, b: string): boolean => bare(a) === bare(b)
const bare = (number: string): string => number.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const nameOf = (name: { first: string; last: string } | undefined): string | null =>
  name ? `${name.first} ${name.last}`.trim() : null

/** Whether a name with titles and middle names is the name of a registry. */
const isNamed = (full: string, { first, last }: { first: string; last: string }): boolean => {
  const words = new Set(wordsOf(full))
  const wanted = [...wordsOf(first).slice(0, 1), ...wordsOf(last)]
  return last !== '' && wanted.every((word) => words.has(word))
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
