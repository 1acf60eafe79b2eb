import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { patchApiKey } from '#platform/api-keys/patch-api-key.ts'
import { ApiKeyQuery, getApiKey, listApiKeys } from '#platform/api-keys/queries.ts'
import { revokeApiKey } from '#platform/api-keys/revoke-api-key.ts'
import { CreateApiKey } from '#platform/api-keys/schemas.ts'
import type { Context } from '#platform/core/context/context.ts'
import {
  asOwner,
  clientCredentials,
  createCentre,
  createDatabase,
  MovableClock,
  openProcess,
  type Centre,
  type Credentials,
  type Process,
  type TestDatabase,
  confirmed,
} from './support.ts'

let database: TestDatabase
let api: Process
let centre: Centre

beforeAll(async () => {
  database = await createDatabase()
  api = openProcess(database, new MovableClock())
  centre = await createCentre(database, api)
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** The context of a call with a token of this key. */
const contextOfKey = async (key: Credentials, scope?: string): Promise<Context> => {
  const { access_token: token } = (
    await clientCredentials(api, key, { ...(scope !== undefined && { scope }) })
  ).body
  const {
    tenantId,
    actors: [actor],
  } = await confirmed(api.identity, token)
  return { platform: api.platform, tenantId, actor, action: 'test' }
}

describe('an API key', () => {
  it('shows its secret once and stores only a hash', async () => {
    const created = await createApiKey(centre.ctx, {
      name: 'Site',
      scopes: ['bookings', 'bookings'],
      ipRanges: ['198.51.100.7/24', '198.51.100.0/24'],
    })
    expect(created).toMatchObject({
      clientId: created.id,
      clientSecret: expect.stringMatching(/^sk_/),
      scopes: ['bookings'],
      resources: [],
      methods: [],
      ipRanges: ['198.51.100.0/24'],
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
      version: 1,
    })
    expect(await getApiKey(centre.ctx, created)).not.toHaveProperty('clientSecret')
    const stored = await asOwner(database, 'SELECT * FROM api_keys WHERE id = $1', [created.id])
    const trail = await asOwner(database, 'SELECT * FROM audit_entries WHERE subject_id = $1', [
      created.id,
    ])
    expect(trail).toHaveLength(1)
    expect(JSON.stringify([stored, trail])).not.toContain(created.clientSecret)
    expect(JSON.stringify(trail)).not.toContain((stored[0] as { secret_hash: string }).secret_hash)
  })

  it('records when it was last used', async () => {
    const key = await centre.key()
    await clientCredentials(api, key)
    expect((await getApiKey(centre.ctx, { id: key.client_id })).lastUsedAt).not.toBeNull()
  })

  it('is listed, and filtered by whether it was revoked', async () => {
    const own = await createCentre(database, api)
    const [kept, gone] = [await own.key({ name: 'A' }), await own.key({ name: 'B' })]
    await revokeApiKey(own.ctx, { id: gone.client_id })
    const list = async (query: object) =>
      (await listApiKeys(own.ctx, ApiKeyQuery.parse(query))).data.map(({ id }) => id)
    expect(await list({})).toEqual([gone.client_id, kept.client_id])
    expect(await list({ sort: 'name' })).toEqual([kept.client_id, gone.client_id])
    expect(await list({ revoked: 'true' })).toEqual([gone.client_id])
    expect(await list({ revoked: 'false' })).toEqual([kept.client_id])
  })

  it('is revoked once and permanently', async () => {
    const { client_id: id } = await centre.key()
    const first = await revokeApiKey(centre.ctx, { id })
    api.clock.advance(60)
    expect(await revokeApiKey(centre.ctx, { id })).toEqual(first)
    expect(first.revokedAt).not.toBeNull()
    await expect(patchApiKey(centre.ctx, { id, patch: { name: 'Back' } })).rejects.toMatchObject({
      code: 'api_key_revoked',
    })
  })

  it('is not found by another tenant', async () => {
    const { client_id: id } = await centre.key()
    const { ctx } = await createCentre(database, api)
    const notFound = { code: 'not_found' }
    await expect(getApiKey(ctx, { id })).rejects.toMatchObject(notFound)
    await expect(patchApiKey(ctx, { id, patch: { name: 'X' } })).rejects.toMatchObject(notFound)
    await expect(revokeApiKey(ctx, { id })).rejects.toMatchObject(notFound)
  })

  it('refuses a past expiry and a stale version', async () => {
    const { client_id: id } = await centre.key()
    const expiresAt = new Date(api.clock.now().getTime() - 1)
    const invalid = { code: 'validation_failed' }
    await expect(centre.key({ expiresAt })).rejects.toMatchObject(invalid)
    await expect(patchApiKey(centre.ctx, { id, patch: { expiresAt } })).rejects.toMatchObject(
      invalid,
    )
    await expect(
      patchApiKey(centre.ctx, { id, version: 7, patch: { name: 'X' } }),
    ).rejects.toMatchObject({ code: 'precondition_failed' })
  })

  it.each([
    { scopes: [] },
    { scopes: ['everything'] },
    { resources: ['nothing'] },
    { methods: ['BREW'] },
    { ipRanges: ['10.1'] },
    { expiresAt: 'tomorrow' },
    { rateLimitPerMinute: 0 },
    { secret: 'mine' },
  ])('cannot be created from %j', (wrong) => {
    expect(CreateApiKey.safeParse({ name: 'X', scopes: ['bookings'], ...wrong }).success).toBe(
      false,
    )
  })
})

describe('a key that creates keys', () => {
  const refused = { code: 'insufficient_scope' }

  it('passes on only its own rights', async () => {
    const ctx = await contextOfKey(await centre.key({ scopes: ['admin', 'bookings'] }))
    const create = (input: Partial<CreateApiKey>) =>
      createApiKey(ctx, { name: 'Child', scopes: ['bookings'], ...input })
    expect((await create({})).scopes).toEqual(['bookings'])
    await expect(create({ scopes: ['children'] })).rejects.toMatchObject(refused)
    await expect(create({ scopes: ['ai'] })).rejects.toMatchObject({
      ...refused,
      issues: [
        { path: 'scopes', code: 'exceeds_grantor' },
        { path: 'scopes', code: 'exceeds_grantor', message: 'your key does not have ai' },
      ],
    })
    await expect(create({ rateLimitPerMinute: 6_000 })).rejects.toMatchObject(refused)
  })

  it('is also limited to the scope of its token', async () => {
    const key = await centre.key({ scopes: ['admin', 'bookings'] })
    const ctx = await contextOfKey(key, 'admin')
    await expect(createApiKey(ctx, { name: 'Child', scopes: ['bookings'] })).rejects.toMatchObject(
      refused,
    )
  })

  it('cannot remove its own limits', async () => {
    const key = await centre.key({
      scopes: ['admin'],
      methods: ['GET', 'PATCH'],
      ipRanges: [],
      expiresAt: new Date(api.clock.now().getTime() + 3_600_000),
    })
    const ctx = await contextOfKey(key)
    const patch = (changes: object) => patchApiKey(ctx, { id: key.client_id, patch: changes })
    await expect(patch({ methods: [] })).rejects.toMatchObject(refused)
    await expect(patch({ expiresAt: null })).rejects.toMatchObject(refused)
    await expect(patch({ scopes: ['admin', 'payments'] })).rejects.toMatchObject(refused)
    expect(await patch({ name: 'Mine' })).toMatchObject({ name: 'Mine' })
    expect(await patch({ methods: ['PATCH'] })).toMatchObject({ methods: ['PATCH'] })
  })

  it('may narrow a key that has more rights from an operator', async () => {
    const ctx = await contextOfKey(await centre.key({ scopes: ['admin'] }))
    const { client_id: id } = await centre.key({ scopes: ['children'], rateLimitPerMinute: 6_000 })
    expect(await patchApiKey(ctx, { id, patch: { methods: ['GET'] } })).toMatchObject({
      methods: ['GET'],
      rateLimitPerMinute: 6_000,
    })
  })

  it('needs the permission', async () => {
    const ctx = await contextOfKey(await centre.key({ scopes: ['bookings'] }))
    await expect(createApiKey(ctx, { name: 'Child', scopes: ['bookings'] })).rejects.toMatchObject(
      refused,
    )
  })
})
