import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
} from './centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const NOT_HERE = (path: string) => [400, 'invalid_reference', `${path}: invalid_reference`]

/** References to records of another kind: the member, how to create the record, and the request. */
const REFERENCES: {
  title: string
  at: string
  path: string
  make: (client: ApiClient) => Promise<{ id: string }>
  body: (id: string, client: ApiClient) => Promise<object> | object
}[] = [
  {
    title: "a room's location",
    at: '/v1/locations',
    path: 'locationId',
    make: newLocation,
    body: (locationId) => ({ to: '/v1/rooms', json: { locationId, name: 'R' } }),
  },
  {
    title: "a provider's location",
    at: '/v1/locations',
    path: 'locationIds.1',
    make: newLocation,
    body: async (id, client) => ({
      to: '/v1/providers',
      json: { name: 'P', locationIds: [(await newLocation(client)).id, id] },
    }),
  },
  {
    title: "a pet's client",
    at: '/v1/clients',
    path: 'clientId',
    make: newClient,
    body: (clientId) => ({ to: '/v1/pets', json: { clientId, name: 'B', species: 'dog' } }),
  },
  {
    title: "a child's provider",
    at: '/v1/providers',
    path: 'primaryProviderId',
    make: newProvider,
    body: (primaryProviderId) => ({
      to: '/v1/children',
      json: { firstName: 'L', lastName: 'W', birthDate: '2021-04-30', primaryProviderId },
    }),
  },
  {
    title: "a guardianship's client",
    at: '/v1/clients',
    path: 'clientId',
    make: newClient,
    body: async (clientId, client) => ({
      to: '/v1/guardianships',
      json: { clientId, childId: (await newChild(client)).id, relationship: 'aunt' },
    }),
  },
  {
    title: "a session's child",
    at: '/v1/children',
    path: 'childId',
    make: newChild,
    body: async (childId, client) => ({
      to: '/v1/sessions',
      json: {
        childId,
        providerId: (await newProvider(client)).id,
        startedAt: '2026-11-20T10:00:00Z',
      },
    }),
  },
  {
    title: "an order line's service",
    at: '/v1/services',
    path: 'lines.0.serviceId',
    make: newService,
    body: async (serviceId, client) => ({
      to: '/v1/orders',
      json: {
        childId: (await newChild(client)).id,
        lines: [{ serviceId, description: 'X', quantity: 1, unitAmount: 1 }],
      },
    }),
  },
]

describe.each(REFERENCES)('$title', ({ at, path, make, body }) => {
  const post = async (client: ApiClient, id: string) => {
    const { to, json } = (await body(id, client)) as { to: string; json: object }
    return client.post(to, json)
  }

  test('cannot belong to another centre', async () => {
    const [client, stranger] = await Promise.all([api.createTenant(), api.createTenant()])
    const { id } = await make(stranger)
    expect(refusal(await post(client, id))).toEqual(NOT_HERE(path))
  })

  test('cannot be archived', async () => {
    const client = await api.createTenant()
    const { id } = await make(client)
    await client.post(`${at}/${id}/archive`)
    expect(refusal(await post(client, id))).toEqual(NOT_HERE(path))
    await client.post(`${at}/${id}/restore`)
    expect((await post(client, id)).status).toBe(201)
  })
})

describe('providers', () => {
  test('may keep a location that was archived later', async () => {
    const client = await api.createTenant()
    const [gone, stays] = [await newLocation(client), await newLocation(client)]
    const { id } = await newProvider(client, { locationIds: [gone.id] })
    await client.post(`/v1/locations/${gone.id}/archive`)
    const patched = await client.patch(`/v1/providers/${id}`, { locationIds: [gone.id, stays.id] })
    expect(patched.status).toBe(200)
  })

  test('are filtered by location, specialty and language, whatever the case of the tag', async () => {
    const client = await api.createTenant()
    const { id: locationId } = await newLocation(client)
    const { id } = await newProvider(client, {
      locationIds: [locationId],
      specialties: ['stuttering'],
      languages: ['PT-br'],
    })
    await newProvider(client)
    const found = async (query: string) =>
      (await client.get<Page>(`/v1/providers?${query}`)).body.data.map((it) => it.id)
    expect(await found(`locationId=${locationId}`)).toEqual([id])
    expect(await found('specialty=stuttering')).toEqual([id])
    expect(await found('language=pt-BR')).toEqual([id])
    expect(await found('language=pt-br')).toEqual([id])
  })
})

describe('services', () => {
  test('use the currency of the centre and have unique codes among active services', async () => {
    const client = await api.createTenant()
    const first = await newService(client)
    expect(first).toMatchObject({ currency: 'EUR', capacity: 1, bufferAfterMinutes: 0 })
    const again = { code: 'THERAPY_SESSION', name: 'X', durationMinutes: 30, amount: 1 }
    expect(refusal(await client.post('/v1/services', again))).toEqual([
      409,
      'already_exists',
      'code: already_exists',
    ])
    const second = { ...again, code: 'SPEECH', appointmentType: 'THERAPY_SESSION' }
    const refused = await client.post('/v1/services', { ...second, defaultForType: true })
    expect(refusal(refused)).toEqual([409, 'already_exists', 'defaultForType: already_exists'])
    await client.post(`/v1/services/${first.id}/archive`)
    await create(client, '/v1/services', again)
    expect(refusal(await client.post(`/v1/services/${first.id}/restore`))).toEqual([
      409,
      'already_exists',
      'code: already_exists',
    ])
  })
})
