import { expect, test } from 'vitest'
import { ID_PREFIXES } from '#platform/core/records/ids.ts'

/**
 * Both were released with this prefix, and stored ids keep theirs. No code finds a kind by it, so a confused id answers
 * `not_found`.
 */
const RELEASED_TWICE = ['aiModel', 'appointmentImport']

test('no two kinds of records share an id prefix', () => {
  const kinds = Map.groupBy(Object.entries(ID_PREFIXES), ([, prefix]) => prefix)
  const shared = [...kinds.values()].filter(({ length }) => length > 1)
  expect(shared.map((entries) => entries.map(([kind]) => kind).toSorted())).toEqual([
    RELEASED_TWICE,
  ])
})

test('every id prefix has two to four lower-case letters', () => {
  expect(Object.values(ID_PREFIXES).filter((prefix) => !/^[a-z]{2,4}$/.test(prefix))).toEqual([])
})
