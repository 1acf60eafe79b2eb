import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { create, newChild, newClient, newProvider, type Resource } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
let centre: ApiClient
let mara: Resource
let lena: Resource
let tom: Resource

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  mara = await newClient(centre, {
    name: 'Mara Müller',
    email: 'Mara_M@example.com',
    phone: '+49 170 123 45-67',
  })
  await newClient(centre, { name: 'Otto Maier', email: 'maraxm@example.com', phone: '030 999' })
  lena = await newChild(centre, { firstName: 'Lena', lastName: 'Weiss' })
  tom = await newChild(centre, { firstName: 'Tom', lastName: 'Weiss' })
  for (const child of [lena, tom]) await guard(child, mara)
})
afterAll(() => api[Symbol.asyncDispose]())

const guard = (child: Resource, client: Resource) =>
  create(centre, '/v1/guardianships', {
    childId: child.id,
    clientId: client.id,
    relationship: 'mother',
    legal: true,
    billing: true,
  })

interface Match {
  matchedBy: string
  child: Resource | null
  client: Resource | null
  relatives: { childId: string | null; clientId: string | null; name: string }[]
}

const search = async (q: string, client: ApiClient = centre) =>
  (await client.get<{ data: Match[] }>(`/v1/family-search?q=${encodeURIComponent(q)}`)).body.data

const idsOf = (matches: readonly Match[]) =>
  matches.map(({ child, client }) => (child ?? client)!.id)

test.each([
  ['muller', 'NAME'],
  ['Mül', 'NAME'],
  ['mara mueler', 'NAME'],
  ['mara_m@example.com', 'EMAIL'],
  ['MARA_M@', 'EMAIL'],
  ['4567', 'PHONE'],
  ['0170 1234567', 'PHONE'],
  ['0049 (170) 1234567', 'PHONE'],
])('%s finds the mother by %s, with her children', async (q, matchedBy) => {
  const [first, ...others] = await search(q)
  expect(first).toMatchObject({ matchedBy, child: null, client: { id: mara.id } })
  expect(first!.relatives.map(({ childId, name }) => [childId, name])).toEqual([
    [lena.id, 'Lena Weiss'],
    [tom.id, 'Tom Weiss'],
  ])
  if (matchedBy !== 'NAME') expect(others).toEqual([])
})

test.each(['1234567 8', '%%%%@', 'nobody@example.com', '00000', 'xyzzy'])(
  '%s finds nobody',
  async (q) => {
    expect(await search(q)).toEqual([])
  },
)

test('finds children and clients of one name together, and a record by its ID', async () => {
  const paul = await newClient(centre, { name: 'Paul Weiss' })
  expect(idsOf(await search('weiss')).toSorted()).toEqual([lena.id, tom.id, paul.id].toSorted())
  const [byId] = await search(lena.id)
  expect(byId).toMatchObject({
    matchedBy: 'ID',
    child: { id: lena.id },
    client: null,
    relatives: [{ clientId: mara.id, childId: null, name: 'Mara Müller', relationship: 'mother' }],
  })
})

test('the audit trail names the children that were shown', async () => {
  const { headers } = await centre.get('/v1/family-search?q=4567')
  const [row] = await api.query<{ changes: { children: string[] } }>(
    'SELECT changes FROM audit_entries WHERE request_id = $1',
    [headers.get('x-request-id')],
  )
  expect(row!.changes.children.toSorted()).toEqual([lena.id, tom.id].toSorted())
})

describe('a caller', () => {
  test('of another centre finds nobody', async () => {
    const stranger = await api.createTenant()
    for (const q of ['weiss', '4567', 'mara_m@example.com', lena.id, mara.id])
      expect([q, await search(q, stranger)]).toEqual([q, []])
  })

  test('bound to a provider finds the families of its caseload, and of them its children', async () => {
    const { id: providerId } = await newProvider(centre, { name: 'Ana Ruiz' })
    const own = await newChild(centre, {
      firstName: 'Ida',
      lastName: 'Weiss',
      primaryProviderId: providerId,
    })
    const bound = await api.createClient(centre.tenantId, { providerId })
    expect(await search('4567', bound)).toEqual([])
    await guard(own, mara)
    const [match] = await search('4567', bound)
    expect(match!.relatives.map(({ childId }) => childId)).toEqual([own.id])
    expect(idsOf(await search('weiss', bound))).toEqual([own.id])
    expect(await search(lena.id, bound)).toEqual([])
  })

  test('needs the rights for children, clients and guardianships', async () => {
    const narrow = await api.createClient(centre.tenantId, { scopes: ['analytics.read'] })
    const { status } = await narrow.get('/v1/family-search?q=weiss')
    expect(status).toBe(403)
  })
})

test('archived clients are found by ID only', async () => {
  const gone = await newClient(centre, { name: 'Vera Gone', phone: '555 8080' })
  await centre.post(`/v1/clients/${gone.id}/archive`)
  expect(await search('8080')).toEqual([])
  expect(idsOf(await search(gone.id))).toEqual([gone.id])
})

test('uses its indexes, and returns nothing in SQL without a tenant', async () => {
  const app = new Client({ connectionString: api.database.appUrl })
  await app.connect()
  try {
    const find = `SELECT id FROM therapy.find_clients_by_contact(NULL, '4567', 10)`
    expect((await app.query(find)).rows).toEqual([])
    await app.query('BEGIN')
    await app.query(`SET LOCAL app.tenant = '${centre.tenantId}'`)
    expect((await app.query(find)).rows).toHaveLength(1)
  } finally {
    await app.end()
  }
  await api.query(
    `INSERT INTO clients (tenant_id, id, name, email, phone, custom_fields, created_at, updated_at)
     SELECT $1, 'cli_' || n, md5(n::text), md5(n::text) || '@example.com', '+1 212 ' || (n * 7919) % 10000000, '{}', now(), now()
     FROM generate_series(1, 5000) AS n`,
    [centre.tenantId],
  )
  await api.query('ANALYZE clients')
  await api.query('BEGIN')
  await api.query('SET LOCAL ROLE therapy_search')
  await api.query(`SET LOCAL app.tenant = '${centre.tenantId}'`)
  const plans = []
  for (const condition of [
    `email IS NOT NULL AND lower(email) LIKE 'mara\\_m%'`,
    `phone IS NOT NULL AND reverse(regexp_replace(phone, '[^0-9]', '', 'g')) LIKE '7654%'`,
  ])
    plans.push(
      await api.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT id FROM clients WHERE tenant_id = therapy.current_tenant() AND ${condition}`,
      ),
    )
  await api.query('ROLLBACK')
  const [byEmail, byPhone] = plans.map((plan) => plan.map((row) => row['QUERY PLAN']).join('\n'))
  expect(byEmail).toContain('clients_email_prefix')
  expect(byPhone).toContain('clients_phone_digits')
})
