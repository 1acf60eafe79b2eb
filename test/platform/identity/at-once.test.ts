import { afterAll, beforeAll, expect, test } from 'vitest'
import { newLocation, refusal } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** The API decides on a caller as it knows it and asks the database meanwhile: what changed holds at once. */
let api: TestApi
let owner: ApiClient

beforeAll(async () => {
  api = await startApi()
  owner = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

/** A key that the API has seen and remembers. */
const knownClient = async () => {
  const client = await api.createClient(owner.tenantId)
  expect((await client.get('/v1/locations')).status).toBe(200)
  return client
}

/** What another process, or an operator, does behind this one's back. */
const elsewhere = (change: string, clientId: string) =>
  api.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [clientId])

test('a key revoked here is refused in the next call, reads and writes alike', async () => {
  const client = await knownClient()
  await owner.send({ method: 'DELETE', path: `/v1/api-keys/${client.clientId}` })
  expect(refusal(await client.get('/v1/locations'))).toEqual([401, 'unauthenticated'])
  const write = await client.post('/v1/locations', { name: 'Mitte', timeZone: 'Europe/Berlin' })
  expect(refusal(write)).toEqual([401, 'unauthenticated'])
})

test('a key revoked elsewhere writes nothing any more', async () => {
  const client = await knownClient()
  await elsewhere('revoked_at = now()', client.clientId)
  const write = await client.post('/v1/locations', { name: 'Nowhere', timeZone: 'Europe/Berlin' })
  expect(refusal(write)).toEqual([401, 'unauthenticated'])
  expect(await api.query(`SELECT 1 FROM locations WHERE name = 'Nowhere'`)).toHaveLength(0)
})

test('a revoked key hears 401 also where its request would have been refused for another reason', async () => {
  const client = await knownClient()
  await elsewhere('revoked_at = now()', client.clientId)
  const invalid = await client.send({ method: 'POST', path: '/v1/locations', json: { nme: 1 } })
  expect(refusal(invalid)).toEqual([401, 'unauthenticated'])
})

test('scopes that a key lost are lost at once, and those it has again count at once', async () => {
  const client = await knownClient()
  await elsewhere(`scopes = '{children}'`, client.clientId)
  expect(refusal(await client.get('/v1/locations'))).toEqual([403, 'insufficient_scope'])
  await elsewhere(`scopes = '{children,bookings}'`, client.clientId)
  expect((await client.get('/v1/locations')).status).toBe(200)
})

test('addresses that a key may be used from are known at once, narrowed or widened', async () => {
  const client = await knownClient()
  await elsewhere(`ip_ranges = '{192.0.2.0/24}'`, client.clientId)
  expect(refusal(await client.get('/v1/locations'))).toEqual([401, 'unauthenticated'])
  await elsewhere(`ip_ranges = '{}'`, client.clientId)
  expect((await client.get('/v1/locations')).status).toBe(200)
})

test('a write whose caller changed meanwhile is decided anew and done once', async () => {
  const client = await knownClient()
  await elsewhere('rate_limit_per_minute = 5000', client.clientId)
  const location = await newLocation(client, { name: 'Once' })
  expect(location.id).toMatch(/^loc_/)
  expect(await api.query(`SELECT 1 FROM locations WHERE name = 'Once'`)).toHaveLength(1)
})
