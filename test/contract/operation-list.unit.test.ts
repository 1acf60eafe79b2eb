import { expect, test, describe } from 'vitest'

import { operations } from '../../api/resources/index.ts'
import { scopesFor } from '#platform/core/access/permissions.ts'
import { PAGED } from './operations/pages.ts'
import { needsScenario, scenarioOf } from './scenarios.ts'

describe('the list of operations', () => {
  test('contains each id and route once', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(
      operations.length,
    )
  })

  test('is covered: each operation has an example call', () => {
    const missing = operations.filter((it) => needsScenario(it) && !scenarioOf(it))
    expect(missing.map(({ id }) => id)).toEqual([])
  })

  test('describes each of its tags once', () => {
    const described = new Map(
      operations.flatMap(({ tag, tagAbout }) => (tagAbout ? [[tag, tagAbout]] : [])),
    )
    for (const { tag, tagAbout } of operations)
      expect([tag, tagAbout ?? described.get(tag)]).toEqual([tag, described.get(tag) ?? 'nowhere'])
  })

  test('contains many paged operations', () => {
    expect(PAGED.length).toBeGreaterThanOrEqual(60)
  })

  test('names existing scopes for every operation', () => {
    const ungranted = operations.filter(({ permissions }) =>
      permissions.some((permission) => scopesFor(permission).length === 0),
    )
    expect(ungranted.map(({ id }) => id)).toEqual([])
  })
})
