import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CENTRE_ONLY,
  PERMISSIONS_OF_EVERYBODY,
  PERMISSIONS_OF_PEOPLE,
  permissionsOfRole,
  ROLES,
  SCOPES,
  type Permission,
  type Role,
} from '#platform/core/access/permissions.ts'
import { keyPermissions } from '#platform/identity/scopes.ts'
import { isBuiltIn } from '#staff/roles/rules.ts'
import type { Me } from '#staff/users/get-me.ts'
import { seededRandom, type Random } from '../drills/random.ts'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../support/api.ts'
import { joinAs, linksSentTo, openBrowser, type Browser } from './support.ts'

/**
 * Random calls that grant rights, by several people and keys in turn. After each call, everybody's gains are
 * compared with the rights of its caller: grants.test.ts covers single calls, this covers their combinations.
 */

const STEPS = 300

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

/** One right of a person, and its limits. */
interface Right {
  permission: Permission
  /** The provider of the visible caseload, or locations; null for the whole centre. */
  bound: string | readonly string[] | null
  /** Empty for all. */
  methods: readonly string[]
  expiresAt: number
}

/** A person with their rights in the database. */
interface Holder {
  rights: Right[]
  /** Of a user. */
  roles: readonly string[]
  /** The person or operator who created a key, also indirectly. */
  origin: string
}

type Holders = ReadonlyMap<string, Holder>

const hasBound = (has: Right['bound'], wanted: Right['bound']): boolean => {
  if (has === null || has === wanted) return true
  return Array.isArray(has) && Array.isArray(wanted) && wanted.every((id) => has.includes(id))
}

const covers = (has: Right, wanted: Right): boolean =>
  has.permission === wanted.permission &&
  hasBound(has.bound, wanted.bound) &&
  has.expiresAt >= wanted.expiresAt &&
  (has.methods.length === 0 ||
    (wanted.methods.length > 0 && wanted.methods.every((method) => has.methods.includes(method))))

interface KeyRow {
  id: string
  scopes: string[]
  resources: string[]
  methods: string[]
  expiresAt: Date | null
  providerId: string | null
  createdBy: string
}
interface UserRow {
  id: string
  roles: string[]
  locationIds: string[]
  providerId: string | null
}
interface RoleRow {
  id: string
  sight: 'CENTRE' | 'CASELOAD'
  permissions: Permission[]
}

const rightsOfKey = (key: KeyRow): Right[] =>
  [...keyPermissions(key.scopes, key.resources, key.providerId)].map((permission) => ({
    permission,
    bound: key.providerId,
    methods: key.methods,
    expiresAt: key.expiresAt?.getTime() ?? Infinity,
  }))

const rightsOfUser = (user: UserRow, own: readonly RoleRow[]): Right[] => {
  const { roles, locationIds, providerId } = user
  const held = roles.flatMap((role) =>
    isBuiltIn(role)
      ? [{ sight: ROLES[role].sight, permissions: [...permissionsOfRole(role)] }]
      : own.filter(({ id }) => id === role),
  )
  const rightsIn = (sight: 'CENTRE' | 'CASELOAD', bound: Right['bound']) =>
    [
      ...PERMISSIONS_OF_EVERYBODY,
      ...held.filter((role) => role.sight === sight).flatMap(({ permissions }) => permissions),
    ]
      .filter((permission) => bound === null || !CENTRE_ONLY.has(permission))
      .map((permission): Right => ({ permission, bound, methods: [], expiresAt: Infinity }))
  return [
    ...rightsIn('CENTRE', locationIds.length === 0 ? null : locationIds),
    ...(providerId === null ? [] : rightsIn('CASELOAD', providerId)),
  ]
}

const readHolders = async (tenantId: string): Promise<Holders> => {
  const keys = await api.query<KeyRow>(
    `SELECT id, scopes, resources, methods, expires_at AS "expiresAt", provider_id AS "providerId", created_by AS "createdBy"
     FROM api_keys WHERE tenant_id = $1 AND revoked_at IS NULL`,
    [tenantId],
  )
  const users = await api.query<UserRow>(
    `SELECT id, roles, location_ids AS "locationIds", provider_id AS "providerId"
     FROM users WHERE tenant_id = $1 AND status <> 'DEACTIVATED'`,
    [tenantId],
  )
  const roles = await api.query<RoleRow>(
    `SELECT id, sight, permissions FROM roles WHERE tenant_id = $1 AND archived_at IS NULL`,
    [tenantId],
  )
  const makers = new Map(keys.map(({ id, createdBy }) => [id, createdBy]))
  const originOf = (id: string): string => (makers.has(id) ? originOf(makers.get(id)!) : id)
  return new Map<string, Holder>([
    ...keys.map((key): [string, Holder] => [
      key.id,
      { rights: rightsOfKey(key), roles: [], origin: originOf(key.id) },
    ]),
    ...users.map((user): [string, Holder] => [
      user.id,
      { rights: rightsOfUser(user, roles), roles: user.roles, origin: user.id },
    ]),
  ])
}

/** A person who manages people can grant the built-in roles below owner. */
const isOfBuiltIn = ({ permission, bound }: Right, roles: readonly string[]): boolean =>
  roles
    .filter((role): role is Role => isBuiltIn(role) && role !== 'OWNER')
    .some(
      (role) =>
        (permissionsOfRole(role).has(permission) ||
          PERMISSIONS_OF_EVERYBODY.includes(permission)) &&
        (ROLES[role].sight === 'CASELOAD') === (typeof bound === 'string'),
    )

/** Rights somebody gained from a call whose caller could not grant them. */
const excessOf = (callerId: string, before: Holders, after: Holders): string[] => {
  const caller = before.get(callerId)!
  const isPerson = caller.roles.length > 0
  const isOwner = caller.roles.includes('OWNER')
  const manages = caller.rights.some(
    ({ permission, bound }) => permission === 'users:write' && bound === null,
  )
  return [...after].flatMap(([id, { rights, roles }]) => {
    const had = before.get(id)
    const gained = rights.filter((right) => !had?.rights.some((it) => covers(it, right)))
    if (roles.includes('OWNER') !== (had?.roles.includes('OWNER') ?? false) && !isOwner)
      return [`${id} became, or is no more, an owner`]
    if (had && id.startsWith('usr_') && id === caller.origin && gained.length > 0)
      return gained.map(({ permission }) => `${id} gave themselves ${permission}`)
    return gained
      .filter((right) => {
        if (isOwner) return false
        if (caller.rights.some((it) => covers(it, right))) return false
        return !(isPerson && manages && isOfBuiltIn(right, roles))
      })
      .map(
        (right) =>
          `${id} gained ${right.permission} (${JSON.stringify(right.bound)}, ${right.methods.join()}, ${right.expiresAt})`,
      )
  })
}

interface Caller {
  id: string
  by: Pick<Browser, 'get' | 'post' | 'patch'>
}

/** The result of a random walk. */
interface Walk {
  random: Random
  centre: ApiClient
  callers: Caller[]
  people: Map<string, Browser>
  providers: string[]
  locations: string[]
  keys: string[]
  users: string[]
  roles: string[]
}

const some = <T>(random: Random, items: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: random.between(1, most) }, () => random.pick(items))),
]
const perhaps = <T>({ random }: Pick<Walk, 'random'>, value: () => T): T | undefined =>
  random.next() < 0.35 ? value() : undefined

const without = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

const KEY_SCOPES = ['admin', 'admin', 'admin', 'sessions', 'sessions.read', ...SCOPES]
const DATES = ['2027-03-01T00:00:00Z', '2027-09-01T00:00:00Z', null]
const METHODS = [['GET'], ['GET', 'POST'], ['POST', 'PATCH'], []]
const RESOURCES = [['users', 'roles', 'api-keys'], ['roles', 'rooms', 'api-keys'], ['users'], []]

const limitsOf = (walk: Walk) => {
  const { random } = walk
  return {
    resources: perhaps(walk, () => random.pick(RESOURCES)),
    methods: perhaps(walk, () => random.pick(METHODS)),
    expiresAt: perhaps(walk, () => random.pick(DATES)),
    providerId: perhaps(walk, () => random.pick([...walk.providers, null, null])),
  }
}

const positionOf = (walk: Walk) => {
  const { random, providers, locations, roles } = walk
  return {
    roles: some(random, [...(Object.keys(ROLES) as Role[]), ...roles, ...roles], 2),
    providerId: perhaps(walk, () => random.pick([...providers, null])),
    locationIds: perhaps(walk, () => random.pick([[], ...locations.map((id) => [id]), locations])),
  }
}

let counter = 0

type Made = { id: string; clientId: string; clientSecret: string }
type Move = (walk: Walk, caller: Caller) => Promise<ApiAnswer>

const MOVES: Record<string, Move> = {
  async createApiKey(walk, { by }) {
    const scopes = some(walk.random, KEY_SCOPES, 3)
    const limits = without(limitsOf(walk))
    const answer = await by.post<Made>('/v1/api-keys', { name: 'Key', scopes, ...limits })
    if (answer.status !== 201) return answer
    const { id } = answer.body
    walk.keys.push(id)
    if (scopes.includes('admin'))
      walk.callers.push({ id, by: await api.enter(walk.centre.tenantId, answer.body) })
    return answer
  },
  patchApiKey: ({ random, keys, ...walk }, { by }) =>
    by.patch(
      `/v1/api-keys/${random.pick(keys)}`,
      without({
        ...limitsOf({ ...walk, random, keys }),
        scopes: perhaps({ random }, () => some(random, KEY_SCOPES, 3)),
      }),
    ),
  async createRole(walk, { by }) {
    const { random } = walk
    const answer = await by.post<Made>('/v1/roles', {
      name: `Role ${(counter += 1)}`,
      permissions: some(random, PERMISSIONS_OF_PEOPLE, 3),
      sight: random.pick(['CENTRE', 'CENTRE', 'CASELOAD']),
    })
    if (answer.status === 201) walk.roles.push(answer.body.id)
    return answer
  },
  patchRole: ({ random, roles }, { by }) =>
    by.patch(
      `/v1/roles/${random.pick(roles)}`,
      random.next() < 0.3
        ? { sight: random.pick(['CENTRE', 'CASELOAD']) }
        : {
            permissions: some(random, [...PERMISSIONS_OF_PEOPLE, 'users:write', 'roles:write'], 4),
          },
    ),
  archiveOrRestoreRole: ({ random, roles }, { by }) =>
    by.post(`/v1/roles/${random.pick(roles)}/${random.pick(['archive', 'restore'])}`),
  async inviteUser(walk, { by }) {
    counter += 1
    const answer = await by.post<Made>('/v1/users', {
      email: `invited${counter}@example.org`,
      name: `Invited ${counter}`,
      ...without(positionOf(walk)),
    })
    if (answer.status !== 201) return answer
    const { id } = answer.body
    walk.users.push(id)
    if (walk.random.next() < 0.5) return answer
    const browser = openBrowser(api)
    const [path] = await linksSentTo(api, id)
    expect((await browser.post(path!)).status).toBe(200)
    await browser.readMe()
    walk.callers.push({ id, by: browser })
    walk.people.set(id, browser)
    return answer
  },
  patchUser: (walk, { by }) =>
    by.patch(`/v1/users/${walk.random.pick(walk.users)}`, without(positionOf(walk))),
  moveUser: ({ random, users }, { by }) =>
    by.post(
      `/v1/users/${random.pick(users)}/${random.pick(['deactivate', 'reactivate', 'reactivate', 'resend-invitation'])}`,
    ),
}

const begin = async (seed: string): Promise<Walk> => {
  const centre = await api.createTenant()
  const make = async (path: string, json: object) =>
    (await centre.post<{ id: string }>(path, json)).body.id
  const providers = [await make('/v1/providers', { name: 'A' })]
  providers.push(await make('/v1/providers', { name: 'B' }))
  const locations = [await make('/v1/locations', { name: 'North', timeZone: 'Europe/Berlin' })]
  locations.push(await make('/v1/locations', { name: 'South', timeZone: 'Europe/Berlin' }))
  const role = async (permissions: string[], sight = 'CENTRE') =>
    make('/v1/roles', { name: `Role ${(counter += 1)}`, permissions, sight })
  const people = await role(['users:read', 'users:write', 'roles:read', 'roles:write'])
  const notes = await role(['session-notes:read'], 'CASELOAD')
  const builder = await role(['roles:read', 'roles:write', 'api-keys:read', 'api-keys:write'])
  const walk: Walk = {
    random: seededRandom(seed),
    centre,
    callers: [],
    people: new Map(),
    providers,
    locations,
    keys: [],
    users: [],
    roles: [people, notes, builder],
  }
  for (const roles of [['OWNER'], ['ADMINISTRATOR'], [people], [builder, 'BILLER']]) {
    const browser = await joinAs(api, centre, { roles })
    walk.callers.push({ id: browser.user.id, by: browser })
    walk.people.set(browser.user.id, browser)
    walk.users.push(browser.user.id)
  }
  const expiresAt = new Date('2027-03-01T00:00:00Z')
  for (const key of [
    { expiresAt },
    { methods: ['POST', 'PATCH'] as ['POST', 'PATCH'] },
    { scopes: ['admin'] as ['admin'] },
    {
      scopes: ['admin', 'sessions'] as ['admin', 'sessions'],
      resources: ['users', 'api-keys', 'session-notes'] as 'users'[],
    },
  ]) {
    const by = await api.createClient(centre.tenantId, key)
    walk.callers.push({ id: by.clientId, by })
    walk.keys.push(by.clientId)
  }
  return walk
}

test.each(['one', 'two', 'three'])('no sequence of calls escalates rights: %s', async (seed) => {
  const walk = await begin(seed)
  const { random, centre } = walk
  const names = Object.keys(MOVES)
  const done = new Map<string, number>()
  let before = await readHolders(centre.tenantId)
  for (let step = 0; step < STEPS; step += 1) {
    const caller = random.pick(walk.callers.filter(({ id }) => before.has(id)))
    const name = random.pick(names)
    const { status, text } = await MOVES[name]!(walk, caller)
    expect(status, text).toBeLessThan(500)
    if (status >= 300) continue
    done.set(name, (done.get(name) ?? 0) + 1)
    const after = await readHolders(centre.tenantId)
    expect(excessOf(caller.id, before, after), `${step} ${name} by ${caller.id}: ${text}`).toEqual(
      [],
    )
    before = after
  }
  // The database and the API agree on the resulting rights.
  for (const [id, browser] of walk.people) {
    const { status, body } = await browser.get<Me>('/v1/me')
    if (status !== 200) continue
    const said = body.access.flatMap(({ permissions }) => permissions)
    const known = before.get(id)!.rights.map(({ permission }) => permission)
    expect(new Set(said), id).toEqual(new Set(known))
  }
  expect([...done.keys()].toSorted()).toEqual(names.toSorted())
})
