import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DEFAULT_SCOPES,
  PERMISSIONS_OF_EVERYBODY,
  PERMISSIONS_OF_PEOPLE,
  permissionsOf,
  permissionsOfRole,
  ROLES,
  SCOPES,
  type Permission,
  type Role,
} from '#platform/core/access/permissions.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { canBeBound } from '#staff/roles/rules.ts'
import { createRole } from '#staff/roles/create-role.ts'
import { inviteUser } from '#staff/users/invite-user.ts'
import { InviteUser } from '#staff/users/schemas.ts'
import type { CreatedApiKey } from '#platform/api-keys/schemas.ts'
import type { Me } from '#staff/users/get-me.ts'
import type { Problem } from '../../api/http/problem.ts'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../support/api.ts'
import { openAuthenticator } from './authenticator.ts'
import { delegateTo, joinAs, registerPasskeyIn, type Browser } from './support.ts'

/**
 * Every way to grant rights, by every caller who could, with every role and sets of permissions: nobody grants
 * more than they have.
 */

let api: TestApi
let centre: ApiClient
/** Ids of custom roles, by name. */
const own = new Map<string, string>()

const OWN_ROLES: Record<string, readonly Permission[]> = {
  Rooms: ['rooms:read', 'rooms:write'],
  Notes: ['session-notes:read'],
  People: ['users:read', 'users:write', 'roles:read', 'roles:write'],
  'Like an owner': PERMISSIONS_OF_PEOPLE,
}
const BUILT_IN = Object.keys(ROLES) as Role[]
const GIFTS = [...BUILT_IN, ...Object.keys(OWN_ROLES)]

/** Scopes of a key beside `admin`, without which it grants nothing. */
interface Limits {
  methods?: ('POST' | 'PATCH')[]
  ipRanges?: string[]
  expiresAt?: Date
}
const KEYS: Record<string, { scopes: string[] } & Limits> = {
  ...Object.fromEntries(SCOPES.map((scope) => [scope, { scopes: [...new Set(['admin', scope])] }])),
  'all scopes': { scopes: [...DEFAULT_SCOPES] },
  'all scopes, two methods': { scopes: [...DEFAULT_SCOPES], methods: ['POST', 'PATCH'] },
  'all scopes, some addresses': { scopes: [...DEFAULT_SCOPES], ipRanges: ['2001:db8::/32'] },
  'all scopes, for some time': {
    scopes: [...DEFAULT_SCOPES],
    expiresAt: new Date('2027-06-01T00:00:00Z'),
  },
}
const PEOPLE: Record<string, readonly string[]> = {
  'an owner': ['OWNER'],
  'an administrator': ['ADMINISTRATOR'],
  'somebody who manages people, and nothing else': ['People'],
  'somebody who may do all that an owner may': ['Like an owner'],
}

interface Grantor {
  by: Pick<Browser, 'post' | 'patch' | 'get'>
  has: ReadonlySet<string>
  isPerson: boolean
  isOwner: boolean
  isNarrowed: boolean
}

const ctx = () =>
  systemContext(api.services.platform, { tenantId: centre.tenantId, action: 'test' })

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  for (const [name, permissions] of Object.entries(OWN_ROLES)) {
    const role = { name, sight: 'CENTRE' as const, permissions: [...permissions] }
    own.set(name, (await createRole(ctx(), role)).id)
  }
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const idOfRole = (name: string): string => own.get(name) ?? name

const permissionsOfGift = (name: string): readonly Permission[] =>
  OWN_ROLES[name] ?? [...permissionsOfRole(name as Role)]

const person = async (name: string): Promise<Grantor> => {
  const roles = PEOPLE[name]!.map(idOfRole)
  const browser = await joinAs(api, centre, { roles })
  return {
    by: browser,
    has: new Set((await browser.readMe()).access.flatMap(({ permissions }) => permissions)),
    isPerson: true,
    isOwner: roles.includes('OWNER'),
    isNarrowed: false,
  }
}

const key = async (name: string): Promise<Grantor> => {
  const { scopes, ...limits } = KEYS[name]!
  const by = await api.createClient(centre.tenantId, {
    scopes: scopes as (typeof SCOPES)[number][],
    ...limits,
  })
  return {
    by,
    has: permissionsOf(scopes),
    isPerson: false,
    isOwner: false,
    isNarrowed: Object.keys(limits).length > 0,
  }
}

const BELOW_OWNER = BUILT_IN.filter((role) => role !== 'OWNER').flatMap((role) => [
  ...permissionsOfRole(role),
])

/** The rule of docs/access.md, implemented again. */
const mayGive = ({ has, isPerson, isOwner, isNarrowed }: Grantor, gift: string): boolean => {
  if (gift === 'OWNER') return isOwner
  if (isPerson && BUILT_IN.includes(gift as Role)) return true
  const given = new Set<string>(permissionsOfGift(gift))
  if (!isPerson) {
    PERMISSIONS_OF_EVERYBODY.forEach((permission) => given.add(permission))
    if (given.has('users:write')) BELOW_OWNER.forEach((permission) => given.add(permission))
  }
  return !isNarrowed && [...given].every((permission) => has.has(permission))
}

let counter = 0
const somebody = async (roles: readonly string[]) => {
  counter += 1
  const needsProvider = roles.some(
    (role) => role in ROLES && ROLES[role as Role].sight === 'CASELOAD',
  )
  const provider =
    needsProvider && (await centre.post<{ id: string }>('/v1/providers', { name: 'Sock' })).body
  return InviteUser.parse({
    email: `sock${counter}@evil.example`,
    name: 'Sock',
    roles: [...roles],
    ...(provider && { providerId: provider.id }),
  })
}

/** A user created by the operator. */
const made = async (roles: readonly string[]) => inviteUser(ctx(), await somebody(roles))

const connection = () => {
  counter += 1
  return {
    name: 'Provider',
    issuer: 'https://1.1.1.1/tenant',
    clientId: 'therapy',
    clientSecret: 'secret',
    emailDomains: [`domain${counter}.example.org`],
    roleClaim: 'groups',
  }
}

type Way = (grantor: Grantor, gift: string) => Promise<ApiAnswer>

/** Operations that give a person a role. */
const WAYS: Record<string, Way> = {
  'inviting a user': async ({ by }, gift) => by.post('/v1/users', await somebody([idOfRole(gift)])),
  'changing the roles of a user': async ({ by }, gift) => {
    const { id, providerId } = await made(['THERAPIST'])
    return by.patch(`/v1/users/${id}`, { roles: ['THERAPIST', idOfRole(gift)], providerId })
  },
  'reactivating a user': async ({ by }, gift) => {
    const { id } = await made([idOfRole(gift)])
    await api.query(
      `UPDATE users SET status = 'DEACTIVATED', deactivated_at = now() WHERE id = $1`,
      [id],
    )
    return by.post(`/v1/users/${id}/reactivate`)
  },
  'sending an invitation again': async ({ by }, gift) => {
    const { id } = await made([idOfRole(gift)])
    return by.post(`/v1/users/${id}/resend-invitation`)
  },
  'freeing a user of locations': async ({ by }, gift) => {
    const { id } = await made([idOfRole(gift)])
    await api.query(`UPDATE users SET location_ids = ARRAY['loc_1'] WHERE id = $1`, [id])
    return by.patch(`/v1/users/${id}`, { locationIds: [] })
  },
}

/** Without operations that grant something only once, and roles that locations cannot narrow. */
const giftsBy = (way: string): string[] => {
  if (way === 'changing the roles of a user') return GIFTS.filter((gift) => gift !== 'THERAPIST')
  return way === 'freeing a user of locations' ? GIFTS.filter(canBeBound) : GIFTS
}

const unlike = async (grantor: Grantor, gifts: readonly string[], give: Way) => {
  const found: string[] = []
  for (const gift of gifts) {
    const { status, body, text } = await give(grantor, gift)
    const expected = mayGive(grantor, gift)
    if (status !== (expected ? 200 : 403) && !(expected && status === 201))
      found.push(`${gift}: ${status} ${text}`)
    if (expected) continue
    const { code, errors } = body as Problem
    const isKeys = !grantor.isPerson && gift !== 'OWNER'
    expect(code, gift).toBe(isKeys ? 'insufficient_scope' : 'insufficient_role')
    if (gift !== 'OWNER') expect(errors, gift).toMatchObject([{ code: 'exceeds_grantor' }])
  }
  return found
}

describe.each(Object.keys(PEOPLE))('%s', (name) => {
  test.each(Object.entries(WAYS))('grants their own rights through %s', async (way, give) => {
    expect(await unlike(await person(name), giftsBy(way), give)).toEqual([])
  })

  test('creates and changes roles and keys within their own rights', async () => {
    const { by, has } = await person(name)
    const canMakeKeys = has.has('api-keys:write')
    const found: string[] = []
    for (const permission of PERMISSIONS_OF_PEOPLE) {
      counter += 1
      const role = await by.post<{ id: string }>('/v1/roles', {
        name: `Role ${counter}`,
        permissions: [permission],
      })
      if ((role.status === 201) !== has.has(permission))
        found.push(`role ${permission}: ${role.text}`)
    }
    if (canMakeKeys)
      for (const scope of SCOPES) {
        const { status, text } = await by.post('/v1/api-keys', { name: 'Key', scopes: [scope] })
        const isHeld = [...permissionsOf([scope])].every((permission) => has.has(permission))
        if ((status === 201) !== isHeld) found.push(`key ${scope}: ${text}`)
      }
    expect(found).toEqual([])
  })

  test('connects an identity provider only as an owner, whatever roles it grants', async () => {
    const grantor = await person(name)
    const found: string[] = []
    for (const gift of GIFTS) {
      const role = idOfRole(gift)
      for (const given of [
        { defaultRoles: [role] },
        { roleMappings: [{ value: 'all', roles: [role] }] },
      ]) {
        const { status } = await grantor.by.post('/v1/sso-connections', {
          ...connection(),
          ...given,
        })
        if (status !== (grantor.isOwner ? 201 : 403)) found.push(`${gift}: ${status}`)
      }
    }
    expect(found).toEqual([])
  })
})

describe.each(Object.keys(KEYS))('a key with %s', (name) => {
  test('grants its own rights to people, without escalation', async () => {
    expect(await unlike(await key(name), GIFTS, WAYS['inviting a user']!)).toEqual([])
  })
})

describe.each([
  'admin',
  'sessions',
  'all scopes',
  'all scopes, two methods',
  'all scopes, some addresses',
  'all scopes, for some time',
])('a key with %s', (name) => {
  test.each(Object.entries(WAYS))('grants its own rights through %s', async (way, give) => {
    expect(await unlike(await key(name), giftsBy(way), give)).toEqual([])
  })
})

test('no key decides who is an owner or how people sign in', async () => {
  const { id } = await made(['OWNER'])
  const machine = await api.createClient(centre.tenantId)
  const refused = await Promise.all([
    machine.post('/v1/users', await somebody(['OWNER'])),
    machine.patch(`/v1/users/${id}`, { roles: ['BILLER'] }),
    machine.post(`/v1/users/${id}/deactivate`),
    machine.post(`/v1/users/${id}/end-sessions`),
    machine.post('/v1/sso-connections', connection()),
  ])
  for (const { status, body } of refused)
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'insufficient_role' } })
})

describe('escalation from a narrow credential', () => {
  const everything = () => ({
    name: `Helper ${(counter += 1)}`,
    sight: 'CENTRE',
    permissions: PERMISSIONS_OF_PEOPLE,
  })

  test.each<[string, () => Promise<Pick<Browser, 'post'>>]>([
    ['a key with the scope admin', () => api.createClient(centre.tenantId, { scopes: ['admin'] })],
    ['an administrator', () => joinAs(api, centre, { roles: ['ADMINISTRATOR'] })],
  ])('has no first step: %s', async (_, join) => {
    const by = await join()
    const answer = await by.post<Problem>('/v1/roles', everything())
    expect(answer.status, answer.text).toBe(403)
    expect(answer.body.detail).toContain('session-notes:read')
    expect(answer.body.errors).toMatchObject([{ path: 'permissions', code: 'exceeds_grantor' }])
  })

  test('has no last step: all permissions do not make an owner', async () => {
    const like = await joinAs(api, centre, { roles: [idOfRole('Like an owner')] })
    const sock = await like.post('/v1/users', await somebody(['OWNER']))
    expect(sock.body).toMatchObject({ status: 403, code: 'insufficient_role', roles: ['OWNER'] })
    expect((await like.post('/v1/sso-connections', connection())).status).toBe(403)
  })

  test('through a person and a key gives nothing that the key cannot do, directly or indirectly', async () => {
    const { has, by } = await key('ai')
    const { body: me } = await by.get<Me>('/v1/me')
    expect(new Set(me.access[0]!.permissions)).toEqual(has)
    const role = await by.post<{ id: string }>('/v1/roles', {
      name: 'Hirers',
      permissions: ['users:write'],
    })
    expect(role.body).toMatchObject({ status: 403, code: 'insufficient_scope' })
  })
})

describe('changing a role', () => {
  const roleOf = async (permissions: Permission[], sight: 'CENTRE' | 'CASELOAD' = 'CENTRE') =>
    createRole(ctx(), { name: `Role ${(counter += 1)}`, sight, permissions })

  test('gives its holders no more than the caller may do', async () => {
    const role = await roleOf(['rooms:read'])
    const sock = await joinAs(api, centre, { roles: [role.id] })
    const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
    const path = `/v1/roles/${role.id}`
    const more = { permissions: ['rooms:read', 'session-notes:read'] }
    const refused = await administrator.patch<Problem>(path, more)
    expect(refused.body).toMatchObject({ status: 403, code: 'insufficient_role' })
    expect(refused.body.detail).toContain('session-notes:read')
    expect((await sock.get('/v1/session-notes')).status).toBe(403)
    expect((await administrator.patch(path, { permissions: ['rooms:write'] })).status).toBe(200)
  })

  test('that exceeds the caller allows narrowing, but not widening', async () => {
    const role = await roleOf(['session-notes:read', 'goals:read'], 'CASELOAD')
    const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
    const path = `/v1/roles/${role.id}`
    const fewer = await administrator.patch(path, { permissions: ['session-notes:read'] })
    expect(fewer.status, fewer.text).toBe(200)
    const widened = await administrator.patch(path, { sight: 'CENTRE' })
    expect(widened.body).toMatchObject({ status: 403, errors: [{ path: 'sight' }] })
  })

  test('that shows a caseload requires a caseload', async () => {
    const role = await roleOf(['orders:read'])
    const { id } = await made([role.id])
    const path = `/v1/roles/${role.id}`
    const owner = await joinAs(api, centre, { roles: ['OWNER'] })
    const refused = await owner.patch(path, { sight: 'CASELOAD' })
    expect(refused.body).toMatchObject({ status: 409, code: 'role_in_use', users: 1 })
    expect((await owner.post(`/v1/users/${id}/deactivate`)).status).toBe(200)
    expect((await owner.patch(path, { sight: 'CASELOAD' })).status).toBe(200)
  })
})

test('by restoring it follows the rules of creating it', async () => {
  const role = await createRole(ctx(), {
    name: 'Kept',
    sight: 'CENTRE',
    permissions: ['session-notes:read'],
  })
  const owner = await joinAs(api, centre, { roles: ['OWNER'] })
  const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
  const named = { ...connection(), defaultRoles: [role.id], createsUsers: true }
  expect((await owner.post('/v1/sso-connections', named)).status).toBe(201)
  expect((await administrator.post(`/v1/roles/${role.id}/archive`)).status).toBe(200)
  const restore = `/v1/roles/${role.id}/restore`
  const refused = await administrator.post<Problem>(restore)
  expect(refused.body).toMatchObject({ status: 403, errors: [{ code: 'exceeds_grantor' }] })
  expect((await owner.post(restore)).status).toBe(200)
  expect((await administrator.post(restore)).status).toBe(200)
})

test('of a person is refused to a key of that person', async () => {
  const role = await createRole(ctx(), {
    name: 'Desk',
    sight: 'CENTRE',
    permissions: ['rooms:read'],
  })
  const holder = await joinAs(api, centre, { roles: ['ADMINISTRATOR', role.id] })
  const made = await holder.post<CreatedApiKey>('/v1/api-keys', {
    name: 'Integration',
    scopes: ['admin'],
    resources: ['roles', 'rooms', 'me'],
  })
  const key = await api.enter(centre.tenantId, made.body)
  const path = `/v1/roles/${role.id}`
  const patch = { permissions: ['rooms:read', 'rooms:write'] }
  for (const by of [holder, key])
    expect((await by.patch(path, patch)).body).toMatchObject({ code: 'second_person_required' })
  const other = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
  expect((await other.patch(path, patch)).status).toBe(200)
})

describe('the rights of an owner', () => {
  const CHANGES: Record<string, (owner: Browser, userId: string) => Promise<[string, object?]>> = {
    'the name': async (_, id) => [`/v1/users/${id}`, { name: 'Somebody else' }],
    'the roles': async (_, id) => [`/v1/users/${id}`, { roles: ['BILLER'] }],
    'all sessions': async (_, id) => [`/v1/users/${id}/end-sessions`],
    'one session': async (owner) => {
      const { body } = await owner.get<{ data: { id: string }[] }>('/v1/user-sessions')
      return [`/v1/user-sessions/${body.data[0]!.id}/revoke`]
    },
    'the name of a passkey': async (owner) => [await passkeyOf(owner), { name: 'Mine' }],
    'a passkey': async (owner) => [`${await passkeyOf(owner)}/revoke`],
    'whether they are active': async (_, id) => [`/v1/users/${id}/deactivate`],
  }
  const passkeyOf = async (owner: Browser) => {
    const { body } = await registerPasskeyIn(owner, openAuthenticator())
    return `/v1/passkeys/${body.passkey.id}`
  }

  test.each(Object.entries(CHANGES))('%s can be changed only by an owner', async (_, change) => {
    const owner = await joinAs(api, centre, { roles: ['OWNER'] })
    const [path, patch] = await change(owner, owner.user.id)
    const act = (by: Pick<Browser, 'post' | 'patch'>) =>
      patch ? by.patch(path, patch) : by.post(path)
    const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
    for (const by of [administrator, await api.createClient(centre.tenantId)])
      expect((await act(by)).body).toMatchObject({ status: 403, code: 'insufficient_role' })
    const another = await joinAs(api, centre, { roles: ['OWNER'] })
    const { status, text } = await act(another)
    expect(status, text).toBe(200)
  })
})

test('a limit of a key can be lifted by callers with all rights of the key', async () => {
  const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
  const owner = await joinAs(api, centre, { roles: ['OWNER'] })
  const limited = { methods: ['GET'] as ['GET'], ipRanges: ['2001:db8::/32'] }
  const target = await api.createClient(centre.tenantId, { scopes: ['sessions'], ...limited })
  const path = `/v1/api-keys/${target.clientId}`
  for (const patch of [{ methods: [] }, { ipRanges: [] }, { methods: ['GET', 'POST'] }]) {
    const refused = await administrator.patch<Problem>(path, patch)
    expect(refused.body.errors, refused.text).toMatchObject([{ code: 'exceeds_grantor' }])
  }
  const narrowed = await administrator.patch(path, { expiresAt: '2027-01-01T00:00:00Z' })
  expect(narrowed.status, narrowed.text).toBe(200)
  expect((await owner.patch(path, { methods: [] })).status).toBe(200)
})

test('a program acting for a person can grant nothing', async () => {
  const owner = await joinAs(api, centre, { roles: ['OWNER'] })
  const program = await delegateTo(api, centre, { userId: owner.user.id, scopes: ['admin'] })
  const asked = [
    program.post('/v1/users', await somebody(['READ_ONLY'])),
    program.post('/v1/roles', { name: 'Any', permissions: ['rooms:read'] }),
    program.post('/v1/api-keys', { name: 'Any', scopes: ['bookings.read'] }),
    program.post('/v1/sso-connections', connection()),
  ]
  for (const { status } of await Promise.all(asked)) expect(status).toBe(403)
})
