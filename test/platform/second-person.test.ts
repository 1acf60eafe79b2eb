import { afterAll, beforeAll, expect, test } from 'vitest'
import { runNode } from '#agents/agent-runs/loop/run-loop.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import type { CreatedApiKey } from '#platform/api-keys/schemas.ts'
import { DEFAULT_SCOPES } from '#platform/core/access/permissions.ts'
import {
  startApi,
  TESTS_BEGIN_AT,
  type ApiAnswer,
  type ApiClient,
  type TestApi,
} from '../support/api.ts'
import { createWorld, type World } from '../contract/world.ts'
import type { User } from '#staff/users/schemas.ts'
import { delegateTo, joinAs, linksSentTo, openBrowser, type Browser } from '../staff/support.ts'

/**
 * Every operation with the four-eyes principle: the first person is refused as the second, and another person
 * is accepted.
 */

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(() => api[Symbol.asyncDispose]())

type Member = Browser & { user: User }

const join = (role: string, more = {}) => joinAs(api, world.client, { roles: [role], ...more })
const joinAsProvider = async (role: string) =>
  join(role, { providerId: (await world.provider()).id })
/** With a role of the centre besides. */
const joinWithRole = async (role: string) => {
  const { id } = await world.make('/v1/roles', {
    name: `Front desk of ${role}`,
    sight: 'CENTRE',
    permissions: ['rooms:read'],
  })
  return join(role, { roles: [role, id] })
}
const made = async (asked: Promise<ApiAnswer>): Promise<string> => {
  const { status, body, text } = await asked
  expect(status, text).toBe(201)
  return (body as { id: string }).id
}

const noteToCosign = async (author: Member, supervisor: Member): Promise<string> => {
  const { providerId } = author.user
  await world.make('/v1/supervisions', { providerId, supervisorId: supervisor.user.providerId })
  const session = await world.make('/v1/sessions', {
    childId: (await world.child()).id,
    providerId,
    startedAt: '2026-11-20T10:02:00+01:00',
  })
  return made(author.post(`/v1/sessions/${session.id}/notes`, { plan: 'Phrases.', sign: true }))
}

interface Promised {
  /** The first person or their act. */
  first: () => Promise<Member>
  second: () => Promise<Member>
  /** The only person of a centre, by default an owner who is a provider. */
  only?: () => Promise<Member>
  /** The act of the second person. */
  begin: (first: Member, second: Member) => Promise<(by: Member) => Promise<ApiAnswer>>
}

const PROMISED: Record<string, Promised> = {
  'a key that signs as a provider': {
    first: () => joinAsProvider('OWNER'),
    second: () => join('OWNER'),
    begin: async ({ user: { providerId } }) => {
      const named = { name: 'Records', scopes: ['sessions'], providerId }
      const id = await made(world.client.post('/v1/api-keys', named))
      const scopes = ['sessions', 'signatures-on-behalf']
      return (by) => by.patch(`/v1/api-keys/${id}`, { scopes })
    },
  },
  'the roles of a user': {
    first: () => join('ADMINISTRATOR'),
    second: () => join('ADMINISTRATOR'),
    begin: async (first) => (by) =>
      by.patch(`/v1/users/${first.user.id}`, { roles: [...first.user.roles, 'BILLER'] }),
  },
  'a role that somebody has': {
    first: () => joinWithRole('ADMINISTRATOR'),
    second: () => join('ADMINISTRATOR'),
    only: () => joinWithRole('OWNER'),
    begin:
      async ({ user: { roles } }) =>
      (by) =>
        by.patch(`/v1/roles/${roles.at(-1)}`, { permissions: ['rooms:read', 'rooms:write'] }),
  },
  'the review of a break-glass access': {
    first: () => join('OWNER'),
    second: () => join('OWNER'),
    begin: async (first) => {
      const id = await made(first.post('/v1/break-glass-grants', await world.emergency()))
      return (by) => by.post(`/v1/break-glass-grants/${id}/review`, { justified: true })
    },
  },
  'the review of an access that somebody else opened for oneself': {
    first: () => joinAsProvider('OWNER'),
    second: () => join('OWNER'),
    begin: async ({ user: { providerId } }) => {
      const access = { ...(await world.emergency()), providerId }
      const id = await made(world.client.post('/v1/break-glass-grants', access))
      return (by) => by.post(`/v1/break-glass-grants/${id}/review`, { justified: true })
    },
  },
  'the co-signature of a note': {
    first: () => joinAsProvider('SUPERVISOR'),
    second: () => joinAsProvider('SUPERVISOR'),
    begin: async (first, second) => {
      const id = await noteToCosign(first, second)
      return (by) => by.post(`/v1/session-notes/${id}/cosign`)
    },
  },
  'the return of a note': {
    first: () => joinAsProvider('SUPERVISOR'),
    second: () => joinAsProvider('SUPERVISOR'),
    begin: async (first, second) => {
      const id = await noteToCosign(first, second)
      return (by) => by.post(`/v1/session-notes/${id}/return`, { reason: 'No date.' })
    },
  },
  'the approval of an erasure': {
    first: () => join('OWNER'),
    second: () => join('ADMINISTRATOR'),
    begin: async (first) => {
      const childId = (await world.child()).id
      const id = await made(first.post('/v1/erasures', { childId, reason: 'They ask for it.' }))
      return (by) => by.post(`/v1/erasures/${id}/approve`)
    },
  },
  'the verification of a payout account': {
    first: () => join('OWNER'),
    second: () => join('ADMINISTRATOR'),
    begin: async (first) => {
      const id = await made(first.post('/v1/payout-accounts', await world.newPayoutAccount()))
      return (by) => by.post(`/v1/payout-accounts/${id}/verify`)
    },
  },
  'the rejection of a payout account': {
    first: () => join('OWNER'),
    second: () => join('ADMINISTRATOR'),
    begin: async (first) => {
      const id = await made(first.post('/v1/payout-accounts', await world.newPayoutAccount()))
      return (by) => by.post(`/v1/payout-accounts/${id}/reject`, { reason: 'Not theirs.' })
    },
  },
  'the approval of a settlement': {
    first: () => join('OWNER'),
    second: () => join('ADMINISTRATOR'),
    begin: async (first) => {
      const settlement = await world.payable(await world.newSettlement())
      const id = await made(first.post('/v1/marketplace/settlements', settlement))
      return (by) => by.post(`/v1/marketplace/settlements/${id}/approve`)
    },
  },
  'the approval of a payout to the platform': {
    first: () => join('OWNER'),
    second: () => join('ADMINISTRATOR'),
    begin: async (first) => {
      await world.reserve()
      await world.withoutPlatformPayout()
      const payout = { reference: 'Invoice 1' }
      const id = await made(first.post('/v1/marketplace/platform-payouts', payout))
      return (by) => by.post(`/v1/marketplace/platform-payouts/${id}/approve`)
    },
  },
  'the approval of a provider': {
    first: () => join('ADMINISTRATOR'),
    second: () => join('ADMINISTRATOR'),
    begin: async (first) => {
      const id = await made(first.post('/v1/provider-onboardings', await world.newOnboarding()))
      for (const key of ['diploma', 'references', 'interview'])
        await world.make(`/v1/provider-onboardings/${id}/items/${key}/waive`, { reason: 'Known.' })
      return (by) => by.post(`/v1/provider-onboardings/${id}/approve`)
    },
  },
  'the reinstatement of a provider': {
    first: () => joinAsProvider('MARKETPLACE_MANAGER'),
    second: () => join('MARKETPLACE_MANAGER'),
    begin: async ({ user: { providerId } }) => {
      const path = `/v1/providers/${providerId}`
      await world.make(`${path}/suspend`, { reason: 'OTHER', note: 'under inquiry' })
      return (by) => by.post(`${path}/reinstate`, { note: 'Me' })
    },
  },
  'the restoration of a provider': {
    first: () => joinAsProvider('MARKETPLACE_MANAGER'),
    second: () => join('MARKETPLACE_MANAGER'),
    begin: async ({ user: { providerId } }) => {
      await world.make(`/v1/providers/${providerId}/archive`)
      return (by) => by.post(`/v1/providers/${providerId}/restore`)
    },
  },
  'the verification of a license': {
    first: () => joinAsProvider('MARKETPLACE_MANAGER'),
    second: () => join('MARKETPLACE_MANAGER'),
    begin: async (first) => {
      const { providerId } = first.user
      const id = await made(
        first.post('/v1/provider-licenses', { ...(await world.newLicense()), providerId }),
      )
      return (by) =>
        by.post(`/v1/provider-licenses/${id}/verify`, { method: 'DOCUMENT', note: 'x' })
    },
  },
  'the restoration of a license': {
    first: () => joinAsProvider('MARKETPLACE_MANAGER'),
    second: () => join('MARKETPLACE_MANAGER'),
    begin: async ({ user: { providerId } }) => {
      const license = { ...(await world.newLicense()), providerId }
      const { id } = await world.make('/v1/provider-licenses', license)
      await world.make(`/v1/provider-licenses/${id}/archive`)
      return (by) => by.post(`/v1/provider-licenses/${id}/restore`)
    },
  },
  'the approval of what an agent proposes': {
    first: () => join('OWNER'),
    second: () => join('ADMINISTRATOR'),
    begin: async (first) => {
      const { id: agentId } = await world.publishedAgent()
      const { id: childId } = await world.child()
      const runId = await made(first.post(`/v1/agents/${agentId}/runs`, { input: { childId } }))
      const { tenantId } = world.client
      const ctx = systemContext(api.services.platform, { tenantId, action: 'runNode' })
      for (const node of ['late', 'ask']) await runNode(ctx, { runId, node, item: 0 })
      const { id } = await world.first(`/v1/agent-run-steps?runId=${runId}&status=WAITING`)
      return (by) => by.post(`/v1/agent-run-steps/${id}/approve`)
    },
  },
}

/** What the only person of a centre can never do alone: supervision is the work of another professional. */
const BY_TWO = new Set(['the co-signature of a note', 'the return of a note'])

/** When a person can do it alone, in hours; by default after the wait of the centre. */
const WAITS: Record<string, number> = {
  'the approval of what an agent proposes': 0,
  'the approval of an erasure': 168,
}

/** The members of the answer that say it. Of the others, the audit trail does. */
const SAYS_SO: Record<string, object> = {
  'the review of a break-glass access': { approvedAlone: true },
  'the review of an access that somebody else opened for oneself': { approvedAlone: true },
  'the approval of an erasure': { approvedAlone: true, status: 'SCHEDULED' },
  'the verification of a payout account': { approvedAlone: true, status: 'VERIFIED' },
  'the rejection of a payout account': { approvedAlone: true, status: 'REJECTED' },
  'the approval of a settlement': { approvedAlone: true, status: 'APPROVED' },
  'the approval of a payout to the platform': { approvedAlone: true, status: 'PAID' },
  'the approval of a provider': { approvedAlone: true, status: 'APPROVED' },
  'the verification of a license': { verification: { status: 'VERIFIED', alone: true } },
  'the approval of what an agent proposes': { approval: { alone: true } },
}

/** A key belongs to its creator: whether another person's key may be the second. */
const BY_KEYS: Record<string, 'NO_KEY' | 'OF_ANOTHER'> = {
  'the review of a break-glass access': 'OF_ANOTHER',
  'the approval of an erasure': 'NO_KEY',
  'the approval of a provider': 'OF_ANOTHER',
  'the verification of a payout account': 'NO_KEY',
  'the rejection of a payout account': 'NO_KEY',
  'the approval of a settlement': 'NO_KEY',
  'the approval of a payout to the platform': 'NO_KEY',
}

/** A key created with a key created by the same person. */
const keyOf = async (maker: Pick<Browser, 'post'>): Promise<ApiClient> => {
  const scopes = DEFAULT_SCOPES.filter((scope) => scope !== 'cosignatures')
  const enter = async (by: Pick<Browser, 'post'>) => {
    const made = await by.post<CreatedApiKey>('/v1/api-keys', { name: 'Second person', scopes })
    expect(made.status, made.text).toBe(201)
    return api.enter(world.client.tenantId, made.body)
  }
  return enter(await enter(maker))
}

test.each(Object.entries(BY_KEYS))('%s by a key', async (name, by) => {
  const { begin } = PROMISED[name]!
  const first = await join('OWNER')
  const second = await join('OWNER')
  const act = await begin(first, second)
  const refused = await act((await keyOf(first)) as unknown as Member)
  expect(refused.body, refused.text).toMatchObject({ code: 'second_person_required' })
  const others = await act((await keyOf(second)) as unknown as Member)
  if (by === 'OF_ANOTHER') expect(others.status, others.text).toBe(200)
  else expect(others.body, others.text).toMatchObject({ code: 'second_person_required' })
})

test.each(Object.keys(BY_KEYS))(
  '%s, started by a key, needs a person other than the creator of the key',
  async (name) => {
    const first = await join('OWNER')
    const second = await join('OWNER')
    const act = await PROMISED[name]!.begin((await keyOf(first)) as unknown as Member, second)
    const refused = await act(first)
    expect(refused.body, refused.text).toMatchObject({ code: 'second_person_required' })
    const allowed = await act(second)
    expect(allowed.status, allowed.text).toBe(200)
  },
)

test('keys created by an operator have the same origin', async () => {
  const { tenantId } = world.client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'therapy key create' })
  const [one, another] = await Promise.all(
    ['One', 'Another'].map(async (name) =>
      api.enter(tenantId, await createApiKey(ctx, { name, scopes: [...DEFAULT_SCOPES] })),
    ),
  )
  const id = await made(one!.post('/v1/provider-onboardings', await world.newOnboarding()))
  for (const key of ['diploma', 'references', 'interview'])
    await world.make(`/v1/provider-onboardings/${id}/items/${key}/waive`, { reason: 'Known.' })
  const approve = (by: Pick<ApiClient, 'post'>) => by.post(`/v1/provider-onboardings/${id}/approve`)
  expect((await approve(another!)).body).toMatchObject({ code: 'second_person_required' })
  expect((await approve(await join('ADMINISTRATOR'))).status).toBe(200)
})

test('a program acting for a second person does not count as that person', async () => {
  const id = await made(world.client.post('/v1/payout-accounts', await world.newPayoutAccount()))
  const second = await join('OWNER')
  const program = await delegateTo(api, world.client, {
    userId: second.user.id,
    scopes: ['marketplace', 'payments'],
  })
  const verify = `/v1/payout-accounts/${id}/verify`
  expect((await program.post(verify)).body).toMatchObject({ code: 'insufficient_scope' })
  expect((await second.post(verify)).status).toBe(200)
})

test.each([
  'the reinstatement of a provider',
  'the verification of a license',
  'the restoration of a license',
])('%s cannot be done by a key that is bound to the provider', async (name) => {
  const first = await joinAsProvider('OWNER')
  const { providerId } = first.user
  const act = await PROMISED[name]!.begin(first, first)
  for (const by of [
    await api.createClient(world.client.tenantId, {
      scopes: ['providers'],
      providerId: providerId!,
    }),
    await keyOf(first),
  ]) {
    const refused = await act(by as unknown as Member)
    expect(refused.body, refused.text).toMatchObject({ code: 'second_person_required' })
  }
  const others = await act((await keyOf(await join('OWNER'))) as unknown as Member)
  expect(others.status, others.text).toBe(200)
})

test('no API key can decide on a step of an agent, which names roles of people', async () => {
  const { id } = await world.waitingStep()
  for (const verb of ['approve', 'reject'])
    expect((await world.client.post(`/v1/agent-run-steps/${id}/${verb}`)).body).toMatchObject({
      code: 'insufficient_role',
      roles: ['ADMINISTRATOR'],
    })
})

test.each(Object.entries(PROMISED))('%s requires a second person', async (_, promised) => {
  const first = await promised.first()
  const second = await promised.second()
  const act = await promised.begin(first, second)
  expect((await act(first)).body).toMatchObject({
    status: 403,
    code: 'second_person_required',
    actorId: first.user.id,
  })
  const answer = await act(second)
  expect(answer.status, answer.text).toBe(200)
})

const HOUR = 3_600_000

const signIn = async ({ user }: Member): Promise<Member> => {
  const browser = openBrowser(api)
  await browser.post('/sign-in', { email: user.email })
  const [path] = await linksSentTo(api, user.id)
  await browser.post(path!)
  await browser.readMe()
  return { ...browser, user }
}

/** After the people who helped to prepare the record have left. */
const aloneNow = async (owner: Member): Promise<Member> => {
  const { body } = await owner.get<{ data: User[] }>('/v1/users?status=ACTIVE')
  const others = body.data.filter(({ id }) => id !== owner.user.id)
  for (const { id } of others)
    expect((await owner.post(`/v1/users/${id}/deactivate`)).status).toBe(200)
  if (others.length === 0) return owner
  api.clock.advance(8 * 24 * HOUR)
  return signIn(owner)
}

const ALONE = Object.keys(PROMISED).filter((name) => !BY_TWO.has(name))

test('there are acts that one person may do alone', () => expect(ALONE).toHaveLength(16))

test.each(ALONE)('%s can be done by the only person of a centre, after a wait', async (name) => {
  api.clock.set(new Date(TESTS_BEGIN_AT))
  world = createWorld(api, await api.createTenant())
  const waitHours = WAITS[name] ?? 24
  const { only = () => joinAsProvider('OWNER'), begin } = PROMISED[name]!
  let owner = await only()
  const act = await begin(owner, owner)
  const refused = async () => {
    const { body, text } = await act(owner)
    expect(body, text).toMatchObject({ status: 403, code: 'second_person_required' })
    return body as { detail: string; others: number; approvableAloneAt?: string }
  }
  owner = await aloneNow(owner)
  // The setting is off.
  expect((await refused()).detail).toContain('soleApprovals')
  expect((await owner.patch('/v1/organization', { soleApprovals: true })).status).toBe(200)
  if (waitHours > 0) {
    // It is too early.
    const early = await refused()
    expect(early.others).toBe(0)
    const from = Date.parse(early.approvableAloneAt!)
    const wait = from - api.clock.now().getTime()
    expect(wait).toBeGreaterThan((waitHours - 1) * HOUR)
    api.clock.advance(wait - 60_000)
    owner = await signIn(owner)
    expect((await refused()).approvableAloneAt).toBe(early.approvableAloneAt)
  }
  // Without a fresh proof.
  api.clock.advance(11 * 60_000)
  expect((await act(owner)).body).toMatchObject({ code: 'step_up_required' })
  owner = await signIn(owner)
  // Another person has the permission, or had it lately.
  const { user } = await join('OWNER')
  expect(await refused()).toMatchObject({ others: 1 })
  expect((await owner.post(`/v1/users/${user.id}/deactivate`)).status).toBe(200)
  expect(await refused()).toMatchObject({ others: 0 })
  if (waitHours > 0) {
    api.clock.advance(8 * 24 * HOUR)
    owner = await signIn(owner)
    const done = await act(owner)
    expect(done.status, done.text).toBe(200)
    expect(done.body).toMatchObject(SAYS_SO[name] ?? {})
    const { body } = await owner.get<{ data: { changes: object }[] }>(
      '/v1/audit-entries?outcome=ALLOWED&limit=1',
    )
    expect(body.data[0]!.changes).toMatchObject({ approvedAlone: { from: false, to: true } })
  }
})

test.each([...BY_TWO])('%s is never done by one person', async (name) => {
  api.clock.set(new Date(TESTS_BEGIN_AT))
  world = createWorld(api, await api.createTenant())
  const owner = await joinAsProvider('OWNER')
  expect((await owner.patch('/v1/organization', { soleApprovals: true })).status).toBe(200)
  const author = await joinAsProvider('SUPERVISOR')
  const act = await PROMISED[name]!.begin(author, await joinAsProvider('SUPERVISOR'))
  api.clock.advance(40 * 24 * HOUR)
  const { body } = await act(await signIn(author))
  expect(body).toMatchObject({ code: 'second_person_required' })
  expect(body).not.toHaveProperty('approvableAloneAt')
})
