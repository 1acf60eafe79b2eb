import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../../contract/world.ts'
import { refusal } from '../../resources/centre.ts'
import { delegateTo, joinAs, type Browser } from '../../staff/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'

/** Restoring a provider gives them a caseload: it asks for what giving it anew asks for. */

let api: TestApi
let centre: World
let providerId: string
let locationIds: string[]
let childId: string
/** The archived provider, who also manages providers. */
let thmm: Browser

beforeAll(async () => void (api = await startApi()))
beforeEach(async () => {
  centre = createWorld(api, await api.createTenant())
  const here = await centre.location()
  const there = await centre.location()
  locationIds = [here.id, there.id]
  providerId = (await centre.make('/v1/providers', { name: 'Ana Ruiz', locationIds })).id
  childId = (await centre.child({ primaryProviderId: providerId, locationId: here.id })).id
  thmm = await joinAs(api, centre.client, {
    roles: ['THERAPIST', 'MARKETPLACE_MANAGER'],
    providerId,
  })
  expect((await thmm.get(`/v1/children/${childId}`)).status).toBe(200)
  await centre.make(`/v1/providers/${providerId}/archive`)
  expect((await thmm.get(`/v1/children/${childId}`)).status).toBe(404)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const restore = (by: Pick<Browser, 'post'>, id = providerId) =>
  by.post<object>(`/v1/providers/${id}/restore`)
const roleOf = async (permissions: string[]) =>
  (await centre.make('/v1/roles', { name: 'Providers', permissions, sight: 'CENTRE' })).id
const RESTORERS = ['providers:read', 'providers:write', 'children:read', 'care-teams:write']

test('cannot be done by the provider themselves', async () => {
  expect(refusal(await restore(thmm))).toEqual([403, 'second_person_required'])
  expect((await thmm.get(`/v1/children/${childId}`)).status).toBe(404)
})

test('needs the permission to change care teams, if the provider has a caseload', async () => {
  const rolf = await joinAs(api, centre.client, {
    roles: [await roleOf(['providers:read', 'providers:write'])],
  })
  const manager = await joinAs(api, centre.client, { roles: ['MARKETPLACE_MANAGER'] })
  for (const by of [rolf, manager]) {
    const refused = await restore(by)
    expect(refusal(refused)).toEqual([403, 'insufficient_role'])
    expect(refused.text).toContain('care-teams:write')
  }
  const administrator = await joinAs(api, centre.client, { roles: ['ADMINISTRATOR'] })
  expect((await restore(administrator)).status).toBe(200)
  expect((await thmm.get(`/v1/children/${childId}`)).status).toBe(200)
})

const restrict = (id: string) =>
  centre.make('/v1/processing-restrictions', {
    childId: id,
    ground: 'ACCURACY_CONTESTED',
    reason: 'The mother contests the report.',
  })

/** Children whom the provider does not see at this instant, but later. */
const LATER: Record<string, () => Promise<unknown>> = {
  'a care team that the provider joins later': async () => {
    await centre.client.patch(`/v1/children/${childId}`, { primaryProviderId: null })
    await centre.make('/v1/care-team-members', {
      childId,
      providerId,
      role: 'THERAPIST',
      startsAt: new Date(api.clock.now().getTime() + 60_000),
    })
  },
  'a restricted child of a session': async () => {
    const child = await centre.child()
    await centre.make('/v1/sessions', {
      childId: child.id,
      providerId,
      startedAt: new Date(api.clock.now().getTime() - 3_600_000),
    })
    await centre.client.patch(`/v1/children/${childId}`, { primaryProviderId: null })
    await restrict(child.id)
  },
  'a delegation that begins later': async () => {
    await centre.client.patch(`/v1/children/${childId}`, { primaryProviderId: null })
    const [supervisor, supervised] = [await centre.provider(), await centre.provider()]
    await centre.child({ primaryProviderId: supervised.id })
    await centre.make('/v1/supervisions', {
      providerId: supervised.id,
      supervisorId: supervisor.id,
    })
    await centre.make('/v1/supervision-delegates', {
      supervisorId: supervisor.id,
      delegateId: providerId,
      startsAt: new Date(api.clock.now().getTime() + 60_000),
      endsAt: new Date(api.clock.now().getTime() + 3_600_000),
    })
  },
  'a child whose processing is restricted': () => restrict(childId),
}
test.each(Object.keys(LATER))('needs that permission also for %s', async (kind) => {
  await centre.make(`/v1/providers/${providerId}/restore`)
  await LATER[kind]!()
  await centre.make(`/v1/providers/${providerId}/archive`)
  const manager = await joinAs(api, centre.client, { roles: ['MARKETPLACE_MANAGER'] })
  const refused = await restore(manager)
  expect(refusal(refused)).toEqual([403, 'insufficient_role'])
  expect(refused.text).toContain('care-teams:write')
})

test('needs only the permission for providers, if they have no caseload', async () => {
  const { id } = await centre.make('/v1/providers', { name: 'Ben Fink' })
  await centre.make(`/v1/providers/${id}/archive`)
  const manager = await joinAs(api, centre.client, { roles: ['MARKETPLACE_MANAGER'] })
  expect((await restore(manager, id)).status).toBe(200)
})

test('needs sight of every child of the caseload', async () => {
  const role = await roleOf(RESTORERS)
  const [here, there] = locationIds as [string, string]
  const ofThere = await joinAs(api, centre.client, { roles: [role], locationIds: [there] })
  const refused = await restore(ofThere)
  expect(refusal(refused)).toEqual([403, 'insufficient_role'])
  expect(refused.text).toContain('your locations')
  const ofHere = await joinAs(api, centre.client, { roles: [role], locationIds: [here] })
  expect((await restore(ofHere)).status).toBe(200)
})

test('cannot be done by a program for a person', async () => {
  const owner = await centre.owner()
  const program = await delegateTo(api, centre.client, {
    userId: owner.user.id,
    scopes: ['providers', 'children'],
  })
  expect(refusal(await restore(program))).toEqual([403, 'insufficient_scope'])
})
