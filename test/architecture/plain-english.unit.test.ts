import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './imports.ts'

/** Sentences that newcomers had to read twice. They were rewritten, and nobody copies them back. */
const RIDDLES = [
  'A run is of one version, and goes on by it',
  'What was of use at its time alone',
  'is gone on with by the next',
  'After rows were changed past the triggers that note changes',
  'they are counted anew',
  'The third finds all that runs',
  'everybody reads who may ask',
  'Each call is made with one sight',
  'for who has no passkey',
  'Has you allow this command line',
]

test('no page and no help has a sentence that was rewritten because it was hard to read', () => {
  const files = globSync(['docs/*.md', 'docs/guides/*.md', 'bin/lib/*.txt', 'README.md'], {
    cwd: ROOT,
  })
  expect(files.length).toBeGreaterThan(30)
  const found = files.flatMap((file) => {
    // Lines are broken where they happen to be.
    const text = readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/\s+/g, ' ')
    return RIDDLES.filter((riddle) => text.includes(riddle)).map((riddle) => `${file}: ${riddle}`)
  })
  expect(found).toEqual([])
})
