import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment, AppointmentOutcome } from '#scheduling/appointments/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { Hold } from '#scheduling/holds/schemas.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { releaseExpiredHolds } from '#scheduling/holds/release-expired-holds.ts'
import type {
  CreatedWaitlistEntry,
  WaitlistEntry,
  WaitlistOffer,
} from '#scheduling/waitlist/schemas.ts'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  newService,
  refusal,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const AT = '2026-12-01T10:00:00+01:00'
const HOUR_MS = 3_600_000
const CANCEL = { initiator: 'CLIENT', reason: 'Ill' }

/** A separate centre with one booking whose slot others wait for. */
const openCentre = async () => {
  const client = await api.createTenant()
  const location = await newLocation(client)
  const provider = await newProvider(client, { locationIds: [location.id] })
  const service = await newService(client)
  const child = await newChild(client)
  const booking = { providerId: provider.id, type: 'THERAPY_SESSION', startsAt: AT }
  const booked = await create(client, '/v1/appointments', { ...booking, childId: child.id })
  return { client, location, provider, service, child, booking, booked }
}
type Centre = Awaited<ReturnType<typeof openCentre>>

const wait = async ({ client, service }: Centre, more: object = {}) => {
  const { id: childId } = await newChild(client)
  const entry = { childId, serviceIds: [service.id], ...more }
  return create(client, '/v1/waitlist-entries', entry)
}
const cancel = ({ client, booked }: Centre, id = booked.id, query = '') =>
  client.post<AppointmentOutcome>(`/v1/appointments/${id}/cancel${query}`, CANCEL)

const slotsOf = ({ client }: Centre) =>
  api.query<{ id: string; status: string }>(
    'SELECT id, status FROM freed_slots WHERE tenant_id = $1 ORDER BY created_at, id',
    [client.tenantId],
  )

/** Runs the next step of the workflow, if one is due. */
const next = async ({ client }: Centre, subjectId: string) => {
  const { platform } = api.services
  const ctx = systemContext(platform, { tenantId: client.tenantId, action: 'runStep' })
  const ref = { kind: 'waitlistOffer', subjectId } as const
  const { next: step } = await planSteps(ctx, ref)
  if (!step) return null
  const { dueAt } = step
  if (new Date(dueAt) > api.clock.now()) return step.step
  return runStep(ctx, { ...ref, step: step.step, dueAt: new Date(dueAt) })
}

/** The slot is freed and the first offer exists. */
const offered = async (centre: Centre) => {
  expect((await cancel(centre)).status).toBe(200)
  const [slot] = await slotsOf(centre)
  expect(await next(centre, slot!.id)).toMatchObject({ status: 'DONE' })
  const [offer] = await offersOf(centre)
  return { slotId: slot!.id, offer: offer! }
}
const offersOf = async ({ client }: Centre) =>
  (await client.get<{ data: WaitlistOffer[] }>('/v1/waitlist-offers?sort=createdAt')).body.data
const entryOf = async ({ client }: Centre, { id }: { id: string }) =>
  (await client.get<WaitlistEntry>(`/v1/waitlist-entries/${id}`)).body
const decide = ({ client }: Centre, { id }: { id: string }, verb: 'accept' | 'decline') =>
  client.post<WaitlistOffer>(`/v1/waitlist-offers/${id}/${verb}`)
const eventsOf = ({ client }: { client: ApiClient }) =>
  api
    .query<{ type: string }>(
      `SELECT type FROM outbox WHERE tenant_id = $1 AND kind = 'event'
         AND (type LIKE 'waitlist%' OR type = 'booking.created') ORDER BY seq`,
      [client.tenantId],
    )
    .then((rows) => rows.map(({ type }) => type))

describe('a freed slot', () => {
  test('is held for the first family in line and booked as usual on acceptance', async () => {
    const centre = await openCentre()
    const entry = await wait(centre)
    const { offer, slotId } = await offered(centre)
    expect(offer).toMatchObject({ status: 'OFFERED', entryId: entry.id, startsAt: AT })
    expect(Date.parse(offer.expiresAt) - api.clock.now().getTime()).toBeGreaterThan(1.9 * HOUR_MS)
    expect((await entryOf(centre, entry)).status).toBe('OFFERED')
    const rival = { ...centre.booking, childId: (await newChild(centre.client)).id }
    expect(refusal(await centre.client.post('/v1/appointments', rival))).toEqual([
      409,
      'slot_taken',
    ])

    const accepted = await decide(centre, offer, 'accept')
    expect([accepted.status, accepted.body]).toMatchObject([200, { status: 'BOOKED' }])
    const path = `/v1/appointments/${offer.appointmentId}`
    expect((await centre.client.get<Appointment>(path)).body).toMatchObject({
      status: 'CONFIRMED',
      childId: entry['childId'],
      serviceId: centre.service.id,
      amount: 8500,
    })
    expect((await entryOf(centre, entry)).status).toBe('BOOKED')
    expect(await next(centre, slotId)).toBeNull()
    expect(await eventsOf(centre)).toEqual([
      'booking.created',
      'waitlist.offered',
      'booking.created',
      'waitlist.booked',
    ])
  })

  test('is offered to the next family after a decline, and to no family twice', async () => {
    const centre = await openCentre()
    const first = await wait(centre, { priority: 5 })
    const second = await wait(centre)
    const { offer, slotId } = await offered(centre)
    expect(offer.entryId).toBe(first.id)
    expect((await decide(centre, offer, 'decline')).body.status).toBe('DECLINED')
    expect((await entryOf(centre, first)).status).toBe('WAITING')
    expect(await slotsOf(centre)).toHaveLength(1)
    await next(centre, slotId)
    const [, other] = await offersOf(centre)
    expect(other).toMatchObject({ status: 'OFFERED', entryId: second.id })
    await decide(centre, other!, 'decline')
    expect(await next(centre, slotId)).toMatchObject({ status: 'SKIPPED' })
    expect(await slotsOf(centre)).toMatchObject([{ status: 'CLOSED' }])
    expect(await next(centre, slotId)).toBeNull()
    expect(refusal(await decide(centre, offer, 'accept'))).toEqual([409, 'invalid_transition'])
  })

  test('is booked once by twenty simultaneous acceptances', async () => {
    const centre = await openCentre()
    await wait(centre)
    const { offer } = await offered(centre)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => decide(centre, offer, 'accept')),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ])
    expect(await eventsOf(centre)).toEqual([
      'booking.created',
      'waitlist.offered',
      'booking.created',
      'waitlist.booked',
    ])
  })

  test('that is freed together with another is offered to another family or not at all', async () => {
    const centre = await openCentre()
    const { client, booking, child } = centre
    const startsAt = '2026-12-02T10:00:00+01:00'
    const other = { ...booking, startsAt, childId: child.id }
    const { id } = await create(client, '/v1/appointments', other)
    const entry = await wait(centre)
    await Promise.all([cancel(centre), cancel(centre, id)])
    const slots = await slotsOf(centre)
    expect(slots).toHaveLength(2)
    await Promise.allSettled(slots.map((slot) => next(centre, slot.id)))
    expect(await offersOf(centre)).toMatchObject([{ status: 'OFFERED', entryId: entry.id }])
    // The loser of the race fails for now and is retried.
    for (const slot of slots) await next(centre, slot.id)
    expect((await slotsOf(centre)).map(({ status }) => status).toSorted()).toEqual([
      'CLOSED',
      'OPEN',
    ])
  })

  test('is either accepted or declined', async () => {
    const centre = await openCentre()
    await wait(centre)
    const { offer } = await offered(centre)
    const answers = await Promise.all([
      decide(centre, offer, 'accept'),
      decide(centre, offer, 'decline'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [decided] = await offersOf(centre)
    const { status } = (
      await centre.client.get<Appointment>(`/v1/appointments/${offer.appointmentId}`)
    ).body
    expect([decided!.status, status]).toEqual(
      answers[0].status === 200 ? ['BOOKED', 'CONFIRMED'] : ['DECLINED', 'EXPIRED'],
    )
  })

  test('goes to the next without an answer, and late answers fail', async () => {
    const centre = await openCentre()
    const [first, second] = [await wait(centre), await wait(centre)]
    const { offer, slotId } = await offered(centre)
    expect(await next(centre, slotId)).toBe('expiry-1')
    api.clock.advance(2 * HOUR_MS)
    // Tokens expire earlier.
    centre.client = await api.createClient(centre.client.tenantId)
    const late = await decide(centre, offer, 'accept')
    expect(refusal(late)).toEqual([409, 'hold_expired'])
    expect(late.body).toMatchObject({ alternatives: [{ startsAt: expect.any(String) }, {}, {}] })
    expect(await next(centre, slotId)).toMatchObject({ status: 'DONE' })
    expect((await entryOf(centre, first)).status).toBe('WAITING')
    await next(centre, slotId)
    expect(await offersOf(centre)).toMatchObject([
      { status: 'EXPIRED', entryId: first.id },
      { status: 'OFFERED', entryId: second.id },
    ])
    expect((await eventsOf(centre)).slice(1)).toEqual([
      'waitlist.offered',
      'waitlist.expired',
      'waitlist.offered',
    ])
  })

  test('is offered to the next if its hold is released by hand', async () => {
    const centre = await openCentre()
    const [first] = [await wait(centre), await wait(centre)]
    const { offer, slotId } = await offered(centre)
    await centre.client.post<Hold>(`/v1/holds/${offer.holdId}/release`)
    expect((await entryOf(centre, first)).status).toBe('WAITING')
    await next(centre, slotId)
    expect((await offersOf(centre)).map(({ status }) => status)).toEqual(['EXPIRED', 'OFFERED'])
    expect(await slotsOf(centre)).toHaveLength(1)
  })

  test('is withdrawn from a family that leaves the waitlist', async () => {
    const centre = await openCentre()
    const [first, second] = [await wait(centre), await wait(centre)]
    const { offer, slotId } = await offered(centre)
    const gone = await centre.client.post<WaitlistEntry>(`/v1/waitlist-entries/${first.id}/cancel`)
    expect(gone.body.status).toBe('CANCELLED')
    expect(await eventsOf(centre)).toContain('waitlist.withdrawn')
    expect(refusal(await decide(centre, offer, 'accept'))).toEqual([409, 'invalid_transition'])
    await next(centre, slotId)
    expect(await offersOf(centre)).toMatchObject([
      { status: 'WITHDRAWN' },
      { status: 'OFFERED', entryId: second.id },
    ])
  })
})

describe('a slot is freed', () => {
  test.each<[string, (centre: Centre) => Promise<unknown>]>([
    ['by a cancellation', (centre) => cancel(centre)],
    [
      'by a move to another time',
      ({ client, booked }) =>
        client.post(`/v1/appointments/${booked.id}/reschedule`, {
          startsAt: '2026-12-03T10:00:00+01:00',
        }),
    ],
    [
      'by a booking that was an error',
      ({ client, booked }) =>
        client.post(`/v1/appointments/${booked.id}/mark-in-error`, { reason: 'Wrong child' }),
    ],
  ])('%s', async (_, free) => {
    const centre = await openCentre()
    const entry = await wait(centre)
    await free(centre)
    const slots = await slotsOf(centre)
    expect(slots).toHaveLength(1)
    await next(centre, slots[0]!.id)
    expect(await offersOf(centre)).toMatchObject([{ entryId: entry.id, startsAt: AT }])
  })

  test('by a provider who declines, and by a released hold', async () => {
    const centre = await openCentre()
    const { client, booking, child } = centre
    await wait(centre)
    const service = await newService(client, { code: 'ASKED', requiresConfirmation: true })
    const pending = await create(client, '/v1/appointments', {
      ...booking,
      startsAt: '2026-12-01T14:00:00+01:00',
      serviceId: service.id,
      childId: child.id,
    })
    await client.post(`/v1/appointments/${pending.id}/decline`, { reason: 'Training' })
    expect(await slotsOf(centre)).toHaveLength(1)
    const startsAt = '2026-12-01T16:00:00+01:00'
    const hold = await create(client, '/v1/holds', { ...booking, startsAt, childId: child.id })
    await client.post(`/v1/holds/${hold.id}/release`)
    expect(await slotsOf(centre)).toHaveLength(2)
  })

  test('by a cancelled group, but not by a place in it', async () => {
    const centre = await openCentre()
    const { client, booking, child } = centre
    const entry = await wait(centre)
    const { id: serviceId } = await newService(client, { code: 'GROUP', capacity: 3 })
    const startsAt = '2026-12-04T10:00:00+01:00'
    const group = await create(client, '/v1/group-appointments', {
      ...booking,
      startsAt,
      serviceId,
      type: 'GROUP_SESSION',
    })
    const path = `/v1/group-appointments/${group.id}`
    const place = await create(client, `${path}/attendees`, { childId: child.id })
    expect((await cancel(centre, place.id)).body).toMatchObject({
      status: 'CANCELLED',
      waitlist: [],
    })
    expect(await slotsOf(centre)).toEqual([])
    const gone = { initiator: 'PROVIDER', reason: 'Ill' }
    expect((await client.post(`${path}/cancel`, gone)).status).toBe(200)
    const [slot] = await slotsOf(centre)
    await next(centre, slot!.id)
    expect(await offersOf(centre)).toMatchObject([{ entryId: entry.id, startsAt }])
  })

  test('without a workflow if nobody waits or it is too late', async () => {
    const centre = await openCentre()
    await cancel(centre)
    await wait(centre, { providerIds: [(await newProvider(centre.client)).id] })
    const again = { ...centre.booking, childId: centre.child.id }
    await cancel(centre, (await create(centre.client, '/v1/appointments', again)).id)
    expect(await slotsOf(centre)).toEqual([])
  })
})

describe('families are not offered slots they cannot attend', () => {
  test.each<[string, (centre: Centre) => Promise<unknown>]>([
    [
      'with an appointment at that time',
      async (centre) => {
        const entry = await wait(centre)
        const { id: providerId } = await newProvider(centre.client, {
          locationIds: [centre.location.id],
        })
        await create(centre.client, '/v1/appointments', {
          ...centre.booking,
          providerId,
          childId: entry['childId'],
        })
      },
    ],
    [
      'without a consent that the service needs',
      async (centre) => {
        const needs = { code: 'NEEDS', requiredConsents: ['TREATMENT'] }
        await wait(centre, { serviceIds: [(await newService(centre.client, needs)).id] })
      },
    ],
    [
      'for a service that is longer than the time that is free',
      async (centre) => {
        const long = await newService(centre.client, { code: 'LONG', durationMinutes: 90 })
        await wait(centre, { serviceIds: [long.id] })
        await create(centre.client, '/v1/appointments', {
          ...centre.booking,
          startsAt: '2026-12-01T11:00:00+01:00',
          childId: centre.child.id,
        })
      },
    ],
    [
      'for a service that the provider does not perform',
      async (centre) => {
        const providerIds = [(await newProvider(centre.client)).id]
        const other = await newService(centre.client, { code: 'OTHER', providerIds })
        await wait(centre, { serviceIds: [other.id] })
      },
    ],
    [
      // By a release that archived children who wait.
      'who was archived',
      async (centre) => {
        const { childId } = await wait(centre)
        await api.query('UPDATE children SET archived_at = now() WHERE id = $1', [childId])
      },
    ],
    ['on another weekday', (centre) => wait(centre, { weekdays: ['FRIDAY'] })],
  ])('%s', async (_, unable) => {
    const centre = await openCentre()
    await unable(centre)
    expect((await cancel(centre, undefined, '?dryRun=true')).body.waitlist).toEqual([])
    const able = await wait(centre)
    const preview = await cancel(centre, undefined, '?dryRun=true')
    expect(preview.body.waitlist).toEqual([
      { entryId: able.id, childId: able['childId'], serviceId: centre.service.id },
    ])
    const { offer } = await offered(centre)
    expect(offer.entryId).toBe(able.id)
  })

  test('not to the child who had the slot', async () => {
    const centre = await openCentre()
    await wait(centre, { childId: centre.child.id })
    expect((await cancel(centre)).body.waitlist).toEqual([])
    expect(await slotsOf(centre)).toEqual([])
  })
})

test('a dry run of a cancellation lists the candidates in order and asks nobody', async () => {
  const centre = await openCentre()
  const late = await wait(centre)
  const first = await wait(centre, { priority: 9 })
  const { body } = await cancel(centre, undefined, '?dryRun=true')
  expect(body.waitlist.map(({ entryId }) => entryId)).toEqual([first.id, late.id])
  expect(await slotsOf(centre)).toEqual([])
  expect((await cancel(centre)).body.waitlist).toEqual(body.waitlist)
})

describe('the link in the e-mail', () => {
  const withGuardian = async () => {
    const centre = await openCentre()
    const entry = await wait(centre)
    const { id: clientId } = await newClient(centre.client, { email: 'mara@example.com' })
    await create(centre.client, '/v1/guardianships', {
      childId: entry['childId'],
      clientId,
      relationship: 'mother',
      legal: true,
      billing: true,
    })
    return { centre, entry, clientId }
  }
  /** Real tokens are only in sealed messages, so an equivalent link is created. */
  const linkFor = async (centre: Centre, offer: WaitlistOffer) => {
    const { tenantId } = centre.client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'createLink' })
    const { path } = await transact(ctx, 'messages:write', (tx) =>
      createLink(tx, {
        purpose: 'waitlist-offer',
        subject: { type: 'waitlistOffer', id: offer.id },
        language: 'de',
        expiresAt: new Date(offer.expiresAt),
      }),
    )
    return path
  }

  test('is sent once to each legal guardian', async () => {
    const { centre, clientId } = await withGuardian()
    const { offer } = await offered(centre)
    const { body } = await centre.client.get<{ data: object[] }>(
      `/v1/messages?subjectId=${offer.id}`,
    )
    expect(body.data).toMatchObject([
      { template: 'waitlist.offer', status: 'QUEUED', recipientId: clientId },
    ])
    const links = await api.query<{ recipient_id: string }>(
      'SELECT recipient_id FROM one_time_links WHERE tenant_id = $1 AND subject_id = $2',
      [centre.client.tenantId, offer.id],
    )
    expect(links).toEqual([{ recipient_id: clientId }])
  })

  test.each([
    ['accept', 'BOOKED', 'gebucht'],
    ['decline', 'DECLINED', 'Warteliste'],
  ])('answers: %s', async (answer, status, words) => {
    const { centre } = await withGuardian()
    const { offer } = await offered(centre)
    const [path, other] = [await linkFor(centre, offer), await linkFor(centre, offer)]
    const person = api.anonymous()
    const page = await person.get<{ fields: object[] }>(path)
    expect(page.body.fields).toMatchObject([{ name: 'answer', type: 'CHOICE' }])
    expect(page.text).toContain('1. Dezember 2026')
    const done = await person.post<{ paragraphs: string[] }>(path, { answer })
    expect(done.status, done.text).toBe(200)
    expect(done.body.paragraphs[0]).toContain(words)
    expect(await offersOf(centre)).toMatchObject([{ status }])
    for (const late of [await person.get(other), await person.post(other, { answer: 'accept' })])
      expect([late.status, late.body]).toMatchObject([410, { code: 'link_used' }])
  })

  test('is invalid after the offer ends', async () => {
    const { centre } = await withGuardian()
    const { offer } = await offered(centre)
    const path = await linkFor(centre, offer)
    api.clock.advance(2 * HOUR_MS)
    const late = await api.anonymous().post(path, { answer: 'accept' })
    expect([late.status, late.body]).toMatchObject([410, { code: 'link_expired' }])
  })
})

describe('an entry', () => {
  test('is listed, changed and removed', async () => {
    const centre = await openCentre()
    const entry = await wait(centre)
    await wait(centre, { priority: 3 })
    const { body } = await centre.client.get<{ data: WaitlistEntry[] }>(
      `/v1/waitlist-entries?sort=-priority&serviceId=${centre.service.id}&status=WAITING`,
    )
    expect(body.data.map(({ priority }) => priority)).toEqual([3, 0])
    const path = `/v1/waitlist-entries/${entry.id}`
    const patched = await centre.client.patch<WaitlistEntry>(path, { endsOn: '2026-12-24' })
    expect(patched.body).toMatchObject({ endsOn: '2026-12-24', version: 2 })
    expect(refusal(await centre.client.patch(path, { startsOn: '2026-12-25' }))).toEqual([
      400,
      'validation_failed',
      'endsOn: inverted_range',
    ])
    expect((await centre.client.post<WaitlistEntry>(`${path}/cancel`)).body.status).toBe(
      'CANCELLED',
    )
    expect(refusal(await centre.client.patch(path, { priority: 1 }))).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test.each([
    [{ times: [{ startTime: '18:00', endTime: '14:00' }] }, 'times.0.endTime: inverted_range'],
    [{ serviceIds: [] }, 'serviceIds: too_few'],
    [{ weekdays: ['MONDAY', 'MONDAY'] }, 'weekdays: duplicate'],
    [{ startsOn: '2026-12-02', endsOn: '2026-12-01' }, 'endsOn: inverted_range'],
  ])('with %j is refused', async (wrong, issue) => {
    const centre = await openCentre()
    const entry = {
      childId: centre.child.id,
      serviceIds: [centre.service.id],
    }
    const answer = await centre.client.post('/v1/waitlist-entries', { ...entry, ...wrong })
    expect(refusal(answer)).toEqual([400, 'validation_failed', issue])
  })
})

describe('a waiting family', () => {
  test.each([
    ['CLIENT', 'BOOKED'],
    ['PROVIDER', 'WAITING'],
    ['ORGANIZATION', 'WAITING'],
  ])(
    'that was booked has, after a cancellation by the %s, the status %s',
    async (initiator, status) => {
      const centre = await openCentre()
      const entry = await wait(centre)
      const { offer } = await offered(centre)
      await decide(centre, offer, 'accept')
      const path = `/v1/appointments/${offer.appointmentId}/cancel`
      expect((await centre.client.post(path, { initiator, reason: 'Ill' })).status).toBe(200)
      expect((await entryOf(centre, entry)).status).toBe(status)
      expect((await eventsOf(centre)).includes('waitlist.reopened')).toBe(status === 'WAITING')
    },
  )

  test('is released automatically even if the expiry of its offer was skipped', async () => {
    const centre = await openCentre()
    const entry = await wait(centre)
    const { slotId, offer } = await offered(centre)
    const wakes = `SELECT 1 FROM outbox WHERE tenant_id = $1 AND type = 'holdExpiry'`
    expect(await api.query(wakes, [centre.client.tenantId])).toHaveLength(1)
    const { body } = await centre.client.get<{ data: { id: string }[] }>(
      `/v1/follow-ups?subjectId=${slotId}`,
    )
    await next(centre, slotId)
    const skip = `/v1/follow-ups/${body.data[0]!.id}/steps/expiry-1/skip`
    expect((await centre.client.post(skip, { reason: 'They called' })).status).toBe(200)
    api.clock.advance(Date.parse(offer.expiresAt) - api.clock.now().getTime() + 1_000)
    const { platform } = api.services
    const { tenantId } = centre.client
    await releaseExpiredHolds(systemContext(platform, { tenantId, action: 'releaseHolds' }))
    const ended = `SELECT e.status AS entry, o.status AS offer FROM waitlist_offers o
      JOIN waitlist_entries e ON e.id = o.entry_id WHERE e.id = $1`
    expect(await api.query(ended, [entry.id])).toEqual([{ entry: 'WAITING', offer: 'EXPIRED' }])
    // If the step ran anyway, it would find nothing to do; the slot goes to the next.
    expect(await next(centre, slotId)).toMatchObject({ status: 'SKIPPED' })
  })

  test('is told which slots are already free, and offered one on request', async () => {
    const centre = await openCentre()
    const { client, provider, location, service } = centre
    await create(client, '/v1/schedules', {
      providerId: provider.id,
      locationId: location.id,
      windows: [{ weekday: 'TUESDAY', startTime: '10:00', endTime: '11:30' }],
    })
    const wishes = { times: [{ startTime: '10:00', endTime: '12:00' }], endsOn: '2026-12-08' }
    const told = (await wait(centre, wishes)) as unknown as CreatedWaitlistEntry
    // On the first Tuesday only the end is free; on the second everything.
    const at = (startsAt: string) => ({
      serviceId: service.id,
      providerId: provider.id,
      locationId: location.id,
      startsAt,
    })
    expect(told.availableNow).toEqual([
      at('2026-12-01T10:45:00+01:00'),
      at('2026-12-08T10:00:00+01:00'),
      at('2026-12-08T10:15:00+01:00'),
      at('2026-12-08T10:30:00+01:00'),
      at('2026-12-08T10:45:00+01:00'),
    ])
    expect(await slotsOf(centre)).toEqual([])
    const urgent = await wait(centre, { ...wishes, priority: 9, offerImmediately: true })
    const [slot] = await slotsOf(centre)
    await next(centre, slot!.id)
    expect(await offersOf(centre)).toMatchObject([
      { entryId: urgent.id, startsAt: '2026-12-01T10:45:00+01:00', status: 'OFFERED' },
    ])
    // After the decline it goes to the earlier entry.
    await decide(centre, (await offersOf(centre))[0]!, 'decline')
    await next(centre, slot!.id)
    expect((await offersOf(centre))[1]).toMatchObject({ entryId: told.id })
  })
})
