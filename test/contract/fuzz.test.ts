import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { operations } from '../../api/resources/index.ts'
import { startApi, type ApiAnswer, type TestApi } from '../support/api.ts'
import { CONFIGURATIONS } from './configurations.ts'
import { expectDeclaredProblem } from './expectations.ts'
import { validCall } from './scenarios.ts'
import { exampleCall, requestOf, createWorld, type World, type Call, type Json } from './world.ts'

/** Any bytes get a documented response, never a 5xx. */

/** Random inputs of a call, different in each run. Before a release, `FUZZ_RUNS=50` draws more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 4)

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const named = operations.map((operation) => ({ id: operation.id, operation }))

/** Values that have broken parsers, databases and formatters before. */
const nasty = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '\u202e',
  '\ud800',
  'a'.repeat(5_000),
  -0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2_147_483_648,
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '2026-03-29T02:30:00+01:00',
  "Robert'); DROP TABLE children;--",
  '${jndi:ldap://x}',
  '../../etc/passwd',
  [],
  {},
  [[[[[]]]]],
  true,
)
const value = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** A valid body with some members replaced, removed or added. */
const mutationOf = (body: Json) => {
  const names = Object.keys(body)
  return fc
    .record({
      replaced: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 }),
      removed: fc.subarray(names, { maxLength: Math.min(2, names.length) }),
      added: fc.dictionary(fc.string({ maxLength: 12 }), value, { maxKeys: 1 }),
      nested: fc.option(fc.tuple(fc.constantFrom(...names), value)),
    })
    .map(({ replaced, removed, added, nested }) => {
      const kept = Object.entries(body).filter(([name]) => !removed.includes(name))
      const mutated: Json = { ...Object.fromEntries(kept), ...replaced, ...added }
      const member = nested && mutated[nested[0]]
      if (nested && typeof member === 'object' && member !== null && !Array.isArray(member)) {
        const [name = 'x'] = Object.keys(member)
        mutated[nested[0]] = { ...member, [name]: nested[1] }
      }
      return mutated
    })
}

describe.each(named.filter(({ operation }) => operation.body))('$id', ({ operation }) => {
  const send = (call: Call, body: string) => {
    const { json: _, ...request } = requestOf(operation, call)
    return world.client.send({ ...request, body })
  }
  const check = (answer: ApiAnswer) => {
    if (answer.status >= 300) expectDeclaredProblem(answer, operation)
    else expect(operation.response.safeParse(answer.body).error).toBeUndefined()
  }

  test('responds to any body', async () => {
    const call = await validCall(operation, world)
    const bodies = fc.oneof(
      { arbitrary: mutationOf(call.body as Json).map((body) => JSON.stringify(body)), weight: 5 },
      { arbitrary: fc.json({ maxDepth: 5 }), weight: 1 },
      { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => check(await send(call, body))),
      { numRuns: RUNS },
    )
  })
})

describe.each(named.filter(({ operation }) => operation.query && 'shape' in operation.query))(
  '$id',
  ({ operation }) => {
    const names = Object.keys((operation.query as unknown as { shape: object }).shape)

    test('responds to any query', async () => {
      const call = await validCall(operation, world)
      const queries = fc.dictionary(
        fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 8 })),
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 40 }),
          fc.integer().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
          nasty.map(String),
        ),
        { maxKeys: 3 },
      )
      await fc.assert(
        fc.asyncProperty(queries, async (query) => {
          const answer = await world.client.send(requestOf(operation, { ...call, query }))
          if (answer.status >= 300) expectDeclaredProblem(answer, operation)
          else expect(answer.status, answer.text).toBe(operation.status)
        }),
        { numRuns: RUNS },
      )
    })
  },
)

const byId = CONFIGURATIONS.filter(({ operation }) => operation.params)

describe.each(byId)('$configuration ($operation.id)', ({ operation }) => {
  test('responds to any id', async () => {
    const call = exampleCall(operation)
    const ids = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.string({ minLength: 1 }).map((text) => `${call.params!['id']!.slice(0, 4)}${text}`),
    )
    await fc.assert(
      fc.asyncProperty(ids, async (id) => {
        const path = encodeURIComponent(id.toWellFormed())
        const answer = await world.client.send(
          requestOf(operation, { ...call, params: { id: path } }),
        )
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
        expect(answer.status, answer.text).toBeLessThan(500)
      }),
      { numRuns: RUNS },
    )
  })
})
