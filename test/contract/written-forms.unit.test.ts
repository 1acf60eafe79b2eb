import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '../../api/resources/index.ts'

/** Accepted notations of values used by many operations. */

const patternsOf = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { format, pattern } = schema as { format?: unknown; pattern?: unknown }
  const own = format === 'date-time' ? [String(pattern)] : []
  return [...own, ...Object.values(schema).flatMap(patternsOf)]
}

const INSTANTS = operations.flatMap(({ id, query, body, form }) => {
  const patterns = [query, body, form?.parts].flatMap((schema) =>
    schema ? patternsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : [],
  )
  return patterns.length > 0 ? [[id, patterns] as const] : []
})

test('many operations accept instants', () => {
  expect(INSTANTS.length).toBeGreaterThan(140)
})

test.each(INSTANTS)(
  '%s accepts instants with and without seconds, but only with an offset',
  (_, patterns) => {
    for (const pattern of patterns) {
      const form = new RegExp(pattern)
      for (const text of ['2026-12-02T11:30-05:00', '2026-12-02T11:30Z', '2026-12-02T11:30:00.5Z'])
        expect(text).toMatch(form)
      for (const text of ['2026-12-02T11:30', '2026-02-30T11:30Z', '2026-12-02', '2026-12-02T11Z'])
        expect(text).not.toMatch(form)
    }
  },
)

describe('a PATCH that refuses a member', () => {
  const PATCHES = operations.filter(({ instead }) => instead && instead.size > 0)

  test('usually names the operation that accepts it', () => {
    expect(PATCHES.length).toBeGreaterThan(25)
  })

  test.each(PATCHES.map((operation) => [operation.id, operation] as const))(
    '%s names existing operations and accepts none of these members itself',
    (_, { body, instead }) => {
      const calls = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
      for (const [member, named] of instead!) {
        expect(calls).toEqual(expect.arrayContaining([...named]))
        const refused = body!.safeParse({ [member]: 'x' }).error?.issues
        expect(refused).toContainEqual(
          expect.objectContaining({ code: 'unrecognized_keys', keys: [member] }),
        )
      }
    },
  )
})
