import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../contract/world.ts'
import { refusal } from '../resources/centre.ts'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../support/api.ts'

/** A key that is limited creates no address, secret or right that lacks its limits (docs/decisions/0289). */

let api: TestApi
let centre: World
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const LIMITS = {
  expires: { expiresAt: new Date('2027-06-01T00:00:00Z') },
  'has some methods': { methods: ['GET', 'POST', 'PATCH'] as ('GET' | 'POST' | 'PATCH')[] },
  'is used from some addresses': { ipRanges: ['0.0.0.0/0', '::/0'] },
}

let counter = 0
/** What lasts longer than the key. Each call creates or learns it. */
const WAYS: Record<string, () => Promise<(by: ApiClient) => Promise<ApiAnswer>>> = {
  'a calendar feed': async () => {
    const { id: subjectId } = await centre.provider()
    return (by) => by.post('/v1/calendar-feeds', { subjectId })
  },
  'the address of an agent': async () => {
    const { id } = await centre.webhookAgent()
    return (by) => by.post(`/v1/agents/${id}/rotate-webhook-url`)
  },
  'a webhook endpoint': async () => {
    const { url } = await centre.endpoint()
    return (by) => by.post('/v1/webhook-endpoints', { url, eventTypes: ['booking.created'] })
  },
  'the URL of a webhook endpoint': async () => {
    const { id, url } = await centre.endpoint()
    return (by) => by.patch(`/v1/webhook-endpoints/${id}`, { url: `${String(url)}/other` })
  },
  'the events of a webhook endpoint': async () => {
    const { id } = await centre.endpoint()
    return (by) => by.patch(`/v1/webhook-endpoints/${id}`, { eventTypes: ['*'] })
  },
  'the filter of a webhook endpoint': async () => {
    const { id } = await centre.endpoint()
    return (by) => by.patch(`/v1/webhook-endpoints/${id}`, { filter: null })
  },
  'the secret of a webhook endpoint': async () => {
    const { id } = await centre.endpoint()
    return (by) => by.post(`/v1/webhook-endpoints/${id}/rotate-secret`, {})
  },
  'a language model': async () => (by) => by.post('/v1/ai/models', centre.newModel()),
  'the key of a language model': async () => {
    const { id } = await centre.aiModel()
    return (by) => by.patch(`/v1/ai/models/${id}`, { key: 'sk-another' })
  },
  'a user': async () => (by) => {
    counter += 1
    const email = `limited${counter}@example.org`
    return by.post('/v1/users', { email, name: 'Somebody', roles: ['READ_ONLY'] })
  },
  'a role': async () => (by) => {
    counter += 1
    return by.post('/v1/roles', { name: `Role ${counter}`, permissions: ['rooms:read'] })
  },
  'a key without the limit': async () => (by) =>
    by.post('/v1/api-keys', { name: 'More', scopes: ['bookings.read'] }),
}

describe.each(Object.entries(LIMITS))('a key that %s', (_, limits) => {
  test.each(Object.keys(WAYS))('does not create %s', async (way) => {
    const ask = await WAYS[way]!()
    const limited = await api.createClient(centre.client.tenantId, limits)
    const refused = await ask(limited)
    expect(refusal(refused).slice(0, 2), refused.text).toEqual([403, 'insufficient_scope'])
    const { status, text } = await ask(centre.client)
    expect(status, text).toBeLessThan(300)
  })
})
