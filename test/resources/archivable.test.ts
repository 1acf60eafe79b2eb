import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newPet,
  newProvider,
  newRoom,
  newService,
  refusal,
  type Page,
  type Resource,
} from './centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

interface Archivable {
  path: string
  make: (client: ApiClient) => Promise<Resource>
  /** A patch and the resulting members. */
  patch: object
}

const RESOURCES: Archivable[] = [
  { path: '/v1/locations', make: newLocation, patch: { name: 'Kreuzberg' } },
  {
    path: '/v1/rooms',
    make: async (client) => newRoom(client, (await newLocation(client)).id),
    patch: { capacity: 6, equipment: ['swing'] },
  },
  { path: '/v1/services', make: newService, patch: { amount: 9900, currency: 'USD' } },
  { path: '/v1/providers', make: newProvider, patch: { specialties: ['speech therapy'] } },
  { path: '/v1/clients', make: newClient, patch: { email: 'mara@example.com' } },
  {
    path: '/v1/custom-fields',
    make: (client) => create(client, '/v1/custom-fields', { key: 'k', label: 'K', type: 'TEXT' }),
    patch: { label: 'Key', required: true },
  },
  {
    path: '/v1/pets',
    make: async (client) => newPet(client, (await newClient(client)).id),
    patch: { breed: 'Labrador' },
  },
  {
    path: '/v1/note-templates',
    make: (client) =>
      create(client, '/v1/note-templates', { discipline: 'OT', name: 'N', sections: {} }),
    patch: { sections: { plan: { required: true } } },
  },
  { path: '/v1/children', make: newChild, patch: { fundingProgram: 'EARLY_INTERVENTION' } },
]

describe.each(RESOURCES)('$path', ({ path, make, patch }) => {
  test('a record is created, read, listed and changed', async () => {
    const client = await api.createTenant()
    const made = await make(client)
    expect(made).toMatchObject({ version: 1, archivedAt: null })

    const read = await client.get(`${path}/${made.id}`)
    expect(read.body).toEqual(made)
    expect(read.headers.get('etag')).toBe('"1"')
    expect((await client.get<Page>(path)).body).toEqual({
      data: [made],
      nextCursor: null,
      hasMore: false,
    })

    const changed = await client.patch<Resource>(`${path}/${made.id}`, patch)
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      ...made,
      ...patch,
      version: 2,
      updatedAt: expect.any(String),
    })
    expect((await client.get(`${path}/${made.id}`)).body).toEqual(changed.body)
  })

  test('If-Match refuses a caller who read an older version', async () => {
    const client = await api.createTenant()
    const { id } = await make(client)
    const send = (etag: string) =>
      client.send({
        method: 'PATCH',
        path: `${path}/${id}`,
        json: patch,
        headers: { 'if-match': etag },
      })
    expect((await send('"1"')).status).toBe(200)
    expect(refusal(await send('"1"'))).toEqual([412, 'precondition_failed'])
    expect((await send('"2"')).status).toBe(200)
  })

  test('archiving hides a record from the list but not from reads, and restoring lists it again', async () => {
    const client = await api.createTenant()
    const { id } = await make(client)
    const ids = async (query: string) =>
      (await client.get<Page>(`${path}${query}`)).body.data.map((record) => record.id)

    const archived = await client.post<Resource>(`${path}/${id}/archive`)
    expect(archived).toMatchObject({ status: 200, body: { archivedAt: expect.any(String) } })
    expect(await ids('')).toEqual([])
    expect(await ids('?state=active')).toEqual([])
    expect(await ids('?state=archived')).toEqual([id])
    expect(await ids('?state=all')).toContain(id)
    expect((await client.get(`${path}/${id}`)).body).toEqual(archived.body)

    const again = await client.post<Resource>(`${path}/${id}/archive`)
    expect(again.body['archivedAt']).toBe(archived.body['archivedAt'])

    const restored = await client.post(`${path}/${id}/restore`)
    expect(restored).toMatchObject({ status: 200, body: { archivedAt: null } })
    expect(await ids('')).toEqual([id])
  })

  test('a record of another centre is not found by any operation', async () => {
    const [owner, stranger] = await Promise.all([api.createTenant(), api.createTenant()])
    const { id } = await make(owner)
    const answers = await Promise.all([
      stranger.get(`${path}/${id}`),
      stranger.patch(`${path}/${id}`, patch),
      stranger.post(`${path}/${id}/archive`),
      stranger.post(`${path}/${id}/restore`),
    ])
    expect(answers.map(refusal)).toEqual(answers.map(() => [404, 'not_found']))
    expect((await stranger.get<Page>(path)).body.data).toEqual([])
  })

  test('unknown and read-only members are refused', async () => {
    const client = await api.createTenant()
    const { id } = await make(client)
    for (const member of ['surprise', 'id', 'version', 'archivedAt']) {
      const answer = await client.patch(`${path}/${id}`, { [member]: null })
      expect(refusal(answer)).toEqual([400, 'validation_failed', `${member}: unknown_member`])
    }
  })
})

describe('a list', () => {
  test('is paged without gaps or repetitions, even for equal names', async () => {
    const client = await api.createTenant()
    const names = ['B', 'A', 'B', 'C', 'A', 'B', 'Ä']
    for (const name of names) await newClient(client, { name })
    for (const sort of ['createdAt', '-createdAt', 'name']) {
      const all = (await client.get<Page>(`/v1/clients?sort=${sort}`)).body.data
      const walked: Resource[] = []
      let query = ''
      do {
        const page = await client.get<Page>(`/v1/clients?sort=${sort}&limit=2${query}`)
        expect(page.status).toBe(200)
        walked.push(...page.body.data)
        query = page.body.nextCursor ? `&cursor=${page.body.nextCursor}` : ''
      } while (query)
      expect(walked).toEqual(all)
      expect(walked).toHaveLength(names.length)
    }
  })

  test('refuses a cursor of another sort, filter or centre', async () => {
    const [client, other] = await Promise.all([api.createTenant(), api.createTenant()])
    for (const name of ['A', 'B']) await newClient(client, { name })
    const { body } = await client.get<Page>('/v1/clients?limit=1')
    const cursor = body.nextCursor
    expect((await client.get(`/v1/clients?limit=1&cursor=${cursor}`)).status).toBe(200)
    for (const answer of [
      await client.get(`/v1/clients?limit=1&sort=name&cursor=${cursor}`),
      await client.get(`/v1/clients?limit=1&email=a@example.com&cursor=${cursor}`),
      await other.get(`/v1/clients?limit=1&cursor=${cursor}`),
    ])
      expect(refusal(answer)).toEqual([400, 'invalid_cursor', 'cursor: invalid_cursor'])
  })
})
