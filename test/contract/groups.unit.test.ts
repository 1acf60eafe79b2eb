import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { operations } from '../../api/resources/index.ts'
import { GROUPS, operationsOf, sectionOf, SECTIONS } from './groups.ts'

test('every operation belongs to exactly one group', () => {
  const grouped = GROUPS.flatMap((group) => operationsOf(group).map(({ id }) => id))
  expect(grouped.toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
})

test('no group is empty or too large for one file, and sections are unique', () => {
  const sizes = GROUPS.map((group) => operationsOf(group).length)
  expect(Math.min(...sizes)).toBeGreaterThan(10)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(60)
  const sections = Object.values(SECTIONS).flat()
  expect(new Set(sections).size).toBe(sections.length)
  const known = new Set(operations.map(sectionOf))
  expect(sections.filter((section) => !known.has(section))).toEqual([])
})

test('every group has its file in operations/, and every file has a group', () => {
  const files = globSync(`${path.join(import.meta.dirname, 'operations')}/*.test.ts`).map((file) =>
    path.basename(file, '.test.ts'),
  )
  expect(files.toSorted()).toEqual(GROUPS.toSorted())
})
