import { afterAll, beforeAll, expect, test } from 'vitest'
import { newLocation, refusal } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** The API decides with its cached caller and verifies it with the database meanwhile, so changes apply immediately. */
let api: TestApi
let owner: ApiClient

beforeAll(async () => {
  api = await startApi()
  owner = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

/** A key the API has cached. */
const knownClient = async () => {
  const client = await api.createClient(owner.tenantId)
  expect((await client.get('/v1/locations')).status).toBe(200)
  return client
}

/** Changes by another process or an operator, unknown to this process. */
const elsewhere = (change: string, clientId: string) =>
  api.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [clientId])

test('a key revoked in the same process is refused in the next call, read or write', async () => {
  const client = await knownClient()
  await owner.send({ method: 'DELETE', path: `/v1/api-keys/${client.clientId}` })
  expect(refusal(await client.get('/v1/locations'))).toEqual([401, 'unauthenticated'])
  const write = await client.post('/v1/locations', { name: 'Mitte', timeZone: 'Europe/Berlin' })
  expect(refusal(write)).toEqual([401, 'unauthenticated'])
})

test('a key revoked in another process can no longer write', async () => {
  const client = await knownClient()
  await elsewhere('revoked_at = now()', client.clientId)
  const write = await client.post('/v1/locations', { name: 'Nowhere', timeZone: 'Europe/Berlin' })
  expect(refusal(write)).toEqual([401, 'unauthenticated'])
  expect(await api.query(`SELECT 1 FROM locations WHERE name = 'Nowhere'`)).toHaveLength(0)
})

test('a revoked key gets 401 even if its request has other errors', async () => {
  const client = await knownClient()
  await elsewhere('revoked_at = now()', client.clientId)
  const invalid = await client.send({ method: 'POST', path: '/v1/locations', json: { nme: 1 } })
  expect(refusal(invalid)).toEqual([401, 'unauthenticated'])
})

test('removed and restored scopes take effect immediately', async () => {
  const client = await knownClient()
  await elsewhere(`scopes = '{children}'`, client.clientId)
  expect(refusal(await client.get('/v1/locations'))).toEqual([403, 'insufficient_scope'])
  await elsewhere(`scopes = '{children,bookings}'`, client.clientId)
  expect((await client.get('/v1/locations')).status).toBe(200)
})

test('changed address ranges take effect immediately', async () => {
  const client = await knownClient()
  await elsewhere(`ip_ranges = '{192.0.2.0/24}'`, client.clientId)
  expect(refusal(await client.get('/v1/locations'))).toEqual([401, 'unauthenticated'])
  await elsewhere(`ip_ranges = '{}'`, client.clientId)
  expect((await client.get('/v1/locations')).status).toBe(200)
})

test('a write whose caller changed in the meantime is checked again and done once', async () => {
  const client = await knownClient()
  await elsewhere('rate_limit_per_minute = 5000', client.clientId)
  const location = await newLocation(client, { name: 'Once' })
  expect(location.id).toMatch(/^loc_/)
  expect(await api.query(`SELECT 1 FROM locations WHERE name = 'Once'`)).toHaveLength(1)
})
