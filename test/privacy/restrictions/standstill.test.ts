import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { sendMessage } from '#messaging/messages/send-message.ts'
import { create, newChild, newService, refusal, type Page } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { book, carryOut, followUpOf, lift, openFamily, restrict, type Family } from './centre.ts'

/** Automatic work about a restricted child: none happens, and this is visible. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const DAY_MS = 86_400_000
const RESTRICTED = 'processing of the child’s data is restricted'

/** Days later, with keys of that day. */
const later = async <T>(
  centre: ApiClient,
  days: number,
  work: (client: ApiClient) => Promise<T>,
) => {
  const before = api.clock.now()
  try {
    api.clock.advance(days * DAY_MS)
    return await work(await api.createClient(centre.tenantId))
  } finally {
    api.clock.set(before)
  }
}

const wakesOf = async (subjectId: string) => {
  const [row] = await api.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM outbox WHERE kind = 'workflow' AND subject_id = $1`,
    [subjectId],
  )
  return row!.n
}

const grantConsent = ({ centre, childId, clientId }: Family, expiresAt: string) =>
  create(centre, '/v1/consents', {
    childId,
    kind: 'TREATMENT',
    grantedById: clientId,
    grantedAt: '2026-11-20T10:00:00+01:00',
    expiresAt,
    evidence: 'Form',
  })

describe('follow-ups', () => {
  test('skip steps that are useful only at their time, and send no messages', async () => {
    const family = await openFamily(api)
    const { centre, childId } = family
    const visit = await create(centre, '/v1/appointments', book(family))
    await carryOut(api, centre, 'appointmentLifecycle', visit.id)
    const woken = await wakesOf(visit.id)
    await restrict(centre, { childId })
    expect(await wakesOf(visit.id)).toBe(woken + 1)
    await later(centre, 10, async (client) => {
      await carryOut(api, client, 'appointmentLifecycle', visit.id)
      const { steps, status } = await followUpOf(client, visit.id, 'appointmentLifecycle')
      expect(steps['reminder-48h']).toMatchObject({
        status: 'SKIPPED',
        outcome: `left out: ${RESTRICTED}`,
        messages: [],
      })
      expect(steps['no-show-check']).toMatchObject({
        status: 'SKIPPED',
        actionRequired: expect.stringContaining('nobody could check the child in'),
      })
      expect(status).toBe('COMPLETED')
      const { body } = await client.get(`/v1/appointments/${visit.id}`)
      expect(body).toMatchObject({ status: 'CONFIRMED' })
    })
  })

  test('end current offers, so others get the slot', async () => {
    const family = await openFamily(api)
    const { centre, childId } = family
    await newService(centre, { requiresConfirmation: true })
    const visit = await create(centre, '/v1/appointments', book(family))
    await restrict(centre, { childId })
    await later(centre, 3, async (client) => {
      await carryOut(api, client, 'appointmentLifecycle', visit.id)
      const { body } = await client.get(`/v1/appointments/${visit.id}`)
      expect(body).toMatchObject({ status: 'EXPIRED' })
      const { steps } = await followUpOf(client, visit.id, 'appointmentLifecycle')
      expect(steps['decision-notice']).toMatchObject({ status: 'SKIPPED' })
    })
  })

  test('pause their work, report it, and continue after the restriction is lifted', async () => {
    const family = await openFamily(api)
    const { centre, childId } = family
    const consent = await grantConsent(family, '2026-11-28T10:00:00+01:00')
    await carryOut(api, centre, 'consentExpiry', consent.id)
    const { id } = await restrict(centre, { childId })
    await later(centre, 10, async (client) => {
      await carryOut(api, client, 'consentExpiry', consent.id)
      const waiting = await followUpOf(client, consent.id, 'consentExpiry')
      expect(waiting).toMatchObject({ status: 'ACTIVE', waitingOn: 'expired', nextStepAt: null })
      expect(waiting.steps['expired']).toMatchObject({
        status: 'SCHEDULED',
        outcome: `waits: ${RESTRICTED}`,
      })
      const woken = await wakesOf(consent.id)
      await lift(client, id)
      expect(await wakesOf(consent.id)).toBe(woken + 1)
      await carryOut(api, client, 'consentExpiry', consent.id)
      const { steps, status } = await followUpOf(client, consent.id, 'consentExpiry')
      expect([status, steps['expired']]).toMatchObject(['COMPLETED', { status: 'DONE' }])
    })
  })

  test('with future steps forget the pause if it is lifted in time', async () => {
    const family = await openFamily(api)
    const { centre, childId } = family
    const consent = await grantConsent(family, '2027-11-28T10:00:00+01:00')
    const { id } = await restrict(centre, { childId })
    await carryOut(api, centre, 'consentExpiry', consent.id)
    await lift(centre, id)
    await carryOut(api, centre, 'consentExpiry', consent.id)
    const { steps, nextStepAt } = await followUpOf(centre, consent.id, 'consentExpiry')
    expect(steps['expired']).toMatchObject({ status: 'SCHEDULED', outcome: null })
    expect(nextStepAt).not.toBeNull()
  })
})

describe('messages', () => {
  const message = async (centre: ApiClient, id: string) =>
    (await centre.get(`/v1/messages/${id}`)).body

  const queue = async ({ centre, childId, clientId }: Family) => {
    const { tenantId } = centre
    const ctx = systemContext(api.services.platform, { tenantId, action: 'tell' })
    const { id } = await transact(ctx, 'messages:write', (tx) =>
      queueMessage(tx, {
        template: 'assessment.recall',
        variables: { firstName: 'Mara', childFirstName: 'Lena' },
        recipient: { type: 'client', id: clientId, firstName: 'Mara', email: 'mara@example.org' },
        subject: { type: 'child', id: childId },
        dedupeKey: `${childId}/${api.clock.now().getTime()}`,
      }),
    )
    return { id, ctx }
  }

  test.each(['child', 'client'])('about a restricted %s are not sent', async (kind) => {
    const family = await openFamily(api)
    const { centre, childId, clientId } = family
    const queued = await queue(family)
    const { id } = await restrict(centre, kind === 'child' ? { childId } : { clientId })
    const unsent = await queue(family)
    const skipped = { status: 'SKIPPED', reason: 'processing_restricted' }
    expect(await message(centre, unsent.id)).toMatchObject(skipped)
    // Without a mail server it does not get this far.
    await sendMessage(queued.ctx, queued, undefined)
    expect(await message(centre, queued.id)).toMatchObject(skipped)
    const resend = () => centre.post(`/v1/messages/${queued.id}/resend`)
    expect(refusal(await resend())).toEqual([409, 'processing_restricted'])
    await lift(centre, id)
    expect((await resend()).status).toBe(200)
  })
})

describe('requests and views', () => {
  test('a link accepts no answer, and works again later', async () => {
    const family = await openFamily(api)
    const { centre, childId, clientId } = family
    const visit = await create(centre, '/v1/appointments', book(family))
    const { tenantId } = centre
    const ctx = systemContext(api.services.platform, { tenantId, action: 'ask' })
    const { path } = await transact(ctx, 'messages:write', (tx) =>
      createLink(tx, {
        purpose: 'feedback',
        subject: { type: 'appointment', id: visit.id },
        recipientId: clientId,
        language: 'en',
        expiresAt: new Date('2026-12-20T10:00:00Z'),
      }),
    )
    const { id } = await restrict(centre, { childId })
    const person = api.anonymous()
    const shown = await person.send({ path, headers: { accept: 'text/html' } })
    expect([shown.status, shown.text.includes('<h1>Not now</h1>')]).toEqual([409, true])
    const refused = await person.post(path, { rating: 4 })
    expect(refusal(refused)).toEqual([409, 'processing_restricted'])
    expect(refused.text).not.toContain(childId)
    await lift(centre, id)
    expect((await person.post(path, { rating: 4 })).status).toBe(200)
  })

  test('a calendar keeps its entries, and that of the therapist shows no initial', async () => {
    const family = await openFamily(api)
    const { centre, childId, providerId } = family
    await create(centre, '/v1/appointments', book(family))
    const feed = async (subjectId: string) =>
      new URL(String((await create(centre, '/v1/calendar-feeds', { subjectId }))['url'])).pathname
    const [own, therapists] = [await feed(childId), await feed(providerId)]
    const fetched = (path: string) => api.anonymous().send<string>({ path })
    expect((await fetched(therapists)).text).toContain('Appointment L.')
    await restrict(centre, { childId })
    expect((await fetched(own)).status).toBe(409)
    const { text } = await fetched(therapists)
    expect(text).toContain('SUMMARY:Appointment')
    expect(text).not.toContain('Appointment L.')
  })

  test('insights and recalls skip the child', async () => {
    const { centre, childId } = await openFamily(api)
    const instrument = await create(centre, '/v1/assessment-instruments', {
      name: 'Screening',
      scores: [{ key: 'talk', label: 'Talks' }],
    })
    await create(centre, '/v1/assessment-schedules', {
      childId,
      instrumentId: instrument.id,
      timing: 'ONCE',
      startsOn: '2026-11-20',
    })
    const due = async () =>
      (await centre.post<{ due: number }>('/v1/ai/assessment-recall', {})).body.due
    const insights = () => centre.get(`/v1/ai/children/${childId}/insights`)
    expect([await due(), (await insights()).status]).toEqual([1, 200])
    await restrict(centre, { childId })
    expect(await due()).toBe(0)
    expect(refusal(await insights())).toEqual([409, 'processing_restricted'])
  })

  test('a place in a group goes to the next child in the queue', async () => {
    const { centre, providerId } = await openFamily(api)
    const service = await newService(centre, { code: 'GROUP_SESSION', capacity: 2 })
    const group = await create(centre, '/v1/group-appointments', {
      providerId,
      serviceId: service.id,
      startsAt: '2026-12-01T10:00:00+01:00',
    })
    const children = await Promise.all([1, 2, 3, 4].map(() => newChild(centre)))
    const [there, beside, first, second] = children.map(({ id }) => id)
    const path = `/v1/group-appointments/${group.id}`
    const place = await create(centre, `${path}/attendees`, { childId: there })
    await create(centre, `${path}/attendees`, { childId: beside })
    for (const childId of [first, second])
      await create(centre, `${path}/waitlist-entries`, { childId })
    await restrict(centre, { childId: first })
    await centre.post(`/v1/appointments/${place.id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' })
    const { body } = await centre.get<Page>(`/v1/appointments?groupId=${group.id}&status=CONFIRMED`)
    expect(new Set(body.data.map(({ childId }) => childId))).toEqual(new Set([beside, second]))
  })

  test('a slot is offered to the next family', async () => {
    const family = await openFamily(api)
    const { centre } = family
    const service = await newService(centre)
    const visit = await create(centre, '/v1/appointments', book(family))
    const [first, second] = await Promise.all([newChild(centre), newChild(centre)])
    const entry = { serviceIds: [service.id] }
    await create(centre, '/v1/waitlist-entries', { ...entry, childId: first.id, priority: 9 })
    const { id } = await create(centre, '/v1/waitlist-entries', { ...entry, childId: second.id })
    await restrict(centre, { childId: first.id })
    await centre.post(`/v1/appointments/${visit.id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' })
    const [slot] = await api.query<{ id: string }>(
      'SELECT id FROM freed_slots WHERE tenant_id = $1',
      [centre.tenantId],
    )
    await carryOut(api, centre, 'waitlistOffer', slot!.id)
    const { body } = await centre.get<Page>('/v1/waitlist-offers')
    expect(body.data.map(({ entryId }) => entryId)).toEqual([id])
  })
})
