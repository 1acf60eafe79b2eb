import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_CODES } from '#platform/core/errors/error-codes.ts'
import { ISSUE_CODES } from '#platform/core/input/issue.ts'
import { explainedIn, issuesIn } from '../../api/documents/error-guide.ts'
import { PROBLEMS } from '../../api/http/problem.ts'

const markdown = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')

test('docs/errors.md has exactly one section per code', () => {
  const headings = [...markdown.matchAll(/^### (.+)$/gm)].map(([, code = '']) => code)
  expect(headings.toSorted()).toEqual([...ERROR_CODES].toSorted())
  expect([...explainedIn(markdown).keys()]).toEqual(headings)
})

test('docs/errors.md has exactly one row per code of errors[]', () => {
  expect([...issuesIn(markdown).keys()].toSorted()).toEqual([...ISSUE_CODES].toSorted())
})

test('a code is listed under its status, in ascending order', () => {
  const parts = markdown.split(/^## /m).slice(1, -1)
  const statuses = parts.map((part) => Number(part.slice(0, 3)))
  expect(statuses).toEqual(statuses.toSorted((a, b) => a - b))
  for (const part of parts)
    for (const [, code = ''] of part.matchAll(/^### (\w+)$/gm))
      expect([code, PROBLEMS[code as keyof typeof PROBLEMS].status]).toEqual([
        code,
        Number(part.slice(0, 3)),
      ])
})

test('an example matches its section, and its issues have codes', () => {
  for (const [code, { meaning, action, detail, errors = [] }] of explainedIn(markdown)) {
    for (const words of [meaning, action, detail]) expect(words, code).toMatch(/^\S.*[.?)…]$/)
    for (const issue of errors)
      expect([...ISSUE_CODES, ...ERROR_CODES] as string[], code).toContain(issue.code)
  }
})

test('a section without a remedy or an example is refused by name', () => {
  const section = '### slot_taken\n\nThe time is taken.\n\n```json\n{"detail": "Taken."}\n```\n'
  expect(() => explainedIn(section)).toThrow('docs/errors.md: slot_taken has no meaning')
})
