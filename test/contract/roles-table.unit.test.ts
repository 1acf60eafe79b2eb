import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  permissionsOfRole,
  RESOURCES,
  ROLES,
  type Role,
} from '#platform/core/access/permissions.ts'
import { roleAccess, rolesMarkdown } from '../../api/documents/roles-table.ts'

const page = readFileSync(path.join(import.meta.dirname, '../../docs/access.md'), 'utf8')

test('docs/access.md shows what each role may read and change', () => {
  // Printed by `bin/therapy roles --markdown`.
  expect(page).toContain(`\n${rolesMarkdown()}\n`)
})

test('the table lists every resource once', () => {
  expect(roleAccess().map(({ resource }) => resource)).toEqual([...RESOURCES])
})

describe.each(Object.keys(ROLES) as Role[])('%s', (role) => {
  test('has exactly its permissions in the table', () => {
    const shown = roleAccess().flatMap(({ resource, roles }) =>
      roles[role] === '' ? [] : roles[role].split(', ').map((mode) => `${resource}:${mode}`),
    )
    expect(shown.toSorted()).toEqual([...permissionsOfRole(role)].toSorted())
  })
})
