import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createLink } from '#messaging/links/create-link.ts'
import type { LinkPurposeName } from '#messaging/links/link-purpose.ts'
import { sendMessage } from '#messaging/messages/send-message.ts'
import { LINK_PURPOSES } from '#registry/link-purposes.ts'
import type { Mail } from '#providers/mail/index.ts'
import { createWorld, type Json, type Made, type World } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'

/** Links and messages belong to a person: what happens to them when this person is no longer asked. */

let api: TestApi
let world: World
beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

type Subject = Parameters<typeof createLink>[1]['subject']

const system = () =>
  systemContext(api.services.platform, { tenantId: world.client.tenantId, action: 'test' })

const linkTo = async (purpose: LinkPurposeName, subject: Subject, recipientId: string) => {
  const { path } = await transact(system(), 'messages:write', (tx) => {
    const expiresAt = new Date(tx.now.getTime() + 86_400_000)
    return createLink(tx, { purpose, subject, recipientId, language: 'en', expiresAt })
  })
  return path
}

interface Asked {
  path: string
  answer: Json
  childId: string
  recipientId: string
  guardianshipId: string
}

/** For the purposes of families: the subject of each, and an answer. */
const OF_FAMILIES: Partial<
  Record<LinkPurposeName, { about: () => Promise<Subject & { childId: string }>; answer: Json }>
> = {
  'check-in': {
    about: async () => aboutChild('program', await world.program()),
    answer: { mood: 'GOOD', services: 'yes', call: 'no' },
  },
  attendance: {
    about: async () => aboutChild('appointment', await world.appointment()),
    answer: { answer: 'come' },
  },
  feedback: {
    about: async () => aboutChild('appointment', await world.appointment()),
    answer: { rating: 5 },
  },
  form: {
    about: async () => aboutChild('formResponse', await world.formResponse()),
    answer: { _save: '1' },
  },
  ifsp: {
    about: async () => {
      const { id, programId } = await world.presentedIfsp()
      const { childId } = await get(`/v1/early-intervention-programs/${String(programId)}`)
      return { type: 'ifsp', id, childId: String(childId) }
    },
    answer: { signature: 'Jon Weiss' },
  },
  rebooking: {
    about: async () => aboutChild('appointment', await world.appointment()),
    answer: { wish: 'call' },
  },
  'waitlist-offer': {
    about: async () => {
      const offer = await world.waitlistOffer()
      const { childId } = await get(`/v1/waitlist-entries/${String(offer['entryId'])}`)
      return { type: 'waitlistOffer', id: offer.id, childId: String(childId) }
    },
    answer: { answer: 'decline' },
  },
}

const get = async (path: string): Promise<Made> => {
  const { status, body, text } = await world.client.get<Made>(path)
  expect(status, text).toBe(200)
  return body
}

const aboutChild = (type: Subject['type'], made: Made) => ({
  type,
  id: made.id,
  childId: String(made['childId']),
})

const guardianOf = async (childId: string, more: Json = {}) => {
  const { id: clientId } = await world.make('/v1/clients', {
    name: 'Jon',
    email: 'jon@example.com',
  })
  const role = { relationship: 'father', legal: true, billing: false, ...more }
  const { id: guardianshipId } = await world.make('/v1/guardianships', {
    childId,
    clientId,
    ...role,
  })
  return { recipientId: clientId, guardianshipId }
}

const ask = async (purpose: LinkPurposeName): Promise<Asked> => {
  const { about, answer } = OF_FAMILIES[purpose]!
  const { childId, ...subject } = await about()
  const { recipientId, guardianshipId } = await guardianOf(childId)
  const path = await linkTo(purpose, subject, recipientId)
  return { path, answer, childId, recipientId, guardianshipId }
}

const patch = async (path: string, json: Json) => {
  const { status, text } = await world.client.patch(path, json)
  expect(status, text).toBe(200)
}

/** How a client stops being asked about a child. */
const WAYS: Record<string, (asked: Omit<Asked, 'path' | 'answer'>) => Promise<unknown>> = {
  'the guardianship ended': ({ guardianshipId }) =>
    world.make(`/v1/guardianships/${guardianshipId}/end`),
  'they are no legal guardian any more': ({ guardianshipId }) =>
    patch(`/v1/guardianships/${guardianshipId}`, { legal: false }),
  // As in a release that archived clients of children with visits ahead.
  'the client was archived': ({ recipientId }) =>
    api.query('UPDATE clients SET archived_at = now() WHERE id = $1', [recipientId]),
}

const MOVED = 'their e-mail address is another'

const outcome = async (path: string, answer: Json) => {
  const person = api.anonymous()
  const shown = await person.get<{ code?: string }>(path)
  const taken = await person.post<{ code?: string }>(path, answer)
  return [shown, taken].map(({ status, body }) => [status, body.code ?? null])
}

const ENDED = [
  [410, 'link_expired'],
  [410, 'link_expired'],
]
const OPEN = [
  [200, null],
  [200, null],
]

describe.each(Object.keys(OF_FAMILIES) as LinkPurposeName[])('a link for %s', (purpose) => {
  test.each([...Object.keys(WAYS), MOVED])('ends when %s', async (way) => {
    const { path, answer, ...asked } = await ask(purpose)
    await (WAYS[way]?.(asked) ??
      patch(`/v1/clients/${asked.recipientId}`, { email: 'new@example.com' }))
    expect(await outcome(path, answer)).toEqual(ENDED)
  })

  test('works while the recipient is still asked, even after the child was merged into another', async () => {
    const { path, answer, childId } = await ask(purpose)
    const { id } = await world.child()
    await world.make(`/v1/children/${id}/merge`, { duplicateId: childId })
    expect(await outcome(path, answer)).toEqual(OPEN)
  })
})

test('every purpose for clients is tested here', () => {
  const ofOthers = [
    'goal-review',
    'lead-offer',
    'lead-proof',
    'lead-questions',
    'provider-application',
    'provider-form',
    'provider-reference',
  ]
  expect([...ofOthers, ...Object.keys(OF_FAMILIES)].toSorted()).toEqual(
    Object.keys(LINK_PURPOSES).toSorted(),
  )
})

test('foster and surrogate parents are asked too', async () => {
  const { childId, ...subject } = await OF_FAMILIES['check-in']!.about()
  const { recipientId } = await guardianOf(childId, { legal: false, kind: 'FOSTER_PARENT' })
  const path = await linkTo('check-in', subject, recipientId)
  expect(await outcome(path, OF_FAMILIES['check-in']!.answer)).toEqual(OPEN)
})

describe('a link for a provider', () => {
  const review = async () => {
    const { id, goalId } = await world.goalReview()
    const { childId } = await get(`/v1/goals/${String(goalId)}`)
    const { id: providerId } = await world.provider()
    const team = { childId, providerId, role: 'THERAPIST' }
    const { id: memberId } = await world.make('/v1/care-team-members', team)
    const path = await linkTo('goal-review', { type: 'goalReview', id }, providerId)
    return { path, providerId, memberId }
  }
  const answer = { response: 'Single sounds again.' }

  test('to the review of a goal works while the child is in their caseload', async () => {
    expect(await outcome((await review()).path, answer)).toEqual(OPEN)
    const left = await review()
    await world.make(`/v1/care-team-members/${left.memberId}/end`)
    expect(await outcome(left.path, answer)).toEqual(ENDED)
  })

  test('ends when they are archived or their address changes', async () => {
    const archived = await review()
    await world.make(`/v1/providers/${archived.providerId}/archive`)
    expect(await outcome(archived.path, answer)).toEqual(ENDED)
    const moved = await review()
    await patch(`/v1/providers/${moved.providerId}`, { email: 'first@example.com' })
    expect((await outcome(moved.path, {}))[0]).toEqual([200, null])
    await patch(`/v1/providers/${moved.providerId}`, { email: 'second@example.com' })
    expect(await outcome(moved.path, answer)).toEqual(ENDED)
  })
})

describe('a waiting message', () => {
  const mails: Mail[] = []
  const sending = {
    publicUrl: 'http://api.test',
    mailer: {
      from: 'care@example.com',
      send: (mail: Mail) => {
        mails.push(mail)
        return Promise.resolve({ outcome: 'sent' } as const)
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
  }

  test.each(Object.keys(WAYS))('is not sent when %s', async (way) => {
    const { id, subjectId, recipientId } = await world.message()
    const { childId } = await get(`/v1/appointments/${String(subjectId)}`)
    const { data } = (
      await world.client.get<{ data: Made[] }>(`/v1/guardianships?childId=${String(childId)}`)
    ).body
    await WAYS[way]!({
      childId: String(childId),
      recipientId: String(recipientId),
      guardianshipId: data[0]!.id,
    })
    await sendMessage(system(), { id }, sending)
    expect(mails).toEqual([])
    expect(await get(`/v1/messages/${id}`)).toMatchObject({
      status: 'SKIPPED',
      reason: 'not_addressed',
    })
    const again = await world.client.post<{ code: string }>(`/v1/messages/${id}/resend`)
    expect([again.status, again.body.code]).toEqual([409, 'message_undeliverable'])
  })

  test('is sent to a recipient who may still answer', async () => {
    const { id } = await world.message()
    await sendMessage(system(), { id }, sending)
    expect(mails.map((mail) => mail.id)).toEqual([id])
  })
})
