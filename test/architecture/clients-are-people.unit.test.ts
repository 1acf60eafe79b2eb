import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openApiText } from '../../api/documents/write-documents.ts'
import { ROOT } from './imports.ts'

/** What a program does and a guardian does not. */
const PROGRAM =
  /\b(?:API|HTTP|REST) clients?\b|\bclients?(?:'s)? (?:that |who )?(?:calls?|sends?|connects?|reach(?:es)?|retr(?:y|ies)|authenticates?|can do|can send|goes away|inside|is admitted|may be admitted)\b|\b(?:tells|answers|write) (?:a|the) client\b/i

/** Decisions and changelogs keep the wording of their time. */
const files = globSync(['README.md', 'docs/*.md', 'docs/guides/*.md'], {
  cwd: ROOT,
  exclude: ['docs/changelog.md'],
})
const texts = new Map([
  ...files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const),
  ['openapi.json', openApiText()],
])

test('a client is a person, and what calls the API is an API key or a caller', () => {
  expect(files.length).toBeGreaterThan(15)
  const found = [...texts].flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line) => PROGRAM.exec(line)?.[0] ?? [])
      .map((words) => `${file}: ${words}`),
  )
  expect(found).toEqual([])
})

test('texts for callers say centre, because tenant is a word of the code', () => {
  // Ids of tenants and external URLs use these names.
  const said = /(?<!\/|ID of a )\btenants?\b/g
  for (const file of ['openapi.json', 'docs/errors.md'])
    expect(texts.get(file)!.match(said) ?? [], file).toEqual([])
  const refusals = globSync('{domain,api}/**/*.ts', { cwd: ROOT }).flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    const thrown = text.matchAll(/(?:DomainError|invalid)\((?:'\w+', ?)+\s*(['"`].*?['"`])[,)\s]/g)
    return [...thrown].map(([, message]) => ({ file, message: message! }))
  })
  expect(refusals.length).toBeGreaterThan(100)
  expect(refusals.filter(({ message }) => /\btenants?\b/.test(message))).toEqual([])
})
