import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './imports.ts'

/** What a program does, and a guardian does not. */
const PROGRAM =
  /\b(?:API|HTTP|REST) clients?\b|\bclients?(?:'s)? (?:that |who )?(?:calls?|sends?|connects?|reach(?:es)?|retr(?:y|ies)|authenticates?|can do|can send|goes away|inside|is admitted|may be admitted)\b|\b(?:tells|answers|write) (?:a|the) client\b/i

/** Documents are decided on, changelogs said, in the words of their day. */
const files = globSync(['README.md', 'docs/*.md', 'docs/guides/*.md', 'api/openapi.json'], {
  cwd: ROOT,
  exclude: ['docs/changelog.md'],
})

test('a client is a person: who calls the API is called an API key, or a caller', () => {
  expect(files.length).toBeGreaterThan(15)
  const found = files.flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line) => PROGRAM.exec(line)?.[0] ?? [])
      .map((words) => `${file}: ${words}`),
  )
  expect(found).toEqual([])
})
