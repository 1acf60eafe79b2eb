import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import type { Issue } from '#platform/core/input/issue.ts'
import { parseInput } from '#platform/core/input/parse-input.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { exampleCall, type Json } from './world.ts'

/** Error messages use our own words, for every schema and value. */

const LIBRARY = 'said by the library'
const { localeError } = z.config()
beforeAll(() => void z.config({ localeError: () => LIBRARY }))
afterAll(() => void z.config({ localeError }))

/** Values that each rule of a schema refuses: of every type, too small, too large, and incomplete. */
const BAD: unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER,
  1e300,
  '',
  ' ',
  'x',
  'x'.repeat(30_000),
  '2026-02-30',
  '1700-01-01',
  '1700-01-01T00:00:00Z',
  [],
  [null],
  Array.from({ length: 1_500 }, () => 'x'),
  {},
  { surprise: 1 },
]

/** An input with each nested value replaced by each bad value. */
function* spoilt(value: unknown, spoil: (value: unknown) => unknown): Generator {
  for (const bad of BAD) yield spoil(bad)
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  for (const [key, member] of Object.entries(value)) {
    const put = (replaced: unknown) =>
      isList ? value.with(Number(key), replaced) : { ...value, [key]: replaced }
    yield* spoilt(member, (replaced) => spoil(put(replaced)))
  }
  if (isList) yield spoil(value.concat(value))
  else yield spoil({ ...value, surprise: 1 })
}

const itself = (value: unknown) => value

/** The errors of the bad inputs of a schema. */
const issuesOf = (schema: z.ZodType, good: unknown, code?: 'unknown_parameter'): Issue[] =>
  [...spoilt(good, itself)].flatMap((input) => {
    const parsed = parseInput(schema, input, code)
    return 'issues' in parsed ? parsed.issues : []
  })

const parametersOf = ({ query }: Operation): Json =>
  query && 'shape' in query
    ? Object.fromEntries(Object.keys(query.shape as object).map((name) => [name, 'x']))
    : {}

/** A message follows the path of its member: `limit: must be at most 100`. */
const OURS =
  /^(?:must [a-z]|is required\b|is not a (?:member of this request|parameter of this operation)(?: \(did you mean .+\?\)|, which accepts .+)?$|matches none of the allowed forms|overlaps )/

const checked = operations.flatMap((operation) => {
  const call = exampleCall(operation)
  return [
    { at: `${operation.id} body`, schema: operation.body, good: call.body },
    {
      at: `${operation.id} query`,
      schema: operation.query,
      good: parametersOf(operation),
      code: 'unknown_parameter' as const,
    },
    { at: `${operation.id} path`, schema: operation.params, good: call.params },
  ].flatMap(({ schema, ...rest }) => (schema ? [{ schema, ...rest }] : []))
})

test.each(checked)('$at', ({ schema, good, code }) => {
  const messages = issuesOf(schema, good, code).map(({ message }) => message)
  expect(messages.length).toBeGreaterThan(0)
  expect(messages).not.toContain(LIBRARY)
  expect(messages.filter((message) => !OURS.test(message) || message.endsWith('.'))).toEqual([])
})
