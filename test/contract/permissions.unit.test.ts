import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { operations } from '../../api/resources/index.ts'
import { ANY_RECORD, namedBy, type Entity } from '#platform/core/records/ids.ts'
import { READ_BY } from '#vocabulary/resources.ts'
import {
  permissionsIn,
  permissionsOf,
  scopeSetsFor,
  type Permission,
} from '#platform/core/access/permissions.ts'
import { neededToShow, readBy, readingPermissions } from './shown.ts'

/** The kind of record named by the path. */
const idNamedBy = (params: z.ZodType): Entity | undefined => {
  const { id } = (params as z.ZodObject).shape
  const named = id && namedBy(id)
  return named === ANY_RECORD ? undefined : named
}

/** Null without the permission, which roles of centres made before it existed do not have. */
const NULL_WITHOUT: Readonly<Record<string, Permission>> = {
  getChildChart: 'diagnoses:read',
  exportChildRecord: 'diagnoses:read',
}

/** A response requires the permission for reading its content elsewhere. */

const permissions = readingPermissions(operations)

describe('the permissions of operations', () => {
  test('are defined for the records of a child', () => {
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

  test('include permission to read what the response shows', () => {
    const missing = operations.flatMap((operation) => {
      const readable = readBy(operation)
      return neededToShow(operation, permissions)
        .filter((permission) => !readable.includes(permission))
        .filter((permission) => NULL_WITHOUT[operation.id] !== permission)
        .map((permission) => `${operation.id}: ${permission}`)
    })
    expect(missing).toEqual([])
  })

  test('use the first permission of a resource to read its kind, as timelines do', () => {
    const byId = operations.flatMap(({ method, path, params, permissions: needed }) => {
      const entity = params && /^\/v1\/[a-z-]+\/\{id\}$/.test(path) ? idNamedBy(params) : undefined
      return method === 'get' && entity ? [{ entity, needed }] : []
    })
    expect(byId.length).toBeGreaterThan(40)
    const others = byId.filter(({ entity, needed }) => !needed.includes(`${READ_BY[entity]!}:read`))
    expect(others.map(({ entity }) => entity)).toEqual([])
  })

  test('include, for insights, permission to read the records they summarize', () => {
    const insights = operations.find(({ id }) => id === 'getChildInsights')!
    expect(neededToShow(insights, permissions)).toEqual([
      'children:read',
      'sessions:read',
      'goals:read',
    ])
  })
})

describe('sets of scopes', () => {
  test('are sufficient for every operation and contain no needless scope', () => {
    for (const { id, permissions: own } of operations) {
      const needed = permissionsIn(own)
      const suffices = (scopes: readonly string[]) =>
        needed.every((permission) => permissionsOf(scopes).has(permission))
      const sets = scopeSetsFor(own)
      expect(sets.length, id).toBeGreaterThan(0)
      for (const set of sets) {
        expect(suffices(set), `${id} ${set.join(' ')}`).toBe(true)
        for (const scope of set) expect(suffices(set.filter((it) => it !== scope)), id).toBe(false)
      }
    }
  })
})
