import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CreatedApiKey } from '#platform/api-keys/schemas.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { delegateTo, joinAs, linksSentTo, openBrowser, type Browser } from '../../staff/support.ts'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../../support/api.ts'
import { carryOut } from './support.ts'

/** A centre with one person who can approve: that person approves what acts for them, and nobody else does. */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let api: TestApi
let world: World
let owner: Member

type Poster = Pick<Browser, 'post'> | Pick<ApiClient, 'post'>
type Patcher = Pick<Browser, 'patch'> | Pick<ApiClient, 'patch'>
type Member = Browser & { user: { id: string; email: string } }

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  world = createWorld(api, await api.createTenant())
  owner = await join('OWNER')
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const join = (role: string, more = {}): Promise<Member> =>
  joinAs(api, world.client, { roles: [role], ...more })

const codeOf = ({ status, body }: ApiAnswer): string =>
  `${status} ${(body as { code?: string }).code ?? ''}`.trim()

const allow = (by: Patcher = owner, soleApprovals = true) =>
  by.patch('/v1/organization', { soleApprovals })

/** A waiting approval of a run that a person or key started, with the roles that the agent names. */
const waiting = async (starter: Poster = owner, roles = ['ADMINISTRATOR']): Promise<string> => {
  const { id: agentId } = await world.make('/v1/agents', {
    name: 'Ask',
    definition: {
      trigger: { type: 'MANUAL' },
      start: 'ask',
      nodes: [{ id: 'ask', type: 'APPROVAL', title: 'Shall it?', roles }],
    },
  })
  expect((await world.client.post(`/v1/agents/${agentId}/publish`)).status).toBe(200)
  const run = await starter.post<{ id: string }>(`/v1/agents/${agentId}/runs`)
  expect(run.status, run.text).toBe(201)
  expect(await carryOut(api, world, run.body)).toBe('WAITS')
  return (await world.first(`/v1/agent-run-steps?runId=${run.body.id}&status=WAITING`)).id
}

const approve = (by: Poster, step: string) => by.post<Json>(`/v1/agent-run-steps/${step}/approve`)

const REFUSED = '403 second_person_required'

const isOffered = async (step: string): Promise<boolean> => {
  const { body } = await owner.get<{ data: { actions: { path: string }[] }[] }>('/v1/worklist')
  const paths = body.data.flatMap(({ actions }) => actions.map(({ path }) => path))
  return paths.includes(`/v1/agent-run-steps/${step}/approve`)
}

describe('the only person who can approve', () => {
  test('approves what acts for them once the centre allows it, and the approval says so', async () => {
    const step = await waiting()
    expect(codeOf(await approve(owner, step))).toBe(REFUSED)
    expect(await isOffered(step)).toBe(false)
    expect((await allow()).status).toBe(200)
    expect(await isOffered(step)).toBe(true)
    const { status, body } = await approve(owner, step)
    expect([status, body['approval']]).toMatchObject([
      200,
      { decision: 'APPROVED', decidedBy: owner.user.id, alone: true },
    ])
    const { body: entries } = await world.client.get<{ data: Json[] }>(
      `/v1/audit-entries?subjectId=${step}&action=approveAgentRunStep`,
    )
    const changes = entries.data.map((entry) => (entry['changes'] as Json)['decidedAlone'])
    expect(changes).toContainEqual({ from: false, to: true })
  })

  test('needs a proof of identity that is at most ten minutes old', async () => {
    await allow()
    const step = await waiting()
    api.clock.advance(11 * MINUTE)
    expect(codeOf(await approve(owner, step))).toBe('403 step_up_required')
    // Rejecting what acts for oneself needs neither.
    expect((await owner.post(`/v1/agent-run-steps/${step}/reject`)).status).toBe(200)
    const again = await signIn(owner)
    expect((await approve(again, await waiting(again))).status).toBe(200)
  })

  test('may approve what a key of theirs started', async () => {
    await allow()
    const key = await owner.post<CreatedApiKey>('/v1/api-keys', {
      name: 'Front desk',
      scopes: ['ai'],
    })
    const client = await api.enter(world.client.tenantId, key.body)
    const { body } = await approve(owner, await waiting(client))
    expect(body['approval']).toMatchObject({ alone: true })
  })

  test('is not alone in the approval of what another person started', async () => {
    await allow()
    const { body } = await approve(owner, await waiting(world.client))
    expect(body['approval']).toMatchObject({ decision: 'APPROVED', alone: false })
  })

  test('may have colleagues who cannot approve for the whole centre', async () => {
    await allow()
    const providerId = (await world.provider()).id
    await join('THERAPIST', { providerId })
    await join('SCHEDULER', { locationIds: [(await world.location()).id] })
    expect((await approve(owner, await waiting())).status).toBe(200)
  })
})

const signIn = async ({ user }: Member): Promise<Member> => {
  const browser = openBrowser(api)
  await browser.post('/sign-in', { email: user.email })
  const [path] = await linksSentTo(api, user.id)
  await browser.post(path!)
  await browser.readMe()
  return { ...browser, user }
}

describe('approving alone ends', () => {
  test('when another person can approve, whatever roles the agent names', async () => {
    await allow()
    const step = await waiting(owner, ['BILLER'])
    await join('SCHEDULER')
    expect(codeOf(await approve(owner, step))).toBe(REFUSED)
    expect(await isOffered(step)).toBe(false)
  })

  test('when the centre takes it back, which needs no owner', async () => {
    await allow()
    const step = await waiting()
    expect((await allow(world.client, false)).status).toBe(200)
    expect(codeOf(await approve(owner, step))).toBe(REFUSED)
  })

  const REMOVED: Record<string, (second: Member) => Promise<ApiAnswer>> = {
    'is deactivated': ({ user }) => owner.post(`/v1/users/${user.id}/deactivate`),
    'loses the role': ({ user }) => owner.patch(`/v1/users/${user.id}`, { roles: ['AUDITOR'] }),
    'is limited to a location': async ({ user }) =>
      owner.patch(`/v1/users/${user.id}`, {
        roles: ['SCHEDULER'],
        locationIds: [(await world.location()).id],
      }),
  }
  test.each(Object.entries(REMOVED))('for a week after the second person %s', async (_, remove) => {
    await allow()
    const second = await join('SCHEDULER')
    const step = await waiting()
    expect((await remove(second)).status).toBe(200)
    expect(codeOf(await approve(owner, step))).toBe(REFUSED)
    api.clock.advance(8 * DAY)
    world = createWorld(api, await api.createClient(world.client.tenantId))
    const again = await signIn(owner)
    expect((await approve(again, await waiting(again))).status).toBe(200)
  })

  test('for a week after a second owner is deactivated', async () => {
    await allow()
    const second = await join('OWNER')
    const step = await waiting()
    expect((await owner.post(`/v1/users/${second.user.id}/deactivate`)).status).toBe(200)
    expect(codeOf(await approve(owner, step))).toBe(REFUSED)
    expect((await owner.post(`/v1/users/${second.user.id}/reactivate`)).status).toBe(200)
    expect(codeOf(await approve(owner, step))).toBe(REFUSED)
  })

  test.each([
    ['loses the permission', { permissions: ['agent-runs:read'] }],
    ['is archived', undefined],
  ])('for a week after the role of the second person %s', async (_, patch) => {
    await allow()
    const { id: role } = await world.make('/v1/roles', {
      name: 'Approves',
      sight: 'CENTRE',
      permissions: ['agent-runs:read', 'agent-decisions:write'],
    })
    const second = await join(role)
    const step = await waiting()
    expect(codeOf(await approve(owner, step))).toBe(REFUSED)
    const answer = patch
      ? await owner.patch(`/v1/roles/${role}`, patch)
      : await owner.patch(`/v1/users/${second.user.id}`, { roles: ['AUDITOR'] })
    expect(answer.status, answer.text).toBe(200)
    if (!patch) expect((await owner.post(`/v1/roles/${role}/archive`)).status).toBe(200)
    expect(codeOf(await approve(owner, step))).toBe(REFUSED)
  })
})

describe('approving alone is closed to', () => {
  test('everybody who cannot allow it: keys, programs, administrators, and owners without a proof', async () => {
    const administrator = await join('ADMINISTRATOR')
    const { tenantId } = world.client
    const program = await delegateTo(api, world.client, {
      userId: owner.user.id,
      scopes: ['admin'],
    })
    const byProgram = () =>
      program.send({ method: 'PATCH', path: '/v1/organization', json: { soleApprovals: true } })
    expect(codeOf(await allow(world.client))).toBe('403 insufficient_role')
    expect(codeOf(await allow(await api.createClient(tenantId)))).toBe('403 insufficient_role')
    expect(codeOf(await allow(administrator))).toBe('403 insufficient_role')
    expect(codeOf(await byProgram())).toBe('403 insufficient_scope')
    api.clock.advance(11 * MINUTE)
    expect(codeOf(await allow())).toBe('403 step_up_required')
    const { body } = await owner.get<Json>('/v1/organization')
    expect(body['soleApprovals']).toBe(false)
  })

  test('API keys, programs that act for the person, and callers with break-glass access', async () => {
    await allow()
    const step = await waiting()
    const program = await delegateTo(api, world.client, {
      userId: owner.user.id,
      scopes: ['admin', 'ai'],
    })
    expect(codeOf(await approve(program, step))).toBe('403 insufficient_scope')
    expect(codeOf(await approve(world.client, step))).toBe('403 insufficient_role')
    const providerId = (await world.provider()).id
    const therapist = await join('THERAPIST', { providerId })
    const access = { ...(await world.emergency()), providerId }
    expect((await world.client.post('/v1/break-glass-grants', access)).status).toBe(201)
    expect(codeOf(await approve(therapist, step))).toBe('403 insufficient_role')
    expect((await approve(owner, step)).status).toBe(200)
  })

  test('other actions that need a second person, until the wait is over', async () => {
    await allow()
    const erasure = await owner.post<{ id: string }>('/v1/erasures', {
      childId: (await world.child()).id,
      reason: 'The family asks to be forgotten.',
    })
    expect(erasure.status, erasure.text).toBe(201)
    const approval = await owner.post(`/v1/erasures/${erasure.body.id}/approve`)
    expect(codeOf(approval)).toBe(REFUSED)
    const { approvableAloneAt } = erasure.body as Json
    expect(approval.body).toMatchObject({ approvableAloneAt })
    const wait = Date.parse(String(approvableAloneAt)) - api.clock.now().getTime()
    expect(wait).toBeGreaterThan(7 * DAY - MINUTE)
  })
})

describe('the wait', () => {
  const waitOf = (by: Patcher, soleApprovalsWaitHours: number) =>
    by.patch<Json>('/v1/organization', { soleApprovalsWaitHours })

  test('is shortened only by a signed-in owner with a proof, and lengthened by administrators', async () => {
    expect(codeOf(await waitOf(world.client, 1))).toBe('403 insufficient_role')
    expect(codeOf(await waitOf(await join('ADMINISTRATOR'), 48))).toBe('200')
    expect((await waitOf(owner, 2)).body).toMatchObject({ soleApprovalsWaitHours: 2 })
    expect(codeOf(await waitOf(owner, 0))).toBe('400 validation_failed')
    expect(codeOf(await waitOf(owner, 169))).toBe('400 validation_failed')
    api.clock.advance(11 * MINUTE)
    expect(codeOf(await waitOf(owner, 1))).toBe('403 step_up_required')
  })

  test('begins again when it is shortened, and shows on the record', async () => {
    await allow()
    const { id } = await world.make('/v1/payout-accounts', await world.newPayoutAccount())
    const at = async () => {
      const { body } = await owner.get<Json>(`/v1/payout-accounts/${id}`)
      return Date.parse(String(body['approvableAloneAt'])) - api.clock.now().getTime()
    }
    expect(await at()).toBeGreaterThan(DAY - MINUTE)
    api.clock.advance(5 * MINUTE)
    await waitOf(owner, 1)
    expect(await at()).toBeGreaterThan(59 * MINUTE)
    await allow(owner, false)
    const { body } = await owner.get<Json>(`/v1/payout-accounts/${id}`)
    expect(body).toMatchObject({ approvableAloneAt: null, approvedAlone: false })
  })
})
