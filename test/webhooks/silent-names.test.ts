/** Webhook endpoints whose name server does not respond. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, refusal, type Resource } from '../resources/centre.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { startNameServer, type NameServer } from '../support/name-server.ts'

let names: NameServer
let api: TestApi
beforeAll(async () => {
  names = await startNameServer()
  api = await startApi({ webhookNameServers: [names.address] })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await names[Symbol.asyncDispose]()
})

const PATH = '/v1/webhook-endpoints'
const endpointAt = (host: string) => ({ url: `https://${host}/hooks`, eventTypes: ['*'] })

test('a replay needs no name server, and a caller without permission causes no lookup', async () => {
  const client = await api.createTenant()
  const limited = await api.createClient(client.tenantId, { scopes: ['webhooks.read'] })
  const send = (json: object, key: string) =>
    client.send({ method: 'POST', path: PATH, json, headers: { 'idempotency-key': key } })
  const key = randomUUID()
  const first = await send(endpointAt('answers.example.com'), key)
  expect(first.status).toBe(201)
  names.silence()
  const asked = names.asked()

  const again = await send(endpointAt('answers.example.com'), key)
  expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([
    201,
    'true',
    first.text,
  ])
  expect(refusal(await send(endpointAt('other.example.com'), key))).toEqual([
    422,
    'idempotency_mismatch',
  ])
  expect(refusal(await limited.post(PATH, endpointAt('no.example.com')))).toEqual([
    403,
    'insufficient_scope',
  ])
  await client.send({ method: 'DELETE', path: `/v1/api-keys/${limited.clientId}` })
  expect(refusal(await limited.post(PATH, endpointAt('no.example.com')))).toEqual([
    401,
    'unauthenticated',
  ])
  const local = await client.post(PATH, endpointAt('printer.local'))
  expect(refusal(local)).toEqual([400, 'address_refused', 'url: address_refused'])
  const { id } = first.body as Resource
  expect((await client.patch(`${PATH}/${id}`, { description: 'x' })).status).toBe(200)
  expect(names.asked()).toBe(asked)
})

test('slow name lookups of one tenant leave all connections to the others', async () => {
  names.silence()
  const [waiting, other] = [await api.createTenant(), await api.createTenant()]
  const { id } = await create(other, '/v1/rooms', {
    name: 'Blue',
    locationId: (await create(other, '/v1/locations', { name: 'Mitte', timeZone: 'Europe/Berlin' }))
      .id,
  })
  const asked = names.asked()
  let settled = 0
  // Twice the size of the connection pool.
  const calls = Array.from({ length: 20 }, async (_, index) => {
    const answer = await waiting.post(PATH, endpointAt(`h${index}.example.com`))
    settled += 1
    return answer
  })
  const { app } = api.services.platform.database.pools
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  // Each name is queried for both address families.
  while (names.asked() - asked < 40) await turn()
  while (app.totalCount > app.idleCount) await turn()
  expect((await other.patch(`/v1/rooms/${id}`, { name: 'Green' })).status).toBe(200)
  expect(settled).toBe(0)
  for (const answer of await Promise.all(calls))
    expect(refusal(answer)).toEqual([400, 'address_refused', 'url: dns_failure'])
})
