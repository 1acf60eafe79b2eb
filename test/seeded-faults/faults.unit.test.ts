import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../../dev/paths.ts'
import { FAULTS } from './faults.ts'
import { placeOf } from './plant.ts'

test('there are many faults with unique names', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(40)
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
})

test('every fault can still be planted', () => {
  const lost = FAULTS.flatMap((fault) => {
    if ('sql' in fault) return []
    try {
      placeOf(root, fault)
      return []
    } catch (error) {
      return [`${fault.name}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
  expect(lost).toEqual([])
})

test('every fault names existing tests', () => {
  const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) =>
    file.split(path.sep).join('/'),
  )
  const missing = FAULTS.flatMap(({ tests }) =>
    tests.filter((name) => !files.some((file) => file.includes(name))),
  )
  expect(missing).toEqual([])
})

test('every title filter of a fault matches a title or an operation', () => {
  const texts = globSync(['test/**/*.ts', 'api/resources/**/*.ts'], { cwd: root }).map((file) =>
    readFileSync(path.join(root, file), 'utf8'),
  )
  const parts = FAULTS.flatMap(({ title }) => title?.split(/\.\*|\|/) ?? [])
  expect(parts.filter((part) => !texts.some((text) => text.includes(part)))).toEqual([])
})
