import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId, type Entity } from '#platform/core/records/ids.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { eventsOf, expectDeclaredProblem } from './expectations.ts'
import { anonymized, distinct, idsOf, placesIn, withId, type Place } from './places.ts'
import { validCall } from './scenarios.ts'
import { createWorld, exampleBody, requestOf, type World } from './world.ts'

/** Wherever a request can name a record, one of another centre is treated as unknown. */

let api: TestApi
let mine: World
let foreignId: (entity: Entity) => Promise<string>
beforeAll(async () => {
  api = await startApi()
  const [ours, others] = await Promise.all([api.createTenant(), api.createTenant()])
  mine = createWorld(api, ours)
  foreignId = idsOf(createWorld(api, others))
})
afterAll(() => api[Symbol.asyncDispose]())

const bodies = operations.flatMap((operation) =>
  operation.body
    ? distinct(placesIn(operation.body)).map((place) => ({ operation, ...place }))
    : [],
)
const queries = operations.flatMap((operation) =>
  operation.query && operation.method === 'get'
    ? distinct(placesIn(operation.query)).map((place) => ({ operation, ...place }))
    : [],
)
const titled = <Case extends Place & { operation: Operation }>(cases: Case[]) =>
  cases.map(
    (each) => [`${each.operation.id} ${each.path.join('.')}: ${each.entity}`, each] as const,
  )

describe('an id of another centre', () => {
  test('can be sent in many places, including nested ones and lists', () => {
    expect(bodies.length).toBeGreaterThan(100)
    expect(bodies.filter(({ path }) => path.length > 1).length).toBeGreaterThan(20)
    expect(queries.length).toBeGreaterThan(80)
  })

  test.each(titled(bodies))('is refused in the body of %s', async (_, place) => {
    const { operation, entity } = place
    const call = await validCall(operation, mine)
    const answerTo = async (id: string) => {
      const body = withId(call.body, exampleBody(operation), place, id)
      const answer = await mine.client.send(requestOf(operation, { ...call, body }))
      expectDeclaredProblem(answer, operation)
      expect(await eventsOf(api, answer)).toEqual([])
      return anonymized(answer.text, id)
    }
    expect(await answerTo(await foreignId(entity))).toBe(await answerTo(newId(entity)))
  })

  test.each(titled(queries))(
    'in the query of %s gives the same result as an unknown id',
    async (_, place) => {
      const { operation, path, entity } = place
      const call = await validCall(operation, mine)
      const answerTo = async (id: string) => {
        const query = { ...call.query, [path[0]!]: id }
        const answer = await mine.client.send(requestOf(operation, { ...call, query }))
        expect(answer.status, answer.text).toBeLessThan(500)
        const { data } = answer.body as { data?: unknown }
        if (Array.isArray(data)) expect(data).toEqual([])
        return anonymized(answer.text, id)
      }
      expect(await answerTo(await foreignId(entity))).toBe(await answerTo(newId(entity)))
    },
  )
})
