import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProvider, refusal } from '../../resources/centre.ts'
import { joinAs, type Browser } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** Only an operator or an owner can let a key sign as a provider. */

let api: TestApi
let centre: ApiClient
let owner: Browser
let providerId: string
const scopes = ['sessions', 'signatures-on-behalf']

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  owner = await joinAs(api, centre, { roles: ['OWNER'] })
  providerId = (await newProvider(centre)).id
})
afterAll(() => api[Symbol.asyncDispose]())

const told = (id: string) =>
  api.query(
    `SELECT payload FROM outbox WHERE subject_id = $1 AND type = 'api_key.signing_granted' ORDER BY seq`,
    [id],
  )

test('an owner allows a key to sign as one provider, which is recorded and announced once', async () => {
  const { status, body } = await owner.post<{ id: string; scopes: string[] }>('/v1/api-keys', {
    name: 'Records',
    scopes,
    providerId,
  })
  expect(status).toBe(201)
  expect(body.scopes).toEqual(scopes)
  expect((await owner.patch(`/v1/api-keys/${body.id}`, { methods: ['POST'] })).status).toBe(200)
  expect(await told(body.id)).toEqual([{ payload: { apiKeyId: body.id, providerId } }])
  const [entry] = await api.query<{ changes: object; actor: string }>(
    `SELECT changes, actor_kind AS actor FROM audit_entries WHERE subject_id = $1 ORDER BY occurred_at LIMIT 1`,
    [body.id],
  )
  expect(entry).toMatchObject({
    actor: 'USER',
    changes: { scopes: { to: scopes }, providerId: { to: providerId } },
  })
  // Signing as another provider needs another grant.
  const other = (await newProvider(centre)).id
  await owner.patch(`/v1/api-keys/${body.id}`, { providerId: other })
  expect(await told(body.id)).toHaveLength(2)
  const freed = await owner.patch(`/v1/api-keys/${body.id}`, { providerId: null })
  expect(refusal(freed)).toEqual([403, 'insufficient_scope', 'providerId: exceeds_grantor'])
})

test('an owner cannot allow a key to sign for everybody, and others cannot allow any signing', async () => {
  const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
  const refused = [403, 'insufficient_scope', 'scopes: exceeds_grantor']
  const everybody = { name: 'Records', scopes }
  const bound = { ...everybody, providerId }
  expect(refusal(await owner.post('/v1/api-keys', everybody))).toEqual(refused)
  expect(refusal(await administrator.post('/v1/api-keys', bound))).toEqual(refused)
  const key = await api.createClient(centre.tenantId, { scopes: ['admin', 'sessions'] })
  expect((await key.post('/v1/api-keys', bound)).body).toMatchObject({ code: 'insufficient_scope' })
})
