import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CENTRE_ONLY,
  PERMISSIONS_OF_EVERYBODY,
  PERMISSIONS_OF_PEOPLE,
  permissionsIn,
  permissionsOfRole,
  ROLES,
  type Permission,
  type Role,
} from '#platform/core/access/permissions.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { connectModel } from '../../knowledge/generation/support.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { rowsOfActions } from '../catalog/parameters-of-actions.ts'
import { agentFor, ENTRIES, parametersOf, ran, type Came, type Entry } from './support.ts'

/** An owner starts each run and loses their role before it reads or acts. */

let api: TestApi
let server: ModelServer
let world: World
let person: Awaited<ReturnType<typeof joinAs>>
const prepared = new Map<Entry, { agentId: string; parameters: Json }>()
beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
  world = createWorld(api, await api.createTenant())
  await connectModel(world.client, server)
  const { id: providerId } = await world.provider()
  // The centre keeps one owner.
  await joinAs(api, world.client, { roles: ['OWNER'] })
  person = await joinAs(api, world.client, { roles: ['OWNER'], providerId })
  for (const entry of ENTRIES) {
    const parameters = await parametersOf(world, entry)
    prepared.set(entry, { agentId: await agentFor(world, entry, parameters), parameters })
  }
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const become = (...roles: string[]) =>
  api.query('UPDATE users SET roles = $2 WHERE id = $1', [person.user.id, roles])

const cameAs = async (role: string, entry: Entry): Promise<Came> => {
  await become('OWNER')
  const trial = { api, world, server, starter: person }
  return ran(trial, entry, prepared.get(entry)!, () => become(role))
}

const held = (role: Role): ReadonlySet<Permission> => {
  const all = [...permissionsOfRole(role), ...PERMISSIONS_OF_EVERYBODY]
  const isBound = ROLES[role].sight === 'CASELOAD'
  return new Set(all.filter((permission) => !isBound || !CENTRE_ONLY.has(permission)))
}

/** Everybody who may run agents may ask a model. */
const neededBy = ({ kind, needs }: Entry): readonly Permission[] =>
  kind === 'TOOL' ? ['agent-runs:write', ...permissionsIn(needs)] : permissionsIn(needs)

const isOf = (role: Role, entry: Entry) =>
  neededBy(entry).every((permission) => held(role).has(permission))

const LOST = /^insufficient_role: /

test.each(Object.keys(ROLES) as Role[])(
  'a run whose starter became %s is limited to that role in every query, action and tool',
  async (role) => {
    const lost = ENTRIES.filter((entry) => !isOf(role, entry))
    const before = await rowsOfActions(api, world.client)
    for (const entry of lost) expect((await cameAs(role, entry)).text, entry.name).toMatch(LOST)
    expect(await rowsOfActions(api, world.client)).toEqual(before)
    for (const entry of ENTRIES.filter((it) => isOf(role, it)))
      expect((await cameAs(role, entry)).text, entry.name).not.toMatch(LOST)
  },
)

/** It is about no child, so every permitted caller can do it. */
const OF_NO_CHILD = new Set([
  'emit_event',
  'message_providers',
  'propose_message_providers',
  'search_knowledge',
  'search_slots',
])

describe('a run whose starter lost the caseload', () => {
  let roleId: string
  beforeAll(async () => {
    const permissions = PERMISSIONS_OF_PEOPLE.filter((permission) => !CENTRE_ONLY.has(permission))
    const role = { name: 'Caseload alone', sight: 'CASELOAD', permissions }
    roleId = (await world.make('/v1/roles', role)).id
  })

  test.each(
    ENTRIES.filter(({ name }) => !OF_NO_CHILD.has(name)).map(
      (entry) => [`${entry.kind} ${entry.name}`, entry] as const,
    ),
  )('cannot read or change a child through %s', async (_, entry) => {
    const before = await rowsOfActions(api, world.client)
    const { refused, text } = await cameAs(roleId, entry)
    expect(refused || /"(rows|data)":\[\]/.test(text), text).toBe(true)
    expect(await rowsOfActions(api, world.client)).toEqual(before)
  })
})
