import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCOPES, type Scope } from '#platform/core/access/permissions.ts'
import { createWorld, type World } from '../contract/world.ts'
import { delegateTo, joinAs } from '../staff/support.ts'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../support/api.ts'

/** An archive contains everything about a person, so a program needs permission to read all of it. */

let api: TestApi
let world: World
let childId: string
let readyId: string
beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
  childId = (await world.child()).id
  readyId = (await world.readyExport()).id
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const ask = (by: Pick<ApiClient, 'post'>): Promise<ApiAnswer>[] => [
  by.post('/v1/person-exports', { childId }),
  by.post(`/v1/person-exports/${readyId}/download-link`),
]
const outcomes = async (by: Pick<ApiClient, 'post'>): Promise<(string | number)[]> =>
  (await Promise.all(ask(by))).map(({ status, body }) => (body as { code?: string }).code ?? status)
const REFUSED = ['insufficient_scope', 'insufficient_scope']
const ALLOWED = [201, 200]

const keyWith = (scopes: Scope[]) => api.createClient(world.client.tenantId, { scopes })

/** Resources with records in an archive. */
const SHOWN: Scope[] = [
  'children',
  'clients',
  'bookings',
  'sessions',
  'payments',
  'ai',
  'marketplace',
]

test('a key with only the scope admin cannot read a child through an export', async () => {
  const key = await keyWith(['admin'])
  expect((await key.get(`/v1/children/${childId}`)).status).toBe(403)
  expect(await outcomes(key)).toEqual(REFUSED)
})

test.each(SHOWN)('a key without the scope %s cannot export a person', async (scope) => {
  const others = SCOPES.filter((it) => it !== scope && it !== `${scope}.read`)
  expect(await outcomes(await keyWith(others))).toEqual(REFUSED)
  expect(await outcomes(await keyWith([...others, `${scope}.read` as Scope]))).toEqual(ALLOWED)
})

test('a person exports with their role, and a program acting for them with what it may read', async () => {
  const { client } = world
  const administrator = await joinAs(api, client, { roles: ['ADMINISTRATOR'] })
  expect(await outcomes(administrator)).toEqual(ALLOWED)
  const programOf = async (role: string) => {
    const { user } = await joinAs(api, client, { roles: [role] })
    return delegateTo(api, client, { userId: user.id, scopes: ['admin', ...SHOWN] })
  }
  expect(await outcomes(await programOf('ADMINISTRATOR'))).toEqual(REFUSED)
  expect(await outcomes(await programOf('OWNER'))).toEqual(ALLOWED)
})

test('the link to an archive ends with the scopes it required', async () => {
  const { client } = world
  const link = async (by: Pick<ApiClient, 'post'>) =>
    (await by.post<{ path: string }>(`/v1/person-exports/${readyId}/download-link`)).body.path
  const key = await keyWith(['admin', ...SHOWN])
  const path = await link(key)
  expect((await api.anonymous().get(path)).status).toBe(200)
  const narrowed = await client.patch(`/v1/api-keys/${key.clientId}`, { scopes: ['admin'] })
  expect(narrowed.status, narrowed.text).toBe(200)
  const refused = await api.anonymous().get<{ code: string }>(path)
  expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope'])

  const { user } = await joinAs(api, client, { roles: ['OWNER'] })
  const scopes = ['admin', ...SHOWN]
  const byProgram = await link(await delegateTo(api, client, { userId: user.id, scopes }))
  expect((await api.anonymous().get(byProgram)).status).toBe(200)
  const moved = await api.query(
    `UPDATE users SET roles = '{ADMINISTRATOR}' WHERE id = $1 RETURNING id`,
    [user.id],
  )
  expect(moved).toHaveLength(1)
  expect((await api.anonymous().get(byProgram)).status).toBe(403)
})
