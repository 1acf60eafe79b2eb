import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'
import { createWorld, exampleCall, requestOf, type World } from '../contract/world.ts'
import { openAuthenticator } from '../staff/authenticator.ts'
import {
  delegateTo,
  joinAs,
  registerPasskeyIn,
  showPasskeyIn,
  type Browser,
} from '../staff/support.ts'
import { startApi, type ApiAnswer, type TestApi } from '../support/api.ts'

/** Every operation that requires a fresh proof: refused when it is old, allowed after a step-up. */

const MINUTE = 60_000

let api: TestApi
let world: World
let tenantId: string

beforeAll(async () => {
  api = await startApi()
  const centre = await api.createTenant()
  tenantId = centre.tenantId
  const { status } = await centre.patch('/v1/organization', { signatureStepUpMinutes: 5 })
  expect(status).toBe(200)
})
// Tests move the clock past the lifetime of a token.
beforeEach(async () => {
  world = createWorld(api, await api.createClient(tenantId))
})
afterAll(() => api[Symbol.asyncDispose]())

type Member = Browser & { user: { id: string; providerId: string | null } }

const made = (answer: ApiAnswer): string => {
  expect(answer.status, answer.text).toBe(201)
  return (answer.body as { id: string }).id
}

const owner = () => joinAs(api, world.client, { roles: ['OWNER'] })
const therapist = async (role = 'THERAPIST') =>
  joinAs(api, world.client, { roles: [role], providerId: (await world.provider()).id })

const sessionOf = async ({ user: { providerId } }: Member): Promise<string> => {
  const { id } = await world.make('/v1/sessions', {
    childId: (await world.child()).id,
    providerId,
    startedAt: '2026-11-20T10:02:00+01:00',
  })
  return id
}

const draftOf = async (author: Member): Promise<string> =>
  made(await author.post(`/v1/sessions/${await sessionOf(author)}/notes`, { plan: 'Phrases.' }))

const noteToCosign = async (supervisor: Member): Promise<string> => {
  const author = await therapist()
  await world.make('/v1/supervisions', {
    providerId: author.user.providerId,
    supervisorId: supervisor.user.providerId,
  })
  const note = { plan: 'Phrases.', sign: true }
  return made(await author.post(`/v1/sessions/${await sessionOf(author)}/notes`, note))
}

const coordinator = () => joinAs(api, world.client, { roles: ['EARLY_INTERVENTION_COORDINATOR'] })

interface Place {
  who: () => Promise<Member>
  /** The operation of the person afterwards. */
  begin: (person: Member) => Promise<() => Promise<ApiAnswer>>
}

const PLACES: Record<string, Place> = {
  'changing the primary provider of a child': {
    who: () => joinAs(api, world.client, { roles: ['SCHEDULER'] }),
    begin: async (person) => {
      const { id } = await world.child()
      return async () =>
        person.patch(`/v1/children/${id}`, { primaryProviderId: (await world.provider()).id })
    },
  },
  'starting a program with a coordinator': {
    who: coordinator,
    begin: async (person) => {
      const { id: childId } = await world.child({ birthDate: '2025-04-30' })
      return async () =>
        person.post('/v1/early-intervention-programs', {
          childId,
          referralReceivedOn: '2026-10-05',
          serviceCoordinatorId: (await world.provider()).id,
        })
    },
  },
  'changing the coordinator of a program': {
    who: coordinator,
    begin: async (person) => {
      const { id } = await world.program()
      return async () =>
        person.patch(`/v1/early-intervention-programs/${id}`, {
          serviceCoordinatorId: (await world.provider()).id,
        })
    },
  },
  'reopening a program with a coordinator': {
    who: coordinator,
    begin: async (person) => {
      const { id } = await world.program()
      const path = `/v1/early-intervention-programs/${id}`
      const serviceCoordinatorId = (await world.provider()).id
      await world.client.patch(path, { serviceCoordinatorId })
      await world.make(`${path}/close`, { closedOn: '2026-11-20', reason: 'FAMILY_DECLINED' })
      return async () => person.post(`${path}/reopen`, {})
    },
  },
  'handing programs over': {
    who: coordinator,
    begin: async (person) => {
      const { id: fromProviderId } = await world.provider()
      const program = await world.program()
      await world.client.patch(`/v1/early-intervention-programs/${program.id}`, {
        serviceCoordinatorId: fromProviderId,
      })
      return async () =>
        person.post('/v1/early-intervention-programs/reassign', {
          fromProviderId,
          toProviderId: (await world.provider()).id,
        })
    },
  },
  'signing a note': {
    who: therapist,
    begin: async (person) => {
      const id = await draftOf(person)
      return () => person.post(`/v1/session-notes/${id}/sign`)
    },
  },
  'adding a note that is signed at once': {
    who: therapist,
    begin: async (person) => {
      const id = await sessionOf(person)
      return () => person.post(`/v1/sessions/${id}/notes`, { plan: 'Phrases.', sign: true })
    },
  },
  'adding to a signed note': {
    who: therapist,
    begin: async (person) => {
      const id = await draftOf(person)
      expect((await person.post(`/v1/session-notes/${id}/sign`)).status).toBe(200)
      return () => person.post(`/v1/session-notes/${id}/addenda`, { text: 'Later.' })
    },
  },
  'co-signing a note': {
    who: () => therapist('SUPERVISOR'),
    begin: async (person) => {
      const id = await noteToCosign(person)
      return () => person.post(`/v1/session-notes/${id}/cosign`)
    },
  },
  'returning a note': {
    who: () => therapist('SUPERVISOR'),
    begin: async (person) => {
      const id = await noteToCosign(person)
      return () => person.post(`/v1/session-notes/${id}/return`, { reason: 'No date.' })
    },
  },
  'breaking the glass': {
    who: owner,
    begin: async (person) => {
      const access = await world.emergency()
      return () => person.post('/v1/break-glass-grants', access)
    },
  },
  'asking for an erasure': {
    who: owner,
    begin: async (person) => {
      const { id: childId } = await world.child()
      return () => person.post('/v1/erasures', { childId, reason: 'REQUEST' })
    },
  },
  'approving an erasure': {
    who: owner,
    begin: async (person) => {
      const { id } = await world.erasure()
      return () => person.post(`/v1/erasures/${id}/approve`)
    },
  },
  'letting a program act for oneself': {
    who: owner,
    begin: async (person) => () =>
      person.send({
        method: 'POST',
        path: '/oauth/authorize',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          response_type: 'code',
          client_id: 'therapy-cli',
          code_challenge: 'a'.repeat(43),
          code_challenge_method: 'S256',
          name: 'a script',
          decision: 'allow',
          days: '7',
        }).toString(),
      }),
  },
  'creating an API key': {
    who: owner,
    begin: async (person) => () =>
      person.post('/v1/api-keys', { name: 'Mine', scopes: ['children.read'] }),
  },
  'changing what an API key may do': {
    who: owner,
    begin: async (person) => {
      const key = { name: 'Mine', scopes: ['children.read'] }
      const id = made(await person.post('/v1/api-keys', key))
      return () => person.patch(`/v1/api-keys/${id}`, { scopes: ['children'] })
    },
  },
}

test.each(Object.entries(PLACES))('%s requires a fresh proof', async (_, { who, begin }) => {
  const person = await who()
  const authenticator = openAuthenticator()
  expect((await registerPasskeyIn(person, authenticator)).status).toBe(201)
  await person.readMe()
  const act = await begin(person)
  api.clock.advance(6 * MINUTE)
  const refused = await act()
  expect(refused.body, refused.text).toMatchObject({
    status: 403,
    code: 'step_up_required',
    url: 'http://api.test/sign-in/step-up',
    minutes: 5,
  })
  expect((await showPasskeyIn(person, authenticator, '/sign-in/step-up')).status).toBe(200)
  await person.readMe()
  const allowed = await act()
  expect([200, 201], allowed.text).toContain(allowed.status)
})

test('API keys and previews of erasures need none', async () => {
  api.clock.advance(6 * MINUTE)
  const machine = await api.createClient(world.client.tenantId)
  const key = await machine.post('/v1/api-keys', { name: 'Theirs', scopes: ['children.read'] })
  expect(key.status, key.text).toBe(201)
  const person = await owner()
  api.clock.advance(6 * MINUTE)
  const { body: child } = await machine.post<{ id: string }>('/v1/children', {
    firstName: 'Mia',
    lastName: 'Old',
    birthDate: '2020-05-01',
  })
  const plan = { childId: child.id, reason: 'REQUEST' }
  const rehearsed = await person.post('/v1/erasures?dryRun=true', plan)
  expect(rehearsed.status, rehearsed.text).toBe(200)
})

test('a centre without the setting accepts signed-in users', async () => {
  const relaxed = await api.createTenant()
  const person = await joinAs(api, relaxed, { roles: ['OWNER'] })
  api.clock.advance(50 * MINUTE)
  const { status } = await person.post('/v1/api-keys', { name: 'Mine', scopes: ['children.read'] })
  expect(status).toBe(201)
})

describe('changes of rights, money, exported data and retention', () => {
  const marked = operations.filter(({ freshProof, sunset }) => freshProof && !sunset)

  test('require a fresh proof of a person before anything else is checked', async () => {
    const person = await owner()
    api.clock.advance(6 * MINUTE)
    const unlike: string[] = []
    for (const operation of marked) {
      const { status, text } = await person.send(requestOf(operation, exampleCall(operation)))
      if (status !== 403 || !text.includes('step_up_required'))
        unlike.push(`${operation.id}: ${status} ${text}`)
    }
    expect(unlike).toEqual([])
    expect(marked.length).toBeGreaterThan(70)
  })

  test('the setting cannot be disabled without the proof it requires', async () => {
    const centre = await api.createTenant()
    const person = await joinAs(api, centre, { roles: ['OWNER'] })
    expect((await person.patch('/v1/organization', { signatureStepUpMinutes: 1 })).status).toBe(200)
    api.clock.advance(65_000)
    for (const signatureStepUpMinutes of [null, 60])
      expect(
        (await person.patch('/v1/organization', { signatureStepUpMinutes })).body,
      ).toMatchObject({ code: 'step_up_required', minutes: 1 })
    // A key proves nothing: it can only make the centre require more, never less.
    for (const [signatureStepUpMinutes, status] of [
      [null, 403],
      [2, 403],
      [1, 200],
    ] as const) {
      const byKey = await centre.patch('/v1/organization', { signatureStepUpMinutes })
      expect([signatureStepUpMinutes, byKey.status, byKey.text]).toEqual([
        signatureStepUpMinutes,
        status,
        status === 200 ? byKey.text : expect.stringContaining('step_up_required'),
      ])
    }
    const sock = { email: 'sock@evil.example', name: 'Sock', roles: ['OWNER'] }
    expect((await person.post('/v1/users', sock)).body).toMatchObject({ code: 'step_up_required' })
  })

  test('a program acting for a person is told that the person must do it', async () => {
    const person = await owner()
    const program = await delegateTo(api, world.client, {
      userId: person.user.id,
      scopes: ['webhooks'],
    })
    const endpoint = { url: 'https://1.1.1.1/hook', eventTypes: ['booking.created'] }
    const refused = await program.post<{ code: string; detail: string }>(
      '/v1/webhook-endpoints',
      endpoint,
    )
    expect(refused.body).toMatchObject({ code: 'insufficient_scope' })
    expect(refused.body.detail).toContain('Sign in yourself and make the request there')
  })
})
