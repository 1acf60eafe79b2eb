import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '#platform/core/lists/paging.ts'
import type { Disclosure } from '#privacy/disclosures/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { joinAs } from './support.ts'

/** Traces of people: who saw a child, and the links they issued. */

let api: TestApi
let centre: ApiClient

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

const make = async (path: string, body: object) =>
  (await centre.post<{ id: string }>(path, body)).body

const newChild = (more = {}) =>
  make('/v1/children', { firstName: 'Mia', lastName: 'Berg', birthDate: '2020-05-01', ...more })

test('a disclosure names the person, and the provider as whom they acted', async () => {
  const { id: providerId } = await make('/v1/providers', { name: 'Dr. Ruiz' })
  const child = await newChild({ primaryProviderId: providerId })
  const both = await joinAs(api, centre, { roles: ['SCHEDULER', 'THERAPIST'], providerId })
  expect((await both.get(`/v1/children/${child.id}`)).status).toBe(200)
  const seen = await both.get(`/v1/children/${child.id}/chart`)
  expect(seen.status, seen.text).toBe(200)
  const { body } = await centre.get<Page<Disclosure>>(`/v1/children/${child.id}/disclosures`)
  const of = (action: string) => body.data.find((entry) => entry.action === action)
  const actor = { kind: 'USER', id: both.user.id, name: both.user.name }
  // A scheduler may see children; only a therapist may see their insights.
  expect(of('getChild')).toMatchObject({
    actor: { ...actor, providerId: null },
    purpose: 'HOPERAT',
  })
  expect(of('getChildChart')).toMatchObject({ actor: { ...actor, providerId }, purpose: 'TREAT' })
})

test('a link ends when its requester is deactivated', async () => {
  const child = await newChild()
  const person = await joinAs(api, centre, { roles: ['EARLY_INTERVENTION_COORDINATOR'] })
  const { body: file } = await person.post<{ id: string }>('/v1/attachments', {
    childId: child.id,
    name: 'Referral.txt',
    contentType: 'text/plain',
  })
  const link = async () =>
    (await person.post<{ path: string }>(`/v1/attachments/${file.id}/upload-link`)).body.path
  const put = (path: string) =>
    api.anonymous().send<{ code?: string }>({
      method: 'PUT',
      path,
      body: 'A referral.',
      headers: { 'content-type': 'application/octet-stream' },
    })
  const [first, second] = [await link(), await link()]
  expect((await put(first)).status).toBe(200)
  await centre.post(`/v1/users/${person.user.id}/deactivate`)
  expect((await put(second)).body).toMatchObject({ code: 'link_revoked' })
})
