import type { RegistryQuestion, RegistryRecord } from '#providers/registries/license-registry.ts'
import type { ProviderLicense } from './schemas.ts'

type Evidence = ProviderLicense['verification']['evidence'][number]

/** Compares a registry's data with the record: one line per item. Pure. */
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
    // If the registry does not state a profession that we know, it is not compared.
    ...(license?.profession ? [line('profession', asked.profession, license.profession)] : []),
  ]
}

const line = (field: string, expected: string, found: string | null): Evidence => ({
  field,
  expected,
  found,
  matches: expected === found,
})

/** The license to compare, among several: the one that matches best by state, number and profession. */
const nearest = (asked: RegistryQuestion, licenses: RegistryRecord['licenses']) => {
  const nearness = ({ state, number, profession }: (typeof licenses)[number]) =>
    (state === asked.state ? 4 : 0) +
    (isSameNumber(asked.licenseNumber, number) ? 2 : 0) +
    (profession === asked.profession ? 1 : 0)
  return licenses.toSorted((a, b) => nearness(b) - nearness(a))[0]
}

/** Registries write the same number with or without dots and in any case. */
const isSameNumber = (a: string, b: string): boolean => bare(a) === bare(b)
const bare = (number: string): string => number.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const nameOf = (name: { first: string; last: string } | undefined): string | null =>
  name ? `${name.first} ${name.last}`.trim() : null

/** Whether a name, which may have titles and middle names, matches the registry's name. */
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
