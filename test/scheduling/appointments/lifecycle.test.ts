import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import {
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
let client: ApiClient
let location: { id: string }

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  location = await newLocation(client)
  await newService(client)
})
afterAll(() => api[Symbol.asyncDispose]())

const AT = '2026-12-01T10:00:00+01:00'

const booked = async (more = {}) => {
  const child = await newChild(client)
  const provider = await newProvider(client, { locationIds: [location.id] })
  const booking = {
    childId: child.id,
    providerId: provider.id,
    type: 'THERAPY_SESSION',
    startsAt: AT,
    ...more,
  }
  return (await client.post<Appointment>('/v1/appointments', booking)).body
}

const verb = (id: string, name: string, json?: object, headers = {}) =>
  client.send<Appointment>({
    method: 'POST',
    path: `/v1/appointments/${id}/${name}`,
    json,
    headers,
  })

const events = async (id: string) =>
  (
    await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE subject_id = $1 AND kind = 'event' ORDER BY seq`,
      [id],
    )
  ).map(({ type }) => type)

const sessionsOf = async (id: string) =>
  (await client.get<Page>(`/v1/sessions?appointmentId=${id}`)).body.data

test('from booking to completion: states, versions, session and events', async () => {
  const { id } = await booked()
  expect((await verb(id, 'check-in')).body).toMatchObject({ status: 'CHECKED_IN', version: 2 })
  expect((await verb(id, 'start')).body).toMatchObject({ status: 'IN_PROGRESS', version: 3 })
  expect(await sessionsOf(id)).toMatchObject([{ appointmentId: id, endedAt: null }])
  expect((await verb(id, 'complete')).body).toMatchObject({ status: 'COMPLETED', version: 4 })
  expect(await sessionsOf(id)).toMatchObject([{ appointmentId: id, endedAt: expect.any(String) }])
  expect(await events(id)).toEqual([
    'booking.created',
    'appointment.checked_in',
    'appointment.started',
    'appointment.completed',
  ])
})

test('completing without a start uses the planned times for the session', async () => {
  const { id } = await booked()
  await verb(id, 'complete')
  expect(await sessionsOf(id)).toMatchObject([
    { startedAt: '2026-12-01T09:00:00.000Z', endedAt: '2026-12-01T09:45:00.000Z' },
  ])
})

test('a refused operation names the allowed ones', async () => {
  const { id } = await booked()
  await verb(id, 'cancel', { initiator: 'CLIENT', reason: 'Ill' })
  const answer = await verb(id, 'check-in')
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({
    code: 'invalid_transition',
    status: 409,
    allowed: ['mark-in-error'],
  })
})

describe('cancelling', () => {
  test('records initiator, reason and whether it was late', async () => {
    const { id } = await booked()
    const { body } = await verb(id, 'cancel', { initiator: 'CLIENT', reason: 'Ill' })
    expect(body).toMatchObject({
      status: 'CANCELLED',
      cancellation: { initiator: 'CLIENT', reason: 'Ill', late: false },
    })
    expect(await events(id)).toEqual(['booking.created', 'booking.cancelled'])
  })

  test('is late if it happens within 24 hours of the start', async () => {
    const soon = new Date(api.clock.now().getTime() + 5 * 3_600_000).toISOString()
    const { id } = await booked({ startsAt: soon })
    const { body } = await verb(id, 'cancel', { initiator: 'PROVIDER', reason: 'Training' })
    expect(body.cancellation).toMatchObject({ initiator: 'PROVIDER', late: true })
  })
})

test('shows actions, actors and reasons in its history, newest first', async () => {
  const { id } = await booked()
  const other = await api.createClient(client.tenantId)
  const provider = await newProvider(client, { locationIds: [location.id] })
  const override = { rules: ['outside_hours'], reason: 'Only free then' }
  await verb(id, 'reschedule', { startsAt: AT, providerId: provider.id, override })
  await verb(id, 'check-in')
  await other.post(`/v1/appointments/${id}/undo`)
  await verb(id, 'cancel', { initiator: 'CLIENT', reason: 'Ill' })
  const path = `/v1/appointments/${id}/changes`
  const { data } = (await client.get<Page>(path)).body
  expect(data.map(({ kind, reason, actorId }) => [kind, reason, actorId])).toEqual([
    ['CANCEL', 'Ill', client.clientId],
    ['UNDO', null, other.clientId],
    ['CHECK_IN', null, client.clientId],
    ['RESCHEDULE', 'Only free then', client.clientId],
  ])
  expect(data[1]).toMatchObject({
    before: { status: 'CHECKED_IN' },
    after: { status: 'CONFIRMED' },
  })
  expect(data[3]!['after']).toEqual({ providerId: provider.id })
  const { body } = await client.get<Page & { nextCursor: string }>(`${path}?limit=3`)
  const rest = await client.get<Page>(`${path}?limit=3&cursor=${body.nextCursor}`)
  expect(rest.body.data.map(({ kind }) => kind)).toEqual(['RESCHEDULE'])
})

describe('rescheduling', () => {
  test('keeps id and length, may overlap its own slot, and writes history', async () => {
    const { id } = await booked()
    const { status, body } = await verb(id, 'reschedule', { startsAt: '2026-12-01T10:15:00+01:00' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      startsAt: '2026-12-01T10:15:00+01:00',
      endsAt: '2026-12-01T11:00:00+01:00',
      version: 2,
    })
    const { data } = (await client.get<Page>(`/v1/appointments/${id}/changes`)).body
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^apc_/),
        appointmentId: id,
        kind: 'RESCHEDULE',
        before: { startsAt: AT, endsAt: '2026-12-01T10:45:00+01:00' },
        after: { startsAt: '2026-12-01T10:15:00+01:00', endsAt: '2026-12-01T11:00:00+01:00' },
        reason: null,
        actorId: client.clientId,
        createdAt: body.updatedAt,
      },
    ])
    expect(await events(id)).toEqual(['booking.created', 'appointment.rescheduled'])
  })

  test('to a taken slot changes nothing', async () => {
    const first = await booked()
    const second = await booked({
      providerId: first.provider.id,
      startsAt: '2026-12-01T12:00:00+01:00',
    })
    const answer = await verb(second.id, 'reschedule', { startsAt: AT })
    expect(refusal(answer)).toEqual([409, 'slot_taken'])
    const { body } = await client.get<Appointment>(`/v1/appointments/${second.id}`)
    expect(body).toMatchObject({ startsAt: '2026-12-01T12:00:00+01:00', version: 1 })
    expect(await events(second.id)).toEqual(['booking.created'])
  })

  test('to another provider changes the provider', async () => {
    const { id } = await booked()
    const other = await newProvider(client, { name: 'Ben Okafor', locationIds: [location.id] })
    const { body } = await verb(id, 'reschedule', { startsAt: AT, providerId: other.id })
    expect(body.provider).toEqual({ id: other.id, name: 'Ben Okafor' })
  })
})

describe('undo', () => {
  test('reverts a check-in, a no-show and a completion', async () => {
    const { id } = await booked()
    await verb(id, 'check-in')
    expect((await verb(id, 'undo')).body.status).toBe('CONFIRMED')
    expect((await verb(id, 'no-show', { absentParty: 'CLIENT' })).body).toMatchObject({
      status: 'NO_SHOW',
      absentParty: 'CLIENT',
    })
    expect((await verb(id, 'undo')).body).toMatchObject({ status: 'CONFIRMED', absentParty: null })
    await verb(id, 'complete')
    expect((await verb(id, 'undo')).body.status).toBe('CHECKED_IN')
    expect(await sessionsOf(id)).toMatchObject([{ endedAt: null }])
  })

  test('of a no-show is refused after somebody else took the slot', async () => {
    const first = await booked()
    await verb(first.id, 'no-show', { absentParty: 'CLIENT' })
    await booked({ providerId: first.provider.id })
    expect(refusal(await verb(first.id, 'undo'))).toEqual([409, 'slot_taken'])
  })

  test('of a completion is refused after its note was signed', async () => {
    const { id } = await booked()
    await verb(id, 'complete')
    const [session] = await sessionsOf(id)
    const soap = { subjective: 'S', objective: 'O', assessment: 'A', plan: 'P' }
    expect(
      (await client.post(`/v1/sessions/${session?.id}/notes`, { ...soap, sign: true })).status,
    ).toBe(201)
    expect(refusal(await verb(id, 'undo'))).toEqual([409, 'note_signed'])
  })
})

describe('concurrency', () => {
  test('a stale If-Match is refused and changes nothing', async () => {
    const { id } = await booked()
    await verb(id, 'check-in')
    const stale = await verb(id, 'start', undefined, { 'if-match': '"1"' })
    expect(refusal(stale)).toEqual([412, 'precondition_failed'])
    expect((await verb(id, 'start', undefined, { 'if-match': '"2"' })).status).toBe(200)
  })

  test('one of two simultaneous actions wins, and the error of the other names the new state', async () => {
    const { id } = await booked()
    const answers = await Promise.all([
      verb(id, 'cancel', { initiator: 'CLIENT', reason: 'Ill' }),
      verb(id, 'no-show', { absentParty: 'CLIENT' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await events(id)).toHaveLength(2)
  })
})

test('marking as entered in error requires the scope admin and frees the slot', async () => {
  const appointment = await booked()
  const scheduler = await api.createClient(client.tenantId, { scopes: ['bookings'] })
  const refused = await scheduler.post(`/v1/appointments/${appointment.id}/mark-in-error`, {
    reason: 'Wrong child',
  })
  expect(refusal(refused)).toEqual([403, 'insufficient_scope'])
  const { body } = await verb(appointment.id, 'mark-in-error', { reason: 'Wrong child' })
  expect(body.status).toBe('ENTERED_IN_ERROR')
  await booked({ providerId: appointment.provider.id })
})

test('notes can be patched, and their text stays out of the audit trail', async () => {
  const { id } = await booked({ notes: 'Private matter' })
  const { body } = await client.patch<Appointment>(`/v1/appointments/${id}`, { notes: null })
  expect(body).toMatchObject({ notes: null, version: 2 })
  const rows = await api.query<{ changes: object }>(
    `SELECT changes FROM audit_entries WHERE subject_id = $1 ORDER BY seq`,
    [id],
  )
  expect(rows.at(-1)?.changes).toEqual({ notes: { from: '[withheld]', to: null } })
  expect(JSON.stringify(rows)).not.toContain('Private matter')
})

test('lists filter by range and sort by start, page by page', async () => {
  const provider = await newProvider(client, { locationIds: [location.id] })
  const hours = [12, 9, 15, 10, 14]
  for (const hour of hours) {
    await booked({
      providerId: provider.id,
      startsAt: `2027-01-04T${String(hour).padStart(2, '0')}:00:00Z`,
    })
  }
  const starts: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const range = 'startsAt[gte]=2027-01-04T10:00:00Z&startsAt[lt]=2027-01-04T15:00:00Z'
    const path: string = `/v1/appointments?providerId=${provider.id}&sort=startsAt&limit=2&${range}${cursor && `&cursor=${cursor}`}`
    const { body }: { body: { data: Appointment[]; nextCursor: string | null } } =
      await client.get(path)
    starts.push(...body.data.map(({ startsAt }) => startsAt))
    cursor = body.nextCursor
  }
  expect(starts).toEqual([
    '2027-01-04T11:00:00+01:00',
    '2027-01-04T13:00:00+01:00',
    '2027-01-04T15:00:00+01:00',
  ])
})
