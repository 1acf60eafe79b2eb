import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { failing, refusesParameter } from './refusals.ts'
import { validCall } from './scenarios.ts'
import { createWorld, requestOf, type Call, type World } from './world.ts'

/** Every operation that returns ids of people, places or services expands them on request. */

let api: TestApi
let centre: World

beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  const { id: roomId, locationId } = await centre.room()
  const { id: providerId } = await centre.make('/v1/providers', {
    name: 'Ana',
    locationIds: [locationId],
  })
  await centre.make('/v1/appointments', {
    ...(await centre.booking()),
    providerId,
    locationId,
    roomId,
  })
})

afterAll(() => api[Symbol.asyncDispose]())

type Item = Record<string, unknown>

const expandable = operations.filter(({ expansions }) => expansions)

/** The operation that fetches a record, by id prefix. */
const PATHS: Record<string, string> = {
  chd: 'children',
  cli: 'clients',
  prv: 'providers',
  svc: 'services',
  loc: 'locations',
  rom: 'rooms',
}

const itemsOf = ({ data }: { data?: Item[] }, body: Item): Item[] => data ?? [body]

const send = (client: ApiClient, operation: (typeof operations)[number], call: Call) =>
  client.send<Item & { data?: Item[] }>(requestOf(operation, call))

test('expansions are offered by most operations that retrieve and list', () => {
  expect(expandable.length).toBeGreaterThan(70)
  expect(expandable.every(({ method }) => method === 'get')).toBe(true)
})

const shown = new Set<string>()

describe.each(expandable.map((operation) => ({ id: operation.id, operation })))(
  '$id',
  ({ operation }) => {
    const names = operation.expansions!.map(({ name }) => name)

    test('returns the same as separate requests, and leaves the rest unchanged', async () => {
      const call = await validCall(operation, centre)
      const plain = await send(centre.client, operation, call)
      expect(plain.status, plain.text).toBe(200)
      const query = { ...call.query, expand: names.join(',') }
      const answer = await send(centre.client, operation, { ...call, query })
      expect(answer.status, answer.text).toBe(200)
      const before = itemsOf(plain.body, plain.body)
      const after = itemsOf(answer.body, answer.body)
      expect(after.length).toBe(before.length)
      for (const [index, item] of after.entries())
        for (const { name, idIn } of operation.expansions!) {
          const id = idIn(before[index]!)
          if (typeof id !== 'string') {
            expect(item[name]).toBeNull()
            continue
          }
          const alone = await centre.client.get(`/v1/${PATHS[id.slice(0, 3)]}/${id}`)
          expect(item[name], name).toEqual(alone.body)
          shown.add(id.slice(0, 3))
        }
      const others = (item: Item) =>
        Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)))
      expect(after.map(others)).toEqual(before.map(others))
    })
  },
)

test('refuses any other expansion', async () => {
  const found = await failing(expandable, (operation) =>
    refusesParameter(operation, 'expand', 'secrets'),
  )
  expect(found).toEqual([])
})

test('covers every kind', () => {
  expect([...shown].toSorted()).toEqual(Object.keys(PATHS).toSorted())
})

test('requires the permission of the fetching operation', async () => {
  const { id } = await centre.appointment()
  const bookings = await api.createClient(centre.client.tenantId, { scopes: ['bookings.read'] })
  const path = `/v1/appointments/${id}`
  expect((await bookings.get(`${path}?expand=service,location`)).status).toBe(200)
  const refused = await bookings.get<Item>(`${path}?expand=child`)
  expect([refused.status, refused.body['code']]).toEqual([403, 'insufficient_scope'])
})
