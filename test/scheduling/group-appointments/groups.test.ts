import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import type { GroupAppointment, RescheduledGroup } from '#scheduling/group-appointments/schemas.ts'
import type { Message } from '#messaging/messages/schemas.ts'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  newRoom,
  newService,
  refusal,
  type Page,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** Group appointments: capacity, places, and no child in two places at the same time. */

let api: TestApi
let client: ApiClient
let location: { id: string }
let service: { id: string }

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  location = await newLocation(client)
  service = await newService(client, { code: 'GROUP_SESSION', capacity: 3, amount: 4500 })
})
afterAll(() => api[Symbol.asyncDispose]())

const AT = '2026-12-01T10:00:00+01:00'

const newGroup = async (more = {}): Promise<GroupAppointment> => {
  const provider = await newProvider(client, { locationIds: [location.id] })
  const json = { providerId: provider.id, serviceId: service.id, startsAt: AT, ...more }
  const made = await create(client, '/v1/group-appointments', json)
  return made as unknown as GroupAppointment
}

const join = (groupId: string, childId: string) =>
  client.post<Appointment>(`/v1/group-appointments/${groupId}/attendees`, { childId })

const joined = async (groupId: string): Promise<Appointment> => {
  const { status, body } = await join(groupId, (await newChild(client)).id)
  expect(body).toMatchObject({ groupId })
  expect(status).toBe(201)
  return body
}

const verb = (id: string, name: string, json?: object) =>
  client.post<Appointment>(`/v1/appointments/${id}/${name}`, json)

const group = async (id: string) =>
  (await client.get<GroupAppointment>(`/v1/group-appointments/${id}`)).body

const placesOf = async (id: string) => {
  const { body } = await client.get<Page>(`/v1/appointments?groupId=${id}&sort=createdAt`)
  return body.data.map(({ status }) => status)
}

const attendeesOf = async (id: string, query = '', by: ApiClient = client) => {
  const answer = await by.get<Page>(`/v1/group-appointments/${id}/attendees${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.map(({ childId, status, seat }) => [childId, status, seat])
}

const queueOf = async (id: string, by: ApiClient = client) => {
  const { body } = await by.get<Page>(`/v1/group-appointments/${id}/waitlist-entries`)
  return body.data.map(({ childId, status, position }) => [childId, status, position])
}

const GIVEN_UP = { initiator: 'CLIENT', reason: 'Ill' }
const CALLED_OFF = { initiator: 'PROVIDER', reason: 'On training' }

describe('a group', () => {
  test('reserves provider and room, has no child, and is not an appointment of a child', async () => {
    const made = await newGroup()
    expect(made).toMatchObject({
      id: expect.stringMatching(/^grp_/),
      status: 'CONFIRMED',
      type: 'GROUP_SESSION',
      capacity: 3,
      placesTaken: 0,
      amount: 4500,
      endsAt: '2026-12-01T10:45:00+01:00',
    })
    const other = await client.post('/v1/appointments', {
      childId: (await newChild(client)).id,
      providerId: made.provider.id,
      type: 'THERAPY_SESSION',
      startsAt: AT,
    })
    expect(refusal(other)).toEqual([409, 'slot_taken'])
    const { body } = await client.get<Page>(`/v1/appointments?providerId=${made.provider.id}`)
    expect(body.data).toEqual([])
  })

  test('occupies its room, even without children', async () => {
    const { id: roomId } = await newRoom(client, location.id, { capacity: 4 })
    const made = await newGroup({ roomId })
    await joined(made.id)
    expect(await joined(made.id)).toMatchObject({ roomId, provider: made.provider })
    const other = await client.post('/v1/group-appointments', {
      providerId: (await newProvider(client, { locationIds: [location.id] })).id,
      serviceId: service.id,
      startsAt: AT,
      roomId,
    })
    expect(refusal(other)).toEqual([409, 'slot_taken'])
  })

  test('is listed once for time off of its provider, with or without places', async () => {
    const made = await newGroup()
    await joined(made.id)
    const absence = await create(client, '/v1/time-off', {
      providerId: made.provider.id,
      startsAt: '2026-12-01T08:00:00+01:00',
      endsAt: '2026-12-01T18:00:00+01:00',
    })
    expect(absence).toMatchObject({
      affectedCount: 1,
      affected: [{ appointmentId: made.id, options: [] }],
    })
  })

  test('requires a service for more than one child', async () => {
    const { id: serviceId } = await newService(client, { code: 'ALONE' })
    const { id: providerId } = await newProvider(client, { locationIds: [location.id] })
    const answer = await client.post('/v1/group-appointments', {
      providerId,
      serviceId,
      startsAt: AT,
    })
    expect(refusal(answer)).toEqual([400, 'validation_failed', 'serviceId: no_group'])
  })

  test('appears once in the calendar, with or without places', async () => {
    const made = await newGroup()
    await joined(made.id)
    const { body } = await client.get<{ appointments: object[] }>(
      `/v1/calendar?providerIds=${made.provider.id}&startsAt[gte]=2026-12-01T00:00:00Z&startsAt[lt]=2026-12-02T00:00:00Z`,
    )
    expect(body.appointments).toMatchObject([{ id: made.id, childId: null }])
  })

  test('keeps its capacity when that of the service is reduced', async () => {
    const { id: serviceId } = await newService(client, { code: 'SHRINKING', capacity: 2 })
    const before = await newGroup({ serviceId })
    await joined(before.id)
    await client.patch(`/v1/services/${serviceId}`, { capacity: 1 })
    await joined(before.id)
    expect(await group(before.id)).toMatchObject({ capacity: 2, placesTaken: 2 })
  })
})

const countsOf = (codes: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]),
  )

describe('places', () => {
  test('are refused when all are taken, and available again when one is cancelled', async () => {
    const { id } = await newGroup()
    const first = await joined(id)
    await joined(id)
    await joined(id)
    const late = await newChild(client)
    expect(refusal(await join(id, late.id))).toEqual([409, 'group_full'])
    expect((await verb(first.id, 'cancel', GIVEN_UP)).status).toBe(200)
    expect(await group(id)).toMatchObject({ status: 'CONFIRMED', placesTaken: 2 })
    expect((await join(id, late.id)).status).toBe(201)
    expect(await placesOf(id)).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
  })

  test('are listed with child, state and seat, and the waitlist separately with positions', async () => {
    const { id } = await newGroup()
    const [one, two, three] = [await joined(id), await joined(id), await joined(id)]
    const waiting: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const child = await newChild(client)
      await create(client, `/v1/group-appointments/${id}/waitlist-entries`, { childId: child.id })
      waiting.push(child.id)
    }
    await verb(one.id, 'check-in')
    expect(await attendeesOf(id)).toEqual([
      [one.childId, 'CHECKED_IN', 1],
      [two.childId, 'CONFIRMED', 2],
      [three.childId, 'CONFIRMED', 3],
    ])
    expect(await attendeesOf(id, '?status=CHECKED_IN')).toEqual([[one.childId, 'CHECKED_IN', 1]])
    expect(await queueOf(id)).toEqual(waiting.map((childId, at) => [childId, 'WAITING', at + 1]))
    await verb(three.id, 'cancel', GIVEN_UP)
    expect(await attendeesOf(id)).toEqual([
      [one.childId, 'CHECKED_IN', 1],
      [two.childId, 'CONFIRMED', 2],
      [three.childId, 'CANCELLED', 3],
      [waiting[0], 'CONFIRMED', 3],
    ])
    expect(await queueOf(id)).toEqual([
      [waiting[0], 'MOVED_UP', null],
      [waiting[1], 'WAITING', 1],
      [waiting[2], 'WAITING', 2],
    ])
    // Limited to the caseload; the position counts everybody who waits.
    const { id: providerId } = await newProvider(client)
    await create(client, '/v1/care-team-members', {
      childId: waiting[2],
      providerId,
      role: 'THERAPIST',
    })
    const therapist = await api.createClient(client.tenantId, { providerId })
    expect(await attendeesOf(id, '', therapist)).toEqual([])
    expect(await queueOf(id, therapist)).toEqual([[waiting[2], 'WAITING', 2]])
  })

  test('have their own states: checked in, attended, absent, and undone', async () => {
    const { id } = await newGroup()
    const [one, two, three] = [await joined(id), await joined(id), await joined(id)]
    await verb(one.id, 'check-in')
    await verb(one.id, 'complete')
    await verb(two.id, 'no-show', { absentParty: 'CLIENT' })
    expect(await placesOf(id)).toEqual(['COMPLETED', 'NO_SHOW', 'CONFIRMED'])
    const undone = await verb(two.id, 'undo')
    expect(undone.body.status).toBe('CONFIRMED')
    expect((await verb(three.id, 'check-in')).body.status).toBe('CHECKED_IN')
  })

  test('that were absent cannot be restored to a seat taken by another child', async () => {
    const { id } = await newGroup()
    const absent = await joined(id)
    await joined(id)
    await joined(id)
    await verb(absent.id, 'no-show', { absentParty: 'CLIENT' })
    await joined(id)
    expect(refusal(await verb(absent.id, 'undo'))).toEqual([409, 'group_full'])
  })

  test('move with the group only', async () => {
    const place = await joined((await newGroup()).id)
    const answer = await verb(place.id, 'reschedule', { startsAt: '2026-12-02T10:00:00+01:00' })
    expect(refusal(answer)).toEqual([409, 'invalid_transition'])
  })

  test('the last one goes to one of 100 simultaneous requests, and the others get group_full', async () => {
    const { id } = await newGroup()
    await joined(id)
    await joined(id)
    const children = []
    for (let each = 0; each < 100; each += 1) children.push(await newChild(client))
    const answers = await Promise.all(children.map((child) => join(id, child.id)))
    const codes = answers.map(({ status, body }) =>
      status === 201 ? 'joined' : (body as unknown as { code: string }).code,
    )
    expect(countsOf(codes)).toEqual({ joined: 1, group_full: 99 })
    expect(await group(id)).toMatchObject({ placesTaken: 3 })
  })
})

describe('a child', () => {
  test('cannot be in a group and elsewhere, in either order', async () => {
    const { id: providerId } = await newProvider(client, { locationIds: [location.id] })
    const booking = { providerId, type: 'THERAPY_SESSION', startsAt: AT }
    const one = await newGroup()
    const place = await joined(one.id)
    const elsewhere = await client.post('/v1/appointments', { ...booking, childId: place.childId })
    expect(refusal(elsewhere)).toEqual([409, 'slot_taken'])
    expect(refusal(await join(one.id, place.childId))).toEqual([409, 'slot_taken'])
    expect(refusal(await join((await newGroup()).id, place.childId))).toEqual([409, 'slot_taken'])

    const child = await newChild(client)
    await create(client, '/v1/appointments', { ...booking, childId: child.id })
    expect(refusal(await join(one.id, child.id))).toEqual([409, 'slot_taken'])
    expect(await group(one.id)).toMatchObject({ placesTaken: 1 })
  })

  test('needs the consents required by the service', async () => {
    const { id: serviceId } = await newService(client, {
      code: 'FILMED',
      capacity: 4,
      requiredConsents: ['PHOTO_VIDEO'],
    })
    const { id } = await newGroup({ serviceId })
    const answer = await join(id, (await newChild(client)).id)
    expect(refusal(answer)).toEqual([409, 'consent_missing'])
  })

  test('has only its own guardians reminded', async () => {
    const { id } = await newGroup()
    const place = await joined(id)
    await joined(id)
    const guardian = await newClient(client, { name: 'Mara Weiss', email: 'mara@example.com' })
    await create(client, '/v1/guardianships', {
      childId: place.childId,
      clientId: guardian.id,
      relationship: 'mother',
      legal: true,
    })
    const kind = 'appointmentLifecycle' as const
    const system = systemContext(api.services.platform, {
      tenantId: client.tenantId,
      action: 'runStep',
    })
    const subject = { kind, subjectId: place.id }
    const { next } = await planSteps(system, subject)
    expect(next?.step).toBe('reminder-48h')
    await runStep(system, { ...subject, step: next!.step, dueAt: new Date(next!.dueAt) })
    const { body } = await client.get<{ data: Message[] }>(`/v1/messages?subjectId=${place.id}`)
    expect(body.data).toMatchObject([{ recipientId: guardian.id }])
  })
})

describe('the waitlist', () => {
  const wait = (groupId: string, childId: string) =>
    client.post<{ id: string }>(`/v1/group-appointments/${groupId}/waitlist-entries`, { childId })

  const waits = async (groupId: string) => {
    const { body } = await client.get<Page>(`/v1/group-appointments/${groupId}/waitlist-entries`)
    return body.data.map(({ childId, status }) => [childId, status])
  }

  test('never leaves a free place unused when children join it simultaneously', async () => {
    const { id } = await newGroup()
    const [place] = [await joined(id), await joined(id), await joined(id)]
    const children = []
    for (let each = 0; each < 20; each += 1) children.push(await newChild(client))
    const [, ...answers] = await Promise.all([
      verb(place.id, 'cancel', GIVEN_UP),
      ...children.map((child) => wait(id, child.id)),
    ])
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    const { placesTaken } = await group(id)
    const [waiting] = await api.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM group_waitlist_entries WHERE group_id = $1 AND status = 'WAITING'`,
      [id],
    )
    const joinedUp = answers.filter(({ status }) => status === 201).length
    expect([placesTaken, waiting!.n]).toEqual(joinedUp > 0 ? [3, joinedUp - 1] : [2, 0])
  })

  test('gives a free place to the child that waited longest and can attend', async () => {
    const { id } = await newGroup()
    const [first, second] = [await joined(id), await joined(id)]
    const [busy, one, two] = [
      await newChild(client),
      await newChild(client),
      await newChild(client),
    ]
    expect(refusal(await wait(id, busy.id))).toEqual([409, 'place_free'])
    await joined(id)
    for (const child of [busy, one, two]) expect((await wait(id, child.id)).status).toBe(201)
    expect(refusal(await wait(id, two.id))).toEqual([409, 'already_waiting'])
    await create(client, '/v1/appointments', {
      childId: busy.id,
      providerId: (await newProvider(client, { locationIds: [location.id] })).id,
      type: 'THERAPY_SESSION',
      startsAt: AT,
    })
    const guardian = await newClient(client, { name: 'Mara Weiss', email: 'mara@example.com' })
    await create(client, '/v1/guardianships', {
      childId: one.id,
      clientId: guardian.id,
      relationship: 'mother',
      legal: true,
    })

    expect((await verb(first.id, 'cancel', GIVEN_UP)).status).toBe(200)
    expect(await waits(id)).toEqual([
      [busy.id, 'WAITING'],
      [one.id, 'MOVED_UP'],
      [two.id, 'WAITING'],
    ])
    const { body } = await client.get<Page>(`/v1/appointments?groupId=${id}&childId=${one.id}`)
    expect(body.data).toMatchObject([{ status: 'CONFIRMED', groupId: id }])
    const place = body.data[0]!.id
    const messages = await client.get<{ data: Message[] }>(`/v1/messages?subjectId=${place}`)
    expect(messages.body.data).toMatchObject([
      { template: 'place.freed', recipientId: guardian.id },
    ])
    const events = await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE payload->>'groupId' = $1 AND kind = 'event' ORDER BY seq`,
      [id],
    )
    expect(events.map(({ type }) => type)).toEqual([
      'group_appointment.created',
      'group_waitlist_entry.moved_up',
    ])
    await verb(second.id, 'cancel', GIVEN_UP)
    expect(await group(id)).toMatchObject({ placesTaken: 3 })
    expect((await waits(id)).map(([, status]) => status)).toEqual([
      'WAITING',
      'MOVED_UP',
      'MOVED_UP',
    ])
  })

  test('fills several places freed at the same time', async () => {
    const { id } = await newGroup()
    const places = [await joined(id), await joined(id), await joined(id)]
    for (let each = 0; each < 3; each += 1) await wait(id, (await newChild(client)).id)
    const answers = await Promise.all(places.map((place) => verb(place.id, 'cancel', GIVEN_UP)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await group(id)).toMatchObject({ placesTaken: 3 })
    expect((await waits(id)).map(([, status]) => status)).toEqual(Array(3).fill('MOVED_UP'))
  })

  test('cancels both when a group and a place in it are cancelled together', async () => {
    const { id } = await newGroup()
    const places = [await joined(id), await joined(id), await joined(id)]
    await wait(id, (await newChild(client)).id)
    const answers = await Promise.all([
      client.post(`/v1/group-appointments/${id}/cancel`, CALLED_OFF),
      ...places.map((place) => verb(place.id, 'cancel', GIVEN_UP)),
    ])
    expect(answers[0].status).toBe(200)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await group(id)).toMatchObject({ status: 'CANCELLED', placesTaken: 0 })
  })

  test('can be left, and a cancelled group moves nobody up', async () => {
    const { id } = await newGroup()
    for (let each = 0; each < 3; each += 1) await joined(id)
    const left = await wait(id, (await newChild(client)).id)
    await wait(id, (await newChild(client)).id)
    const path = `/v1/group-waitlist-entries/${left.body.id}/cancel`
    expect((await client.post(path)).body).toMatchObject({ status: 'CANCELLED' })
    expect(refusal(await client.post(path))).toEqual([409, 'invalid_transition'])
    await client.post(`/v1/group-appointments/${id}/cancel`, CALLED_OFF)
    expect(await group(id)).toMatchObject({ status: 'CANCELLED', placesTaken: 0 })
    expect((await waits(id)).map(([, status]) => status)).toEqual(['CANCELLED', 'WAITING'])
  })
})

describe('cancelling a group', () => {
  test('cancels each taken place with its own event and frees everybody', async () => {
    const made = await newGroup()
    const [one, two] = [await joined(made.id), await joined(made.id)]
    await verb(two.id, 'no-show', { absentParty: 'CLIENT' })
    const three = await joined(made.id)
    const path = `/v1/group-appointments/${made.id}/cancel`
    const { status, body } = await client.post<GroupAppointment>(path, CALLED_OFF)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'CANCELLED',
      placesTaken: 0,
      cancellation: CALLED_OFF,
    })
    expect(await placesOf(made.id)).toEqual(['CANCELLED', 'NO_SHOW', 'CANCELLED'])
    const events = await api.query<{ subject_id: string }>(
      `SELECT subject_id FROM outbox WHERE type = 'booking.cancelled' AND subject_id = ANY ($1)`,
      [[one.id, two.id, three.id]],
    )
    expect(events.map(({ subject_id }) => subject_id).toSorted()).toEqual(
      [one.id, three.id].toSorted(),
    )
    expect(refusal(await client.post(path, CALLED_OFF))).toEqual([409, 'invalid_transition'])
    expect(refusal(await join(made.id, one.childId))).toEqual([409, 'group_closed'])
    expect(refusal(await verb(two.id, 'undo'))).toEqual([409, 'group_full'])
    await newGroup({ providerId: made.provider.id })
  })

  test('is refused after children attended', async () => {
    const { id } = await newGroup()
    const place = await joined(id)
    await verb(place.id, 'complete')
    const answer = await client.post(`/v1/group-appointments/${id}/cancel`, CALLED_OFF)
    expect(refusal(answer)).toEqual([409, 'group_under_way'])
  })
})

test('the database itself refuses a seat above the capacity or a duplicate one', async () => {
  const { id } = await newGroup()
  const place = await joined(id)
  const seat = (number: number, child: string) =>
    api.query(
      `INSERT INTO appointments (tenant_id, id, child_id, provider_id, location_id, type, status, starts_at, ends_at,
         busy_from, busy_until, time_zone, status_changed_at, created_at, updated_at, group_id, seat)
       SELECT tenant_id, 'apt_' || gen_random_uuid(), $3, provider_id, location_id, type, 'CONFIRMED', starts_at, ends_at,
         busy_from, busy_until, time_zone, created_at, created_at, created_at, group_id, $2
       FROM appointments WHERE id = $1`,
      [place.id, number, child],
    )
  const child = await newChild(client)
  await expect(seat(4, child.id)).rejects.toThrow(/seat 4 of group/)
  await expect(seat(1, child.id)).rejects.toThrow(/appointments_seat/)
  await seat(3, child.id)
})

describe('moving a group', () => {
  const LATER = '2026-12-02T15:00:00+01:00'
  const move = (id: string, json: object = {}, query = '') =>
    client.post<RescheduledGroup>(`/v1/group-appointments/${id}/reschedule${query}`, {
      startsAt: LATER,
      ...json,
    })

  test('moves every place with its own event and frees the old time', async () => {
    const made = await newGroup()
    const places = [await joined(made.id), await joined(made.id)]
    const preview = await move(made.id, {}, '?dryRun=true')
    expect(preview.body).toMatchObject({
      dryRun: true,
      startsAt: LATER,
      attendees: places.map(({ id, childId }) => ({
        appointmentId: id,
        childId,
        canCome: true,
        conflictsWith: null,
        missingConsents: [],
      })),
    })
    expect(await group(made.id)).toMatchObject({ startsAt: AT, version: 1 })

    const { status, body } = await move(made.id)
    expect([status, body]).toMatchObject([200, { startsAt: LATER, dryRun: false, placesTaken: 2 }])
    for (const { id, childId } of places) {
      const { body: place } = await client.get<Appointment>(`/v1/appointments/${id}`)
      expect(place).toMatchObject({ startsAt: LATER, status: 'CONFIRMED', version: 2 })
      const meanwhile = { childId, providerId: made.provider.id, type: 'THERAPY_SESSION' }
      expect(
        refusal(await client.post('/v1/appointments', { ...meanwhile, startsAt: LATER })),
      ).toEqual([409, 'slot_taken'])
    }
    const told = await api.query<{ type: string; n: number }>(
      `SELECT type, count(*)::int AS n FROM outbox WHERE tenant_id = $1 AND kind = 'event'
         AND (subject_id = $2 OR subject_id = ANY ($3)) AND type LIKE '%rescheduled' GROUP BY 1 ORDER BY 1`,
      [client.tenantId, made.id, places.map(({ id }) => id)],
    )
    expect(told).toEqual([
      { type: 'appointment.rescheduled', n: 2 },
      { type: 'group_appointment.rescheduled', n: 1 },
    ])
    const { id: other } = await newChild(client)
    await create(client, '/v1/appointments', {
      childId: other,
      providerId: made.provider.id,
      type: 'THERAPY_SESSION',
      startsAt: AT,
    })
  })

  test('names each child with a conflict and moves nobody', async () => {
    const made = await newGroup()
    const [first, second] = [await joined(made.id), await joined(made.id)]
    const busy = await create(client, '/v1/appointments', {
      childId: second.childId,
      providerId: (await newProvider(client, { locationIds: [location.id] })).id,
      type: 'THERAPY_SESSION',
      startsAt: LATER,
    })
    const answer = await move(made.id)
    expect(refusal(answer)).toEqual([409, 'slot_taken'])
    expect(answer.body).toMatchObject({
      attendees: [
        { appointmentId: first.id, canCome: true },
        { appointmentId: second.id, canCome: false, conflictsWith: busy.id },
      ],
    })
    expect((await move(made.id, {}, '?dryRun=true')).body.attendees[1]).toMatchObject({
      canCome: false,
    })
    expect(await group(made.id)).toMatchObject({ startsAt: AT, version: 1 })
    await verb(second.id, 'cancel', GIVEN_UP)
    expect((await move(made.id)).status).toBe(200)
  })

  test('is refused if the provider is taken, it has started, or the version is stale', async () => {
    const made = await newGroup()
    const place = await joined(made.id)
    await newGroup({ providerId: made.provider.id, startsAt: LATER })
    expect(refusal(await move(made.id))).toEqual([409, 'slot_taken'])
    const stale = await client.send({
      method: 'POST',
      path: `/v1/group-appointments/${made.id}/reschedule`,
      json: { startsAt: '2026-12-03T15:00:00+01:00' },
      headers: { 'if-match': '"7"' },
    })
    expect(refusal(stale)).toEqual([412, 'precondition_failed'])
    await verb(place.id, 'check-in')
    expect(refusal(await move(made.id, { startsAt: '2026-12-03T15:00:00+01:00' }))).toEqual([
      409,
      'group_under_way',
    ])
  })

  test('and joining it at the same time ends with one time for all places', async () => {
    const made = await newGroup()
    await joined(made.id)
    const late = await newChild(client)
    const [moved, joining] = await Promise.all([move(made.id), join(made.id, late.id)])
    expect([moved.status, joining.status]).toEqual([200, 201])
    const { body } = await client.get<Page>(`/v1/appointments?groupId=${made.id}`)
    expect(body.data.map((it) => it['startsAt'])).toEqual([LATER, LATER])
  })

  test('is not needed to change its notes', async () => {
    const made = await newGroup({ notes: 'Bring shoes.' })
    const { body } = await client.patch(`/v1/group-appointments/${made.id}`, { notes: null })
    expect(body).toMatchObject({ notes: null, version: 2, startsAt: AT })
  })
})

describe('attendance of a group', () => {
  const record = (id: string, attendees: object[]) =>
    client.post<Page>(`/v1/group-appointments/${id}/attendance`, { attendees })

  test('is recorded in one call with one action per place, and repeating it changes nothing', async () => {
    const made = await newGroup()
    const [first, second, third] = [
      await joined(made.id),
      await joined(made.id),
      await joined(made.id),
    ]
    await verb(second.id, 'check-in')
    const list = [
      { appointmentId: first.id, status: 'CHECKED_IN' },
      { appointmentId: second.id, status: 'COMPLETED' },
      { appointmentId: third.id, status: 'NO_SHOW' },
    ]
    const { status, body } = await record(made.id, list)
    expect([status, body]).toMatchObject([
      200,
      {
        data: [
          { id: first.id, status: 'CHECKED_IN', version: 2 },
          { id: second.id, status: 'COMPLETED', version: 3 },
          { id: third.id, status: 'NO_SHOW', absentParty: 'CLIENT', fee: { decision: 'NONE' } },
        ],
      },
    ])
    const sessions = await client.get<Page>(`/v1/sessions?appointmentId=${second.id}`)
    expect(sessions.body.data).toHaveLength(1)
    expect((await record(made.id, list)).body).toEqual(body)
  })

  test('rejects the whole batch and lists every refused place', async () => {
    const made = await newGroup()
    const [first, second] = [await joined(made.id), await joined(made.id)]
    const stranger = await joined((await newGroup()).id)
    await verb(second.id, 'cancel', GIVEN_UP)
    const answer = await record(made.id, [
      { appointmentId: first.id, status: 'COMPLETED' },
      { appointmentId: second.id, status: 'CHECKED_IN' },
      { appointmentId: stranger.id, status: 'CHECKED_IN' },
    ])
    expect(refusal(answer)).toEqual([
      409,
      'invalid_transition',
      'attendees.1: invalid_transition',
      'attendees.2.appointmentId: invalid_reference',
    ])
    expect(await placesOf(made.id)).toEqual(['CONFIRMED', 'CANCELLED'])
    const told = await api.query(
      `SELECT type FROM outbox WHERE subject_id = $1 AND type = 'appointment.completed'`,
      [first.id],
    )
    expect(told).toEqual([])
  })
})
