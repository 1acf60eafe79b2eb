import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { PatchApiKey, type ApiKey, type CreateApiKey } from '#platform/api-keys/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { SCOPES } from '#platform/core/access/permissions.ts'
import type { Problem } from '../../../api/http/problem.ts'
import { newProvider } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** What one key may change about another. Every member of a key declares how it could widen the key. */

let api: TestApi
let centre: ApiClient
let ana: string
let ben: string
beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  ana = (await newProvider(centre)).id
  ben = (await newProvider(centre)).id
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

type Limits = Partial<CreateApiKey>

/** A change that would give the key `of` more than the key `by` has. */
interface Widening {
  case: string
  by: Limits
  of: Limits
  patch: () => PatchApiKey
}

/** A key that can only administer keys. */
const KEYS_ALONE: Limits = { scopes: ['admin'], resources: ['api-keys'] }

const SOON = '2027-01-01T00:00:00.000Z'

/** By member of a key: how it could widen the key, or that it limits nothing. */
const MEMBERS: Record<keyof PatchApiKey, 'no limit' | Widening[]> = {
  name: 'no limit',
  scopes: [
    {
      case: 'another scope',
      by: { scopes: ['admin', 'bookings'] },
      of: { scopes: ['bookings'] },
      patch: () => ({ scopes: ['bookings', 'children'] }),
    },
    {
      case: 'the scope to sign for others',
      by: { scopes: ['admin', 'sessions'] },
      of: { scopes: ['sessions'] },
      patch: () => ({ scopes: ['sessions', 'signatures-on-behalf'] }),
    },
    {
      case: 'the scope of the audit trail',
      by: { scopes: ['admin'] },
      of: { scopes: ['admin'] },
      patch: () => ({ scopes: ['admin', 'audit.read'] }),
    },
    {
      case: 'a scope for longer than its own',
      by: { scopes: ['admin', 'children'], expiresAt: new Date(SOON) },
      of: { scopes: ['admin'] },
      patch: () => ({ scopes: ['children'] }),
    },
    {
      case: 'a scope with more methods than its own',
      by: { scopes: ['admin', 'children'], methods: ['PATCH'] },
      of: { scopes: ['admin'] },
      patch: () => ({ scopes: ['children'] }),
    },
    {
      case: 'a scope from more addresses than its own',
      by: { scopes: ['admin', 'children'], ipRanges: ['2001:db8::/32'] },
      of: { scopes: ['admin'] },
      patch: () => ({ scopes: ['children'] }),
    },
  ],
  resources: [
    {
      case: 'all resources',
      by: KEYS_ALONE,
      of: { scopes: ['children'], resources: ['guardianships'] },
      patch: () => ({ resources: [] }),
    },
    {
      case: 'another resource',
      by: { scopes: ['admin', 'children.read'] },
      of: { scopes: ['children'], resources: ['guardianships'] },
      patch: () => ({ resources: ['children'] }),
    },
    {
      case: 'a resource for longer than its own',
      by: { scopes: ['admin', 'children'], expiresAt: new Date(SOON) },
      of: { scopes: ['children'], resources: ['guardianships'] },
      patch: () => ({ resources: ['children'] }),
    },
  ],
  methods: [
    {
      case: 'all methods',
      by: { scopes: ['admin'], methods: ['GET', 'PATCH'] },
      of: { scopes: ['admin'], methods: ['GET'] },
      patch: () => ({ methods: [] }),
    },
  ],
  ipRanges: [
    {
      case: 'every address',
      by: { scopes: ['admin'], ipRanges: ['2001:db8::/32'] },
      of: { scopes: ['admin'], ipRanges: ['2001:db8:1::/48'] },
      patch: () => ({ ipRanges: [] }),
    },
  ],
  expiresAt: [
    {
      case: 'no end',
      by: { scopes: ['admin'], expiresAt: new Date(SOON) },
      of: { scopes: ['admin'], expiresAt: new Date(SOON) },
      patch: () => ({ expiresAt: null }),
    },
  ],
  rateLimitPerMinute: [
    {
      case: 'more requests',
      by: { scopes: ['admin'], rateLimitPerMinute: 100 },
      of: { scopes: ['admin'], rateLimitPerMinute: 50 },
      patch: () => ({ rateLimitPerMinute: 101 }),
    },
  ],
  providerId: [
    {
      case: 'freed from its caseload',
      by: KEYS_ALONE,
      of: { scopes: ['children'], providerId: 'ana' },
      patch: () => ({ providerId: null }),
    },
    {
      case: 'another provider’s caseload',
      by: KEYS_ALONE,
      of: { scopes: ['children'], providerId: 'ana' },
      patch: () => ({ providerId: ben }),
    },
    {
      case: 'a provider whom it then signs as',
      by: KEYS_ALONE,
      of: { scopes: ['sessions'] },
      patch: () => ({ providerId: ana }),
    },
    {
      case: 'freed to what only the centre may do',
      by: { scopes: ['admin', 'children'] },
      of: { scopes: ['children', 'audit.read'], providerId: 'ana' },
      patch: () => ({ providerId: null }),
    },
  ],
}

const limitsOf = (limits: Limits): Limits => ({
  ...limits,
  ...(limits.providerId === 'ana' && { providerId: ana }),
})

test('every changeable member of a key is covered', () => {
  expect(Object.keys(MEMBERS).toSorted()).toEqual(Object.keys(PatchApiKey.shape).toSorted())
})

const WIDENINGS = Object.entries(MEMBERS).flatMap(([member, ways]) =>
  ways === 'no limit' ? [] : ways.map((way) => ({ member, ...way })),
)

/** A key that is never used: some may not be used from test addresses. */
const createTarget = (limits: Limits) =>
  createApiKey(
    systemContext(api.services.platform, { tenantId: centre.tenantId, action: 'createApiKey' }),
    { name: 'Target', scopes: [...SCOPES], ...limits },
  )

describe.each(WIDENINGS)('$member: $case', ({ member, by, of, patch }) => {
  const keys = async () => ({
    grantor: await api.createClient(centre.tenantId, limitsOf(by)),
    target: await createTarget(limitsOf(of)),
  })

  test('cannot be granted by a key without it', async () => {
    const { grantor, target } = await keys()
    const path = `/v1/api-keys/${target.clientId}`
    const before = (await centre.get<ApiKey>(path)).body
    const answer = await grantor.patch<Problem>(path, patch())
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope'])
    expect(answer.body.errors).toContainEqual(
      expect.objectContaining({ path: member, code: 'exceeds_grantor' }),
    )
    const { lastUsedAt: _, ...after } = (await centre.get<ApiKey>(path)).body
    expect(before).toMatchObject(after)
  })

  test('can be granted by a key that has it', async () => {
    const { target } = await keys()
    const answer = await centre.patch<ApiKey>(`/v1/api-keys/${target.clientId}`, patch())
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject(patch())
  })

  test('stays if somebody else granted it and another member is changed', async () => {
    const { grantor, target } = await keys()
    const path = `/v1/api-keys/${target.clientId}`
    await centre.patch(path, patch())
    const answer = await grantor.patch<ApiKey>(path, { name: 'Renamed' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ ...patch(), name: 'Renamed' })
  })
})

test('a key bound to a provider cannot choose who is notified of its break-glass access', async () => {
  const path = '/v1/message-settings'
  const bound = await api.createClient(centre.tenantId, { scopes: ['admin'], providerId: ana })
  const mine = await bound.patch<Problem>(path, { privacyContactEmail: 'me@elsewhere.example' })
  expect([mine.status, mine.body.code]).toEqual([403, 'insufficient_scope'])
  const unbound = await api.createClient(centre.tenantId, { scopes: ['admin'] })
  const privacyContactEmail = 'privacy@centre.example'
  expect((await unbound.patch(path, { privacyContactEmail })).status).toBe(200)
  expect((await centre.get(path)).body).toMatchObject({ privacyContactEmail })
})
