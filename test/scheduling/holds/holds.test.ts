import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import type { Hold } from '#scheduling/holds/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { releaseExpiredHolds } from '#scheduling/holds/release-expired-holds.ts'
import { newChild, newLocation, newProvider, newService, refusal } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const AT = '2026-12-01T10:00:00+01:00'
const MINUTE_MS = 60_000

/** A separate centre with one provider and two children. */
const openCentre = async () => {
  const client = await api.createTenant()
  const location = await newLocation(client)
  const provider = await newProvider(client, { locationIds: [location.id] })
  const service = await newService(client, { startEveryMinutes: 60, requiresConfirmation: false })
  const [child, other] = await Promise.all([newChild(client), newChild(client)])
  const booking = { providerId: provider.id, type: 'THERAPY_SESSION', startsAt: AT }
  return {
    client,
    serviceId: service.id,
    mine: { ...booking, childId: child.id },
    theirs: { ...booking, childId: other.id },
  }
}

const hold = (client: ApiClient, body: object) => client.post<Hold>('/v1/holds', body)
const book = (client: ApiClient, body: object) =>
  client.post<Appointment & { code: string; alternatives: { startsAt: string }[] }>(
    '/v1/appointments',
    body,
  )
const events = (client: ApiClient, subjectId: string) =>
  api
    .query<{ type: string; payload: object }>(
      `SELECT type, payload FROM outbox WHERE tenant_id = $1 AND subject_id = $2 AND kind = 'event' ORDER BY seq`,
      [client.tenantId, subjectId],
    )
    .then((rows) => rows.map(({ type }) => type))

describe('a hold', () => {
  test('reserves its slot for five minutes, and is in no list of appointments', async () => {
    const { client, mine, theirs } = await openCentre()
    const { status, body } = await hold(client, mine)
    expect([status, body]).toMatchObject([
      201,
      {
        id: expect.stringMatching(/^hld_/) as string,
        status: 'ACTIVE',
        appointmentId: null,
        amount: 8500,
      },
    ])
    const left = Date.parse(body.expiresAt!) - api.clock.now().getTime()
    expect(left).toBeGreaterThan(4.5 * MINUTE_MS)
    expect(left).toBeLessThanOrEqual(5 * MINUTE_MS)
    expect(refusal(await hold(client, theirs))).toEqual([409, 'slot_taken'])
    expect(refusal(await book(client, theirs))).toEqual([409, 'slot_taken'])
    const list = await client.get<{ data: Appointment[] }>('/v1/appointments')
    expect(list.body.data).toEqual([])
    const held = await client.get<{ data: Appointment[] }>('/v1/appointments?status=HELD')
    expect(held.body.data).toMatchObject([{ status: 'HELD', startsAt: AT }])
  })

  test('becomes an appointment with its own id and one booking.created', async () => {
    const { client, mine } = await openCentre()
    const { body: held } = await hold(client, mine)
    const { status, body } = await book(client, { ...mine, holdId: held.id, notes: 'By the lift' })
    expect([status, body]).toMatchObject([
      201,
      {
        id: expect.stringMatching(/^apt_/) as string,
        status: 'CONFIRMED',
        startsAt: AT,
        notes: 'By the lift',
        amount: 8500,
      },
    ])
    expect(await events(client, body.id)).toEqual(['booking.created'])
    const again = await book(client, { ...mine, holdId: held.id })
    expect(refusal(again)).toEqual([409, 'hold_booked'])
    expect((await client.get<Hold>(`/v1/holds/${held.id}`)).body).toMatchObject({
      status: 'BOOKED',
      appointmentId: body.id,
      expiresAt: null,
    })
    const release = await client.post(`/v1/holds/${held.id}/release`)
    expect(refusal(release)).toEqual([409, 'invalid_transition'])
  })

  test('keeps its type, even if that of the service changes', async () => {
    const { client, serviceId, mine } = await openCentre()
    const { type: _, ...booking } = { ...mine, serviceId }
    const { body: held } = await hold(client, booking)
    expect(held).toMatchObject({ type: 'THERAPY_SESSION' })
    await client.patch(`/v1/services/${serviceId}`, { appointmentType: 'ASSESSMENT' })
    const { status, body } = await book(client, { ...booking, holdId: held.id })
    expect([status, body.type]).toEqual([201, 'THERAPY_SESSION'])
    const later = { startsAt: '2026-12-01T12:00:00+01:00' }
    const moved = await client.post<Appointment>(`/v1/appointments/${body.id}/reschedule`, later)
    expect([moved.status, moved.body.type]).toEqual([200, 'THERAPY_SESSION'])
  })

  test('is booked by one of twenty callers with its id', async () => {
    const { client, mine } = await openCentre()
    const { body: held } = await hold(client, mine)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => book(client, { ...mine, holdId: held.id })),
    )
    const booked = answers.filter(({ status }) => status === 201)
    expect(booked).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await events(client, booked[0]!.body.id)).toEqual(['booking.created'])
  })

  test.each([
    ['another start', { startsAt: '2026-12-01T11:00:00+01:00' }, 'startsAt'],
    ['another type', { type: 'INTAKE' }, 'type'],
    ['another length', { durationMinutes: 30 }, 'durationMinutes'],
  ])('cannot be booked with %s', async (_, other, path) => {
    const { client, mine } = await openCentre()
    const { body: held } = await hold(client, mine)
    expect(refusal(await book(client, { ...mine, ...other, holdId: held.id }))).toEqual([
      400,
      'validation_failed',
      `${path}: mismatch`,
    ])
  })

  test('that is released frees its slot immediately and sends an event', async () => {
    const { client, mine, theirs } = await openCentre()
    const { body: held } = await hold(client, mine)
    const released = await client.post<Hold>(`/v1/holds/${held.id}/release`)
    expect(released.body).toMatchObject({ status: 'RELEASED', expiresAt: held.expiresAt })
    expect(await events(client, held.id)).toEqual(['hold.released'])
    expect((await book(client, theirs)).status).toBe(201)
  })

  test.each([0, 31, 2.5])('of %d minutes is refused', async (minutes) => {
    const { client, mine } = await openCentre()
    expect((await hold(client, { ...mine, minutes })).status).toBe(400)
  })

  test('of another centre does not exist', async () => {
    const { client, mine } = await openCentre()
    const other = await openCentre()
    const { body: held } = await hold(other.client, other.mine)
    expect(refusal(await book(client, { ...mine, holdId: held.id }))).toEqual([
      400,
      'invalid_reference',
      'holdId: invalid_reference',
    ])
  })
})

describe('an expired hold, without a running worker', () => {
  test('blocks nobody, because the next booking releases the hold and announces it', async () => {
    const { client, mine, theirs } = await openCentre()
    const { body: held } = await hold(client, { ...mine, minutes: 1 })
    api.clock.advance(2 * MINUTE_MS)
    const { status, body } = await book(client, theirs)
    expect(status).toBe(201)
    expect(await events(client, held.id)).toEqual(['hold.released'])
    const [entry] = await api.query<{ subject_id: string }>(
      `SELECT subject_id FROM audit_entries WHERE tenant_id = $1 AND action = 'createAppointment'`,
      [client.tenantId],
    )
    expect(entry?.subject_id).toBe(body.id)
  })

  test('is available again before it is released', async () => {
    const { client, mine, serviceId } = await openCentre()
    await hold(client, { ...mine, minutes: 1 })
    const search = new URLSearchParams({
      serviceIds: serviceId,
      'startsAt[gte]': AT,
      'startsAt[lt]': '2026-12-01T11:00:00+01:00',
    })
    const starts = async () => {
      const { body } = await client.get<{ data: { starts: string[] }[] }>(
        `/v1/availability?${search.toString()}`,
      )
      return body.data[0]?.starts
    }
    expect(await starts()).toEqual([])
    api.clock.advance(2 * MINUTE_MS)
    expect(await starts()).toEqual([AT])
  })

  test('cannot be booked, and the error lists free alternatives', async () => {
    const { client, mine, theirs } = await openCentre()
    const { body: held } = await hold(client, { ...mine, minutes: 1 })
    api.clock.advance(2 * MINUTE_MS)
    await book(client, theirs)
    const { status, body } = await book(client, { ...mine, holdId: held.id })
    expect([status, body.code]).toEqual([409, 'hold_expired'])
    expect(body.alternatives.map(({ startsAt }) => startsAt).toSorted()).toEqual([
      '2026-12-01T08:00:00+01:00',
      '2026-12-01T09:00:00+01:00',
      '2026-12-01T11:00:00+01:00',
    ])
    expect((await client.get<Hold>(`/v1/holds/${held.id}`)).body.status).toBe('EXPIRED')
  })

  test('does not block rescheduling to its slot', async () => {
    const { client, mine, theirs } = await openCentre()
    const { body: appointment } = await book(client, {
      ...theirs,
      startsAt: '2026-12-01T14:00:00+01:00',
    })
    const { body: held } = await hold(client, { ...mine, minutes: 1 })
    const move = () =>
      client.post(`/v1/appointments/${appointment.id}/reschedule`, { startsAt: AT })
    expect(refusal(await move())).toEqual([409, 'slot_taken'])
    api.clock.advance(2 * MINUTE_MS)
    expect((await move()).status).toBe(200)
    expect(await events(client, held.id)).toEqual(['hold.released'])
  })

  test('is released once in a batch, with its own event and audit entry', async () => {
    const { client, mine } = await openCentre()
    const ids: string[] = []
    for (let hour = 10; hour < 16; hour += 1) {
      const startsAt = `2026-12-01T${hour}:00:00+01:00`
      ids.push((await hold(client, { ...mine, startsAt, minutes: 1 })).body.id)
    }
    const startsAt = '2026-12-01T17:00:00+01:00'
    const { body: later } = await hold(client, { ...mine, startsAt, minutes: 20 })
    const ctx = systemContext(api.services.platform, {
      tenantId: client.tenantId,
      action: 'releaseExpiredHolds',
    })
    expect(await releaseExpiredHolds(ctx)).toEqual({ nextAt: expect.any(String) as string })
    api.clock.advance(2 * MINUTE_MS)
    const both = await Promise.all([releaseExpiredHolds(ctx), releaseExpiredHolds(ctx)])
    expect(both.map(({ nextAt }) => nextAt)).toContain(later.expiresAt)
    await releaseExpiredHolds(ctx)
    for (const id of ids) expect(await events(client, id)).toEqual(['hold.released'])
    expect(await events(client, later.id)).toEqual([])
  })

  test('wakes the workflow once for all that follow it', async () => {
    const { client, mine } = await openCentre()
    const wakes = async () => {
      const [row] = await api.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM outbox WHERE tenant_id = $1 AND type = 'holdExpiry'`,
        [client.tenantId],
      )
      return row!.n
    }
    await hold(client, mine)
    await hold(client, { ...mine, startsAt: '2026-12-01T11:00:00+01:00' })
    expect(await wakes()).toBe(1)
    await hold(client, { ...mine, startsAt: '2026-12-01T12:00:00+01:00', minutes: 1 })
    expect(await wakes()).toBe(2)
  })
})
