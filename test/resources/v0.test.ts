import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { create, newChild, refusal, type Resource } from './centre.ts'

const SUNSET = Date.parse('2026-12-01T00:00:00Z')

let api: TestApi
let client: ApiClient
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  api.clock.set('2026-11-24T08:00:00Z')
  client = await api.createTenant()
})

describe('version 0', () => {
  test('shows a child in its flat shape', async () => {
    const { id, createdAt } = await newChild(client, { referral: { source: 'Dr. Klein' } })
    const { status, body } = await client.get(`/v0/children/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      child_id: id,
      full_name: 'Lena Weiss',
      date_of_birth: '2021-04-30',
      program: null,
      provider_id: null,
      referred_by: 'Dr. Klein',
      created_at: createdAt,
    })
  })

  test('lists payments as an array, by page number', async () => {
    const { id: childId } = await newChild(client)
    const lines = [{ description: 'X', quantity: 1, unitAmount: 100 }]
    const made: string[] = []
    for (let at = 0; at < 3; at += 1) {
      const { id: orderId } = await create(client, '/v1/orders', { childId, lines })
      made.unshift(
        (
          await create(client, '/v1/payments', {
            orderId,
            paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
          })
        ).id,
      )
    }
    const page = async (query: string) =>
      (await client.get<Resource[]>(`/v0/payments${query}`)).body.map((it) => it['payment_id'])
    expect(await page('')).toEqual(made)
    expect(await page('?page=2&per_page=2')).toEqual(made.slice(2))
    expect(await page('?page=9')).toEqual([])
    expect((await client.get<Resource[]>('/v0/payments')).body[0]).toMatchObject({
      state: 'processing',
      amount: 100,
      currency: 'EUR',
    })
    expect(refusal(await client.get('/v0/payments?per_page=101'))).toContain('per_page: too_large')
  })

  test.each([
    ['/v0/payments', '</v1/payments>; rel="successor-version"'],
    ['/v0/children/{id}', '</v1/children/{id}>; rel="successor-version"'],
  ])('%s announces its deprecation, sunset and successor', async (path, link) => {
    const { id } = await newChild(client)
    const { headers } = await client.get(path.replace('{id}', id))
    expect(headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(headers.get('sunset')).toBe('Tue, 01 Dec 2026 00:00:00 GMT')
    expect(headers.get('link')).toBe(link.replace('{id}', id))
  })

  test('ends exactly at its sunset', async () => {
    const { id } = await newChild(client)
    const paths = [`/v0/children/${id}`, '/v0/payments']
    const statuses = async () =>
      Promise.all(paths.map(async (path) => (await client.get(path)).status))

    api.clock.set(new Date(SUNSET - 60_000))
    client = await api.createClient(client.tenantId)
    expect(await statuses()).toEqual([200, 200])

    api.clock.set(new Date(SUNSET))
    expect(await statuses()).toEqual([410, 410])
    const gone = await client.get('/v0/payments')
    expect(refusal(gone)).toEqual([410, 'version_sunset'])
    expect(gone.headers.get('link')).toBe('</v1/payments>; rel="successor-version"')
    expect((await client.get('/v1/payments')).status).toBe(200)
  })
})
