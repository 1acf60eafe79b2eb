import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type ApiClient, type TestApi } from './api.ts'

let api: TestApi
let client: ApiClient

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

const HOUR_MS = 3_600_000

test('a caller has a valid token for the whole file, wherever it moves the clock', async () => {
  const answered = async () => (await client.get('/v1/locations')).status
  const first = await client.token()
  expect(await answered()).toBe(200)
  expect(await client.token()).toBe(first)
  const begun = api.clock.now()
  api.clock.advance(HOUR_MS)
  expect(await answered()).toBe(200)
  expect(await client.token()).not.toBe(first)
  api.clock.set(begun)
  expect(await answered()).toBe(200)
})

test('a narrowed token is cached per scope, and renewed too', async () => {
  const statusWith = async (scope: string) => {
    const headers = { authorization: `Bearer ${await client.token(scope)}` }
    return (await api.anonymous().send({ path: '/v1/locations', headers })).status
  }
  expect(await Promise.all([statusWith('payments.read'), statusWith('bookings')])).toEqual([
    403, 200,
  ])
  api.clock.advance(HOUR_MS)
  expect(await statusWith('bookings')).toBe(200)
})
