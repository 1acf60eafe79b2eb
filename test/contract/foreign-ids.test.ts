import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listedBy } from '#platform/core/comma-separated.ts'
import { namedBy, newId, type Entity } from '#platform/core/ids.ts'
import { exampleFor } from '../../api/documents/examples.ts'
import type { Operation } from '../../api/http/operation.ts'
import { partsOf } from '../../api/http/schema-parts.ts'
import { operations } from '../../api/resources/index.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { eventsOf, expectDeclaredProblem } from './expectations.ts'
import { validCall } from './scenarios.ts'
import { createWorld, exampleBody, requestOf, type Json, type World } from './world.ts'

/** Wherever a request can name a record, one of another centre is answered like one that never was. */

let api: TestApi
let mine: World
let theirs: World
beforeAll(async () => {
  api = await startApi()
  const [ours, others] = await Promise.all([api.createTenant(), api.createTenant()])
  mine = createWorld(api, ours)
  theirs = createWorld(api, others)
})
afterAll(() => api[Symbol.asyncDispose]())

/** A place for an id: the names of members, `*` for the items of a list, `{}` for a key. */
interface Place {
  path: string[]
  entity: Entity
  /** Of a key: what it may have as its value. */
  value?: unknown
}

const placesIn = (schema: z.core.$ZodType, path: string[] = []): Place[] => {
  const entity = namedBy(schema)
  if (entity !== undefined) return entity === 'any' ? [] : [{ path, entity }]
  if (schema instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, member]) =>
      placesIn(member, [...path, name]),
    )
  if (schema instanceof z.ZodRecord)
    return [
      ...placesIn(schema.keyType, [...path, '{}']).map((place) => ({
        ...place,
        value: exampleFor(schema.valueType),
      })),
      ...placesIn(schema.valueType, [...path, '{}']),
    ]
  if (schema instanceof z.ZodArray) return placesIn(schema.element, [...path, '*'])
  const listed = listedBy(schema)
  return (listed ? [listed] : partsOf(schema)).flatMap((part) => placesIn(part, path))
}

/** A kind of record is once in a place, however many forms the place has. */
const distinct = (places: Place[]): Place[] => [
  ...new Map(places.map((place) => [`${place.path.join('.')} ${place.entity}`, place])).values(),
]

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value with an id in a place; what is missing on the way is as in the example. */
const withId = (
  value: unknown,
  example: unknown,
  place: Omit<Place, 'entity'>,
  id: string,
): unknown => {
  const [head, ...path] = place.path
  const rest = { ...place, path }
  if (head === undefined) return id
  if (head === '*') {
    const [first, ...others] = Array.isArray(value) && value.length > 0 ? (value as unknown[]) : []
    const like = Array.isArray(example) ? (example as unknown[])[0] : undefined
    return [withId(first ?? like, like, rest, id), ...others]
  }
  if (head === '{}') {
    return { [id]: place.value }
  }
  const base = isObject(value) ? value : isObject(example) ? example : {}
  const like = isObject(example) ? example[head] : undefined
  return { ...base, [head]: withId(base[head], like, rest, id) }
}

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

/** An id of theirs, of each kind: that of the operation which reads one record of the kind. */
const foreignIds = new Map<Entity, Promise<string>>()
const foreignId = (entity: Entity): Promise<string> => {
  const known = foreignIds.get(entity) ?? makeForeign(entity)
  foreignIds.set(entity, known)
  return known
}
/** Kinds that no operation reads by themselves. */
const BESIDE: Partial<Record<Entity, () => Promise<string>>> = {
  freedSlot: async () => String((await theirs.waitlistOffer())['freedSlotId']),
}

/** Of what only a list shows. */
const listedId = async (entity: Entity): Promise<string> => {
  const list = operations.find(({ query }) => {
    const ids = query instanceof z.ZodObject && listedBy(query.shape['ids'])
    return ids && namedBy(ids.element) === entity
  })
  if (!list) throw new Error(`No operation takes the id of a ${entity}`)
  if (entity === 'programDeadline') await theirs.program()
  const { query, ...call } = await validCall(list, theirs)
  const all = entity === 'programDeadline' ? { status: 'AT_RISK,MISSED,PAUSED,ON_TRACK' } : {}
  const { body } = await theirs.client.send<{ data: { id: string }[] }>(
    requestOf(list, { ...call, query: { ...query, ...all } }),
  )
  return body.data[0]!.id
}

const makeForeign = async (entity: Entity): Promise<string> => {
  const beside = BESIDE[entity]
  if (beside) return beside()
  const reader = operations.find(({ params }) => {
    const id = (params as z.ZodObject | undefined)?.shape?.['id'] as z.core.$ZodType | undefined
    return id !== undefined && namedBy(id) === entity
  })
  if (!reader) return listedId(entity)
  return (await validCall(reader, theirs)).params!['id']!
}

const anonymized = (text: string, id: string) =>
  text.replaceAll(id, '<id>').replaceAll(/"requestId":"[^"]+"/g, '')

describe('an id of another centre', () => {
  test('can be sent in many places, nested ones and lists among them', () => {
    expect(bodies.length).toBeGreaterThan(100)
    expect(bodies.filter(({ path }) => path.length > 1).length).toBeGreaterThan(20)
    expect(queries.length).toBeGreaterThan(80)
  })

  test.each(titled(bodies))('in the body of %s is refused', async (_, place) => {
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
    'in the query of %s finds what an unknown one finds',
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
