import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ERROR_GUIDE } from '../../api/documents/error-guide.ts'
import { MEMBERS_OF_CODE, PROBLEM_MEMBERS } from '../../api/documents/problem-members.ts'
import { root } from '../../dev/paths.ts'
import { ERROR_CODES, type ErrorCode } from '#platform/core/errors/error-codes.ts'

/** Additional members of problems are documented by code. */

/** Up to the bracket that closes the one at `start`. */
const bracketed = (text: string, start: number): string => {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if ('([{'.includes(text[at]!)) depth += 1
    if (')]}'.includes(text[at]!)) depth -= 1
    if (depth === 0) return text.slice(start, at + 1)
  }
  return ''
}

/** The own members of an object literal. */
const namesIn = (object: string): string[] => {
  let flat = object.slice(1, -1)
  for (let before = ''; before !== flat;) {
    before = flat
    flat = flat.replaceAll(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, '')
  }
  return flat.split(',').flatMap((member) => /^\s*(\w+)/.exec(member)?.[1] ?? [])
}

const thrown = globSync('{domain,api,activities}/**/*.ts', { cwd: root }).flatMap((file) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/new DomainError\(\s*'(\w+)'/g)].flatMap((match) => {
    const call = bracketed(text, text.indexOf('(', match.index))
    const extra = /\bextra: \{/.exec(call)
    const names = extra ? namesIn(bracketed(call, extra.index + 'extra: '.length)) : []
    return names.map((name) => ({ file, code: match[1] as ErrorCode, name }))
  })
})

test('members of every thrown error are documented for its code', () => {
  expect(thrown.length).toBeGreaterThan(80)
  // The status of the response overrides that of the record.
  const undocumented = thrown.filter(
    ({ code, name }) =>
      name !== 'status' && !MEMBERS_OF_CODE[code]?.some((member) => member === name),
  )
  expect(undocumented).toEqual([])
})

test('every documented member belongs to a code, and is thrown or shown', () => {
  const used = new Set<string>(Object.values(MEMBERS_OF_CODE).flat())
  expect(Object.keys(PROBLEM_MEMBERS).toSorted()).toEqual([...used].toSorted())
})

test.each(ERROR_CODES.filter((code) => ERROR_GUIDE[code].extra))(
  'the example of %s shows documented members',
  (code) => {
    const { status: _, ...shown } = ERROR_GUIDE[code].extra!
    expect(MEMBERS_OF_CODE[code]).toEqual(expect.arrayContaining(Object.keys(shown)))
  },
)
