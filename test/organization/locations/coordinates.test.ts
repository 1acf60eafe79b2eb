import { newId } from '#platform/core/records/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Location } from '#organization/locations/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

const HERE = { latitude: 52.5208, longitude: 13.4094 }
const BERLIN = { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' }
const ADDRESSES = new Map([
  ['Berlin', { latitude: 52.52, longitude: 13.405 }],
  ['Potsdam', { latitude: 52.4, longitude: 13.06 }],
])

let api: TestApi
let client: ApiClient
let asked: string[]

beforeAll(async () => {
  api = await startApi({
    geocoder: {
      find: ({ city }) => {
        asked.push(city)
        return Promise.resolve(ADDRESSES.get(city) ?? null)
      },
    },
  })
  client = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

const create = async (members: object) => {
  asked = []
  const { body } = await client.post<Location>('/v1/locations', {
    name: 'Mitte',
    timeZone: 'Europe/Berlin',
    ...members,
  })
  asked = []
  return body
}

const patch = async ({ id }: Location, members: object) =>
  (await client.patch<Location>(`/v1/locations/${id}`, members)).body

test('coordinates are looked up from the address unless they are given', async () => {
  asked = []
  const bodyOf = async (members: object) => (await create(members)).coordinates
  expect(await bodyOf({ address: BERLIN })).toEqual(ADDRESSES.get('Berlin'))
  expect(await bodyOf({ address: BERLIN, coordinates: HERE })).toEqual(HERE)
  expect(await bodyOf({ address: BERLIN, coordinates: null })).toBeNull()
  expect(await bodyOf({ address: { ...BERLIN, city: 'Utopia' } })).toBeNull()
  expect(await bodyOf({ coordinates: HERE })).toEqual(HERE)
  expect(await bodyOf({})).toBeNull()
})

test('coordinates change with the address, and nothing else triggers a lookup', async () => {
  const location = await create({ address: BERLIN })
  expect((await patch(location, { name: 'Kreuzberg' })).coordinates).toEqual(
    ADDRESSES.get('Berlin'),
  )
  expect(asked).toEqual([])
  expect((await patch(location, { address: { city: 'Potsdam' } })).coordinates).toEqual(
    ADDRESSES.get('Potsdam'),
  )
  expect(asked).toEqual(['Potsdam'])
  expect((await patch(location, { address: { city: 'Utopia' } })).coordinates).toBeNull()
  expect((await patch(location, { coordinates: HERE })).coordinates).toEqual(HERE)
  const moved = await patch(location, { address: { city: 'Berlin' }, coordinates: HERE })
  expect(moved.coordinates).toEqual(HERE)
  expect((await patch(location, { address: null })).coordinates).toBeNull()
  expect(asked).toEqual(['Potsdam', 'Utopia'])
})

test('a refused change triggers no lookup', async () => {
  const location = await create({ address: BERLIN })
  const answer = await client.patch(`/v1/locations/${location.id}`, {
    coordinates: { latitude: 95, longitude: 0 },
  })
  expect(answer.status).toBe(400)
  const unknown = await client.patch(`/v1/locations/${newId('location')}`, {
    address: { city: 'Potsdam' },
  })
  expect([unknown.status, asked]).toEqual([404, []])
})
