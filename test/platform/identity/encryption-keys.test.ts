import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { issueLink, openLink } from '#clinical/attachments/file-link.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { type Platform } from '#platform/core/context/platform.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { beginGrant, spendRefreshToken } from '#platform/identity/refresh-tokens.ts'
import { createLocation } from '#organization/locations/create-location.ts'
import { listLocations } from '#organization/locations/queries.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { createDatabase } from '../../support/servers.ts'

/**
 * Data derived from encryption keys follows the rule of sealed data: the first key creates, every listed key is
 * accepted. The steps are those of docs/operations.md.
 */

const stack = new AsyncDisposableStack()
const [k1, k2] = ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('base64')}`)
let before: Platform
let added: Platform
let inFront: Platform
let dropped: Platform
let tenantId: string

beforeAll(async () => {
  const database = stack.use(await createDatabase())
  const open = (encryptionKeys: string) =>
    stack.use(
      openPlatform({
        appUrl: database.appUrl,
        systemUrl: database.systemUrl,
        encryptionKeys,
        webhookAllowedRanges: [],
        poolSize: 2,
        filesLocation: '/nowhere',
      }),
    )
  before = open(k1!)
  added = open(`${k1},${k2}`)
  inFront = open(`${k2},${k1}`)
  dropped = open(k2!)
  tenantId = (await createTenant(before, { name: 'Centre' })).id
  for (const name of ['A', 'B', 'C'])
    await createLocation(as(before), { name, timeZone: 'Europe/Berlin' })
})
afterAll(() => stack.disposeAsync())

const as = (platform: Platform) => systemContext(platform, { tenantId, action: 'test' })

/** Each pair runs together while processes restart one by one. */
const rolling = () =>
  [
    [before, added],
    [added, inFront],
    [inFront, added],
  ] as const

describe('a cursor', () => {
  const page = { limit: 1, sort: 'createdAt', state: 'active' } as const
  const cursorOf = async (platform: Platform) =>
    (await listLocations(as(platform), page)).nextCursor!
  const follow = async (platform: Platform, cursor: string) =>
    (await listLocations(as(platform), { ...page, cursor })).data.map(({ name }) => name)

  test('is accepted by every process at each step', async () => {
    for (const [made, read] of rolling())
      expect(await follow(read, await cursorOf(made))).toEqual(['B'])
    expect(await follow(inFront, await cursorOf(before))).toEqual(['B'])
  })

  test('with a removed key is invalid, and the list starts again', async () => {
    await expect(follow(dropped, await cursorOf(before))).rejects.toMatchObject({
      code: 'invalid_cursor',
    })
    expect(await follow(dropped, await cursorOf(dropped))).toEqual(['B'])
    expect(await follow(dropped, await cursorOf(inFront))).toEqual(['B'])
  })
})

describe('a link to a file', () => {
  const linkOf = async (platform: Platform) => {
    const { path } = await transact(as(platform), 'attachments:write', (tx) =>
      Promise.resolve(issueLink(tx, 'download', { type: 'attachment', id: 'fil_1' })),
    )
    return path.split('/').at(-1)!
  }

  test('is accepted by every process at each step, until its key is removed', async () => {
    for (const [made, read] of rolling())
      expect(openLink(read, await linkOf(made), 'download')).toMatchObject({ fileId: 'fil_1' })
    const old = await linkOf(before)
    expect(() => openLink(dropped, old, 'download')).toThrow(/This link does not exist/)
    expect(openLink(dropped, await linkOf(inFront), 'download')).toMatchObject({ tenantId })
  })
})

describe('a refresh token', () => {
  const granted = async () => {
    const { clientId } = await createApiKey(as(before), { name: 'Site', scopes: ['bookings'] })
    const client = { tenantId, clientId } as Parameters<typeof beginGrant>[1]
    const { token } = await beginGrant(before, client, ['bookings'])
    const spend = (platform: Platform, it = token) =>
      spendRefreshToken(platform, client, it, () => undefined)
    return { spend }
  }

  test('repeated to a process of the next step gets the same successor', async () => {
    for (const [made, read] of rolling()) {
      const { spend } = await granted()
      const first = await spend(made)
      expect(first.verdict).toBe('fresh')
      expect(await spend(read)).toEqual({ ...first, verdict: 'retry' })
    }
  })

  test('survives a removed key, and only a retry across it counts as reuse', async () => {
    const { spend } = await granted()
    const first = await spend(before)
    const { token } = first as { token: string }
    expect(await spend(dropped, token)).toMatchObject({ verdict: 'fresh' })
    const other = await granted()
    await other.spend(before)
    expect(await other.spend(dropped)).toEqual({ verdict: 'reused' })
  })
})
