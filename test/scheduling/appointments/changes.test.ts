import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment, AppointmentOutcome } from '#scheduling/appointments/schemas.ts'
import type { GroupAppointment } from '#scheduling/group-appointments/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newRoom,
  newService,
  refusal,
  type Page,
  type Resource,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** Changes of an appointment at the same time, and previews of moves. */

let api: TestApi
let client: ApiClient
let mitte: Resource
let west: Resource
let therapy: Resource
let swimming: Resource

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  mitte = await newLocation(client)
  west = await newLocation(client, { name: 'London', timeZone: 'Europe/London' })
  therapy = await newService(client)
  swimming = await newService(client, {
    code: 'SWIM',
    appointmentType: 'PARENT_TRAINING',
    name: 'Swimming',
    durationMinutes: 30,
    bufferAfterMinutes: 15,
    amount: 12_000,
    roomRequired: true,
    equipment: ['pool'],
    requiredConsents: ['TREATMENT'],
  })
})
afterAll(() => api[Symbol.asyncDispose]())

const AT = '2026-12-01T10:00:00+01:00'

const atBoth = () => newProvider(client, { locationIds: [mitte.id, west.id] })

const booked = async (more: object = {}) => {
  const booking = {
    childId: (await newChild(client)).id,
    providerId: (await atBoth()).id,
    type: 'THERAPY_SESSION',
    startsAt: AT,
    ...more,
  }
  const { body } = await client.post<Appointment>('/v1/appointments', booking)
  expect(body).toMatchObject({ status: 'CONFIRMED' })
  return body
}

const patch = (id: string, json: object, headers = {}) =>
  client.send<Appointment>({ method: 'PATCH', path: `/v1/appointments/${id}`, json, headers })
const verb = <Body = Appointment>(id: string, name: string, json?: object) =>
  client.post<Body>(`/v1/appointments/${id}/${name}`, json)
const read = async (id: string) => (await client.get<Appointment>(`/v1/appointments/${id}`)).body
const events = async (id: string) =>
  (
    await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE subject_id = $1 AND kind = 'event' ORDER BY seq`,
      [id],
    )
  ).map(({ type }) => type)
const ordersOf = async (id: string) =>
  (await client.get<Page>(`/v1/orders?appointmentId=${id}`)).body.data.toReversed()

const consenting = async () => {
  const child = await newChild(client)
  const family = await create(client, '/v1/clients', { name: 'Mara Weiss' })
  await create(client, '/v1/guardianships', {
    childId: child.id,
    clientId: family.id,
    relationship: 'mother',
    legal: true,
    billing: true,
  })
  await create(client, '/v1/consents', {
    childId: child.id,
    grantedById: family.id,
    kind: 'TREATMENT',
    grantedAt: '2026-01-01T10:00:00Z',
    evidence: 'Signed form',
  })
  return child
}

describe('changing an appointment', () => {
  test('to another room keeps its time, sends one event, and writes history', async () => {
    const room = await newRoom(client, mitte.id)
    const { id } = await booked()
    const { status, body } = await patch(id, { roomId: room.id, notes: 'Upstairs' })
    expect([status, body]).toMatchObject([
      200,
      { roomId: room.id, notes: 'Upstairs', startsAt: AT, version: 2 },
    ])
    expect(await events(id)).toEqual(['booking.created', 'appointment.updated'])
    const history = await api.query(
      `SELECT kind, before->>'roomId' AS before, after->>'roomId' AS after
       FROM appointment_changes WHERE appointment_id = $1`,
      [id],
    )
    expect(history).toEqual([{ kind: 'patch', before: null, after: room.id }])
    expect((await patch(id, { roomId: null })).body.roomId).toBeNull()
  })

  test('to a room that is taken, too small or elsewhere is refused without effect', async () => {
    const room = await newRoom(client, mitte.id)
    await booked({ roomId: room.id })
    const other = await booked()
    const taken = await patch(other.id, { roomId: room.id, notes: 'never' })
    expect(refusal(taken)).toEqual([409, 'slot_taken'])
    expect(taken.body).toMatchObject({ resource: 'room' })
    const { id: elsewhere } = await newRoom(client, west.id)
    expect(refusal(await patch(other.id, { roomId: elsewhere }))).toEqual([
      400,
      'validation_failed',
      'roomId: room_not_at_location',
    ])
    expect(await read(other.id)).toEqual(other)
  })

  test('to one room by two callers at the same time succeeds once', async () => {
    const room = await newRoom(client, mitte.id)
    const both = [await booked(), await booked()]
    const answers = await Promise.all(both.map(({ id }) => patch(id, { roomId: room.id })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.map(refusal)).toContainEqual([409, 'slot_taken'])
    const rooms = await Promise.all(both.map(async ({ id }) => (await read(id)).roomId))
    expect(rooms.filter((id) => id === room.id)).toHaveLength(1)
  })

  test('ignores notice and grid, because the time was already agreed', async () => {
    const soon = await newService(client, { code: 'SOON', leadTimeMinutes: 0, amount: 8500 })
    const strict = await newService(client, {
      code: 'STRICT',
      leadTimeMinutes: 525_600,
      startEveryMinutes: 60,
      amount: 8500,
    })
    const { id } = await booked({ serviceId: soon.id, startsAt: '2026-12-01T10:25:00+01:00' })
    expect((await patch(id, { serviceId: strict.id })).body).toMatchObject({
      serviceId: strict.id,
      startsAt: '2026-12-01T10:25:00+01:00',
    })
  })

  test('in length is checked like a booking of that length, or uses that of the service', async () => {
    const { id: providerId } = await atBoth()
    const { id } = await booked({ providerId })
    await create(client, '/v1/appointments', {
      childId: (await newChild(client)).id,
      providerId,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-01T11:00:00+01:00',
    })
    expect(refusal(await patch(id, { durationMinutes: 75 }))).toEqual([409, 'slot_taken'])
    expect((await patch(id, { durationMinutes: 60 })).body).toMatchObject({
      startsAt: '2026-12-01T10:00:00+01:00',
      endsAt: '2026-12-01T11:00:00+01:00',
      amount: 8500,
    })
    expect((await patch(id, { durationMinutes: null })).body).toMatchObject({
      endsAt: '2026-12-01T10:45:00+01:00',
    })
  })

  test('to another location uses its zone and drops the room', async () => {
    const room = await newRoom(client, mitte.id)
    const { id } = await booked({ roomId: room.id })
    const { body } = await patch(id, { locationId: west.id })
    expect(body).toMatchObject({
      locationId: west.id,
      roomId: null,
      startsAt: '2026-12-01T09:00:00+00:00',
      endsAt: '2026-12-01T09:45:00+00:00',
    })
    const shut = await create(client, '/v1/closures', {
      locationId: mitte.id,
      name: 'Works',
      startsOn: '2026-12-01',
      endsOn: '2026-12-01',
    })
    const closed = await patch(id, { locationId: mitte.id })
    expect(refusal(closed)).toEqual([409, 'slot_unavailable'])
    expect(closed.body).toMatchObject({ blocks: ['location_closed'] })
    const override = { rules: ['location_closed'], reason: 'The caretaker lets them in' }
    expect((await patch(id, { locationId: mitte.id, override })).body).toMatchObject({
      locationId: mitte.id,
      override,
    })
    // Overridden rules stay overridden until another override.
    expect((await patch(id, { serviceId: therapy.id, roomId: room.id })).status).toBe(200)
    await client.post(`/v1/closures/${shut.id}/archive`)
  })

  test('to a service with a pool uses its pool, price, buffers and consents', async () => {
    const { id: mother } = await booked()
    expect(refusal(await patch(mother, { serviceId: swimming.id }))).toEqual([
      409,
      'consent_missing',
    ])
    const child = await consenting()
    const { id, endsAt } = await booked({ childId: child.id })
    const dry = await patch(id, { serviceId: swimming.id })
    expect(refusal(dry)).toEqual([409, 'slot_taken'])
    const pool = await newRoom(client, mitte.id, { name: 'Pool', equipment: ['pool'] })
    const { body } = await patch(id, { serviceId: swimming.id })
    expect(body).toMatchObject({
      serviceId: swimming.id,
      type: 'PARENT_TRAINING',
      roomId: pool.id,
      amount: 12_000,
      endsAt,
    })
    const [{ minutes }] = (await api.query<{ minutes: number }>(
      `SELECT extract(epoch FROM busy_until - ends_at)::int / 60 AS minutes FROM appointments WHERE id = $1`,
      [id],
    )) as [{ minutes: number }]
    expect(minutes).toBe(15)
    const plain = await newRoom(client, mitte.id)
    expect(refusal(await patch(id, { roomId: plain.id }))).toEqual([
      400,
      'validation_failed',
      'roomId: room_unsuitable',
    ])
  })

  test('to another price cancels the open order, but a paid one keeps its price', async () => {
    const dear = await newService(client, { code: 'DEAR', amount: 20_000 })
    const open = await booked()
    await create(client, '/v1/orders', { appointmentId: open.id })
    await patch(open.id, { serviceId: dear.id })
    expect(await ordersOf(open.id)).toMatchObject([{ status: 'CANCELLED' }])

    const paid = await booked()
    const order = await create(client, '/v1/orders', { appointmentId: paid.id })
    const payment = await create(client, '/v1/payments', {
      orderId: order.id,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    expect(refusal(await patch(paid.id, { serviceId: dear.id }))).toEqual([
      409,
      'payment_in_flight',
    ])
    const ctx = systemContext(api.services.platform, {
      tenantId: client.tenantId,
      action: 'settlePayment',
    })
    await settlePayment(ctx, { id: payment.id, result: { outcome: 'SUCCEEDED', reference: 'r1' } })
    expect(refusal(await patch(paid.id, { serviceId: dear.id }))).toEqual([409, 'appointment_paid'])
    expect(await read(paid.id)).toMatchObject({ serviceId: therapy.id, amount: 8500 })
  })

  test('is refused after its start, and for a stale version', async () => {
    const room = await newRoom(client, mitte.id)
    const { id } = await booked()
    await verb(id, 'check-in')
    expect(refusal(await patch(id, { roomId: room.id }, { 'if-match': '"1"' }))).toEqual([
      412,
      'precondition_failed',
    ])
    expect((await patch(id, { roomId: room.id })).body.status).toBe('CHECKED_IN')
    await verb(id, 'start')
    expect(refusal(await patch(id, { roomId: null }))).toEqual([409, 'invalid_transition'])
    expect((await patch(id, { notes: 'Left early' })).status).toBe(200)
  })

  test('can override rules with the permission only', async () => {
    const { id } = await booked()
    const writer = await api.createClient(client.tenantId, { scopes: ['bookings'] })
    const override = { rules: ['outside_hours'], reason: 'As agreed' }
    const answer = await writer.patch(`/v1/appointments/${id}`, { override })
    expect(refusal(answer)).toEqual([403, 'insufficient_scope'])
    expect(await read(id)).toMatchObject({ override: null, version: 1 })
  })
})

describe('changing a group', () => {
  test('changes every place or none, and a place cannot be changed alone', async () => {
    const service = await newService(client, { code: 'GROUP_SESSION', capacity: 3, amount: 4500 })
    const room = await newRoom(client, mitte.id)
    const made = (await create(client, '/v1/group-appointments', {
      providerId: (await atBoth()).id,
      serviceId: service.id,
      startsAt: AT,
    })) as unknown as GroupAppointment
    const join = async () =>
      create(client, `/v1/group-appointments/${made.id}/attendees`, {
        childId: (await newChild(client)).id,
      })
    const places = [await join(), await join()]
    const change = (json: object) =>
      client.patch<GroupAppointment>(`/v1/group-appointments/${made.id}`, json)

    expect(refusal(await patch(places[0]!.id, { roomId: room.id }))).toEqual([
      409,
      'invalid_transition',
    ])
    const { id: busy } = await booked({ roomId: room.id })
    expect(refusal(await change({ roomId: room.id }))).toEqual([409, 'slot_taken'])
    await verb(busy, 'cancel', { initiator: 'CLIENT', reason: 'Ill' })
    expect((await change({ roomId: room.id, notes: 'Shoes' })).body).toMatchObject({
      roomId: room.id,
      notes: 'Shoes',
      version: 2,
    })
    expect(refusal(await change({ type: 'INTAKE' }))).toEqual([
      400,
      'validation_failed',
      'type: mismatch',
    ])
    await client.patch(`/v1/services/${service.id}`, { appointmentType: 'INTAKE' })
    expect((await change({ locationId: west.id, type: 'INTAKE' })).body).toMatchObject({
      roomId: null,
      startsAt: '2026-12-01T09:00:00+00:00',
    })
    for (const { id } of places) {
      expect(await read(id)).toMatchObject({ locationId: west.id, type: 'INTAKE', roomId: null })
      expect(await events(id)).toEqual([
        'booking.created',
        'appointment.updated',
        'appointment.updated',
      ])
    }
    await verb(places[0]!.id, 'start')
    expect(refusal(await change({ type: 'ASSESSMENT' }))).toEqual([409, 'group_under_way'])
    expect((await change({ notes: null })).body.notes).toBeNull()
  })
})

describe('a dry run', () => {
  const outboxOf = (answer: { headers: Headers }) =>
    api.query(`SELECT type FROM outbox WHERE request_id = $1`, [answer.headers.get('x-request-id')])
  const move = (id: string, json: object, query = '') =>
    verb<AppointmentOutcome>(id, `reschedule${query}`, json)

  test('of a move returns what the move would do, without effect', async () => {
    const startsAt = '2026-12-03T10:00:00+01:00'
    // Its workflow has planned nothing yet: the response shows what it will plan.
    const { id } = await booked()
    const before = await read(id)
    const dry = await move(id, { startsAt }, '?dryRun=true')
    expect(dry.body).toMatchObject({ dryRun: true, startsAt, version: 1 })
    expect(dry.body.followUpsStopped).toContainEqual({
      step: 'reminder-48h',
      dueAt: '2026-11-29T09:00:00.000Z',
    })
    expect(dry.body.followUpsPlanned).toContainEqual({
      step: 'reminder-48h',
      dueAt: '2026-12-01T09:00:00.000Z',
    })
    expect(await read(id)).toEqual(before)
    expect(await outboxOf(dry)).toEqual([])
    expect(
      await api.query(`SELECT 1 FROM appointment_changes WHERE appointment_id = $1`, [id]),
    ).toEqual([])

    const { body: real } = await move(id, { startsAt })
    // The notice is held from the moment of the move.
    const withoutNow = ({ messages, followUpsPlanned, ...outcome }: AppointmentOutcome) => ({
      ...outcome,
      messages: messages.map((message) => ({ ...message, dueAt: null })),
      followUpsPlanned: followUpsPlanned.filter(({ step }) => step !== 'invitation'),
    })
    const { version: _, updatedAt: __, ...same } = withoutNow(dry.body)
    expect(withoutNow(real)).toMatchObject({ ...same, dryRun: false, version: 2 })
  })

  test('of a move to its own time changes nothing, just as the move itself changes nothing', async () => {
    const { id } = await booked()
    const before = await read(id)
    const moved = await move(id, { startsAt: AT })
    expect(moved.status).toBe(200)
    expect(moved.body).toMatchObject({ startsAt: before.startsAt, version: 1, dryRun: false })
    expect(await outboxOf(moved)).toEqual([])
    expect(await read(id)).toEqual(before)
    expect(
      await api.query(`SELECT 1 FROM appointment_changes WHERE appointment_id = $1`, [id]),
    ).toEqual([])
  })

  test('of a move is refused by conflicts, and leaves an expired hold in place', async () => {
    const { id } = await booked()
    const other = await booked({ startsAt: '2026-12-01T12:00:00+01:00' })
    const to = { startsAt: other.startsAt, providerId: other.provider.id }
    const taken = await move(id, to, '?dryRun=true')
    expect(refusal(taken)).toEqual([409, 'slot_taken'])
    expect(taken.body).toMatchObject({ resource: 'provider' })
    expect(await read(id)).toMatchObject({ startsAt: AT, version: 1 })

    const hold = await create(client, '/v1/holds', {
      childId: (await newChild(client)).id,
      providerId: other.provider.id,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-01T15:00:00+01:00',
    })
    await api.query(`UPDATE appointments SET held_until = created_at WHERE hold_id = $1`, [hold.id])
    const free = await move(id, { ...to, startsAt: '2026-12-01T15:00:00+01:00' }, '?dryRun=true')
    expect(free.status).toBe(200)
    expect(await outboxOf(free)).toEqual([])
    expect(
      await api.query(`SELECT status FROM appointments WHERE hold_id = $1`, [hold.id]),
    ).toEqual([{ status: 'HELD' }])
  })

  test('of a no-show names the fee without an order or effect', async () => {
    await create(client, '/v1/cancellation-policies', {
      name: 'Standard',
      windows: [],
      noShowFee: { percent: 100 },
    })
    const { id } = await booked()
    await create(client, '/v1/orders', { appointmentId: id })
    const dry = await verb(id, 'no-show?dryRun=true', { absentParty: 'CLIENT' })
    expect(dry.body).toMatchObject({
      dryRun: true,
      status: 'NO_SHOW',
      version: 1,
      fee: { decision: 'CHARGED', amount: 8500, orderId: null },
    })
    expect(await read(id)).toMatchObject({ status: 'CONFIRMED', fee: null, version: 1 })
    expect(await ordersOf(id)).toMatchObject([{ status: 'OPEN', purpose: 'SERVICE' }])
    expect(await outboxOf(dry)).toEqual([])
    const { body: real } = await verb(id, 'no-show', { absentParty: 'CLIENT' })
    expect(real).toMatchObject({ status: 'NO_SHOW', dryRun: false, version: 2 })
    expect(real.fee!.orderId).toMatch(/^ord_/)
  })
})
