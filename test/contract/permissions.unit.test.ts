import { describe, expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'
import {
  permissionsIn,
  permissionsOf,
  scopeSetsFor,
  type Permission,
} from '#platform/core/permissions.ts'
import { neededToShow, readBy, readingPermissions } from './shown.ts'

/** What an answer shows takes the permission that reading the same elsewhere takes. */

const permissions = readingPermissions(operations)

describe('what operations need', () => {
  test('is known for the records of a child', () => {
    const expected: [string, Permission][] = [
      ['Child', 'children:read'],
      ['Goal', 'goals:read'],
      ['Session', 'sessions:read'],
      ['SessionNote', 'session-notes:read'],
      ['Assessment', 'assessments:read'],
      ['Consent', 'consents:read'],
    ]
    for (const [record, permission] of expected)
      expect(permissions.get(record), record).toBe(permission)
  })

  test.each(operations.map((operation) => ({ id: operation.id, operation })))(
    'includes reading what $id shows',
    ({ operation }) => {
      expect(readBy(operation)).toEqual(
        expect.arrayContaining(neededToShow(operation, permissions)),
      )
    },
  )

  test('includes, of insights, the records that they put into words', () => {
    const insights = operations.find(({ id }) => id === 'getChildInsights')!
    expect(neededToShow(insights, permissions)).toEqual([
      'children:read',
      'sessions:read',
      'goals:read',
    ])
  })
})

describe('sets of scopes', () => {
  test.each(operations.map((operation) => ({ id: operation.id, operation })))(
    'suffice for $id, each without a needless scope',
    ({ operation }) => {
      const needed = permissionsIn(operation.permissions)
      const suffices = (scopes: readonly string[]) =>
        needed.every((permission) => permissionsOf(scopes).has(permission))
      const sets = scopeSetsFor(operation.permissions)
      expect(sets.length).toBeGreaterThan(0)
      for (const set of sets) {
        expect(suffices(set), set.join(' ')).toBe(true)
        for (const scope of set) expect(suffices(set.filter((it) => it !== scope))).toBe(false)
      }
    },
  )
})
