import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './imports.ts'

/** Beginnings of words in British spelling. The specification's `centre` and `cancelled` stay. */
const BRITISH =
  /programme|(?:author|organ|recogn|normal|serial|summar|minim|initial|anonym|priorit|special|util|optim|final|synchron|categor)is(?:e|i|a)|behaviour|colour|neighbour|catalogue|signall|paediatr|enrolment|practis|honour|judgement|favour|analyse|artefact|labelled|travelled|modelled|licence/i

const files = globSync('**/*.{ts,sql,prisma,md,json,yml}', {
  cwd: ROOT,
  exclude: [
    'node_modules',
    'prisma/generated',
    'package-lock.json',
    'test/architecture/spelling.unit.test.ts',
    // German and Spanish.
    'domain/messaging/locales/{de,es}.json',
  ],
})

test('names and texts are in American spelling', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    [file, ...readFileSync(path.join(ROOT, file), 'utf8').split('\n')]
      .filter((line) => BRITISH.test(line))
      .map((line) => `${file}: ${line.trim().slice(0, 120)}`),
  )
  expect(found).toEqual([])
})
