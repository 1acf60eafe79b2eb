import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../../dev/paths.ts'
import { DRILLS, LISTED_TESTS } from './index.ts'

test('each drill has a line in docs/reliability.md, and each such line has a drill', () => {
  const page = readFileSync(path.join(root, 'docs', 'reliability.md'), 'utf8')
  const shown = [...page.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name]) => name)
  expect(new Set(shown)).toEqual(new Set(DRILLS.map(({ name }) => name)))
})

test('tests that replace drills exist', () => {
  const files = LISTED_TESTS.flatMap((it) => it.files)
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
