import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { carryOutSeries } from '#scheduling/series/carry-out-series.ts'
import type {
  BookedSeries,
  SeriesOutcome,
  Series,
  SeriesOccurrence,
} from '#scheduling/series/schemas.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newRoom,
  newService,
  refusal,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** Series through the API; the test runs the rounds of the workflow itself. */

let api: TestApi
let client: ApiClient
let location: { id: string }

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  location = await newLocation(client)
  await newService(client)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const wanted = async (more = {}) => ({
  childId: (await newChild(client)).id,
  providerId: (await newProvider(client, { locationIds: [location.id] })).id,
  type: 'THERAPY_SESSION',
  startsOn: '2026-12-01',
  startTime: '10:00',
  rule: 'FREQ=WEEKLY;COUNT=4',
  ...more,
})
const series = async (more = {}) =>
  (await create(client, '/v1/series', await wanted(more))) as unknown as Series

/** Runs the workflow and returns the number of rounds. */
const carryOut = async (id: string): Promise<number> => {
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'carryOutSeries' })
  for (let rounds = 1; ; rounds += 1) if (!(await carryOutSeries(ctx, { id })).left) return rounds
}
const booked = async (more = {}) => {
  const made = await series(more)
  await carryOut(made.id)
  return made
}
const read = async (id: string) => (await client.get<Series>(`/v1/series/${id}`)).body
const occurrences = async (id: string, query = '') =>
  (await client.get<{ data: SeriesOccurrence[] }>(`/v1/series/${id}/occurrences?limit=100${query}`))
    .body.data
const starts = async (id: string) => (await occurrences(id)).map(({ startsAt }) => startsAt)
const edit = (id: string, json: object) => client.post<Series>(`/v1/series/${id}/edit`, json)
const cancel = (id: string, json: object) =>
  client.post<Series>(`/v1/series/${id}/cancel`, {
    initiator: 'CLIENT',
    reason: 'Holidays',
    ...json,
  })
const appointment = async (id: string | null) =>
  (await client.get<Appointment>(`/v1/appointments/${id}`)).body
const eventsOf = async (id: string) =>
  api.query<{ type: string; payload: object }>(
    `SELECT type, payload FROM outbox WHERE subject_id = $1 AND kind = 'event' ORDER BY seq`,
    [id],
  )

describe('booking', () => {
  test('with dryRun returns the result for each date, without effect', async () => {
    const input = await wanted()
    await create(client, '/v1/appointments', {
      childId: (await newChild(client)).id,
      providerId: input.providerId,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-08T10:00:00+01:00',
    })
    const listed = `/v1/series?childId=${input.childId}`
    const dry = await client.post<BookedSeries>('/v1/series?dryRun=true', input)
    expect([dry.status, dry.body]).toMatchObject([200, { dryRun: true, id: null }])
    expect((await client.get<{ data: Series[] }>(listed)).body.data).toEqual([])
    const events = await api.query(`SELECT 1 FROM outbox WHERE request_id = $1`, [
      dry.headers.get('x-request-id'),
    ])
    expect(events).toEqual([])
    expect(dry.body.prices).toEqual([{ currency: 'EUR', amount: 3 * 8500 }])

    const real = await create(client, '/v1/series', input)
    expect(real).toMatchObject({ dryRun: false, occurrences: [], prices: [] })
    await carryOut(real.id)
    const foretold = dry.body.occurrences.map(({ startsAt, result }) => ({ startsAt, result }))
    expect(foretold).toHaveLength(4)
    const became = await occurrences(real.id, '&sort=number')
    expect(became.map(({ startsAt, result }) => ({ startsAt, result }))).toEqual(foretold)
    expect(foretold[1]!.result).toMatchObject({ outcome: 'CONFLICT', code: 'slot_taken' })
    expect(foretold[1]!.result.alternatives).not.toEqual([])
  })

  test('records all occurrences and books them as any appointment is booked', async () => {
    const made = await series({ notes: 'Side entrance' })
    expect(made).toMatchObject({
      status: 'PROCESSING',
      timeZone: 'Europe/Berlin',
      rule: 'FREQ=WEEKLY;COUNT=4',
      revision: 1,
      progress: { total: 4, pending: 4, booked: 0 },
    })
    await carryOut(made.id)
    expect(await read(made.id)).toMatchObject({
      status: 'READY',
      progress: { total: 4, pending: 0, booked: 4, conflicts: 0, skipped: 0, cancelled: 0 },
    })
    const [first] = await occurrences(made.id)
    expect(first).toMatchObject({
      number: 1,
      status: 'BOOKED',
      appointmentStatus: 'CONFIRMED',
      startsAt: '2026-12-01T10:00:00+01:00',
      result: { action: 'BOOK', outcome: 'DONE', code: null, alternatives: [] },
    })
    expect(await appointment(first!.appointmentId)).toMatchObject({
      seriesId: made.id,
      startsAt: '2026-12-01T10:00:00+01:00',
      endsAt: '2026-12-01T10:45:00+01:00',
      notes: 'Side entrance',
      amount: 8500,
    })
    expect((await eventsOf(first!.appointmentId!)).map(({ type }) => type)).toEqual([
      'booking.created',
    ])
    expect(await eventsOf(made.id)).toMatchObject([
      { type: 'series.processed', payload: { revision: 1, booked: 4, conflicts: 0 } },
    ])
  })

  test('keeps the local time across the clock change', async () => {
    const { id } = await booked({ startsOn: '2027-03-21', rule: 'FREQ=WEEKLY;COUNT=3' })
    expect(await starts(id)).toEqual([
      '2027-03-21T10:00:00+01:00',
      '2027-03-28T10:00:00+02:00',
      '2027-04-04T10:00:00+02:00',
    ])
  })

  test('skips a day without that local time and books the others', async () => {
    const { id } = await booked({
      startsOn: '2027-03-21',
      startTime: '02:30',
      rule: 'FREQ=WEEKLY;COUNT=3',
    })
    const all = await occurrences(id)
    expect(all.map(({ status }) => status)).toEqual(['BOOKED', 'SKIPPED', 'BOOKED'])
    expect(all[1]).toMatchObject({
      occursOn: '2027-03-28',
      startsAt: null,
      result: { outcome: 'SKIPPED', code: 'local_time_skipped' },
    })
  })

  test('reports a conflict with bookable alternatives and books the others', async () => {
    const input = await wanted()
    const other = await newChild(client)
    await create(client, '/v1/appointments', {
      childId: other.id,
      providerId: input.providerId,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-08T10:15:00+01:00',
    })
    const { id } = await create(client, '/v1/series', input)
    await carryOut(id)
    expect((await read(id)).progress).toMatchObject({ booked: 3, conflicts: 1 })
    const [conflict] = await occurrences(id, '&status=CONFLICT')
    expect(conflict).toMatchObject({
      number: 2,
      appointmentId: null,
      result: { action: 'BOOK', outcome: 'CONFLICT', code: 'slot_taken' },
    })
    const [nearest] = conflict!.result!.alternatives
    expect(nearest).toBeDefined()
    const [, occursOn, startTime] = /^(.{10})T(.{5})/.exec(nearest!)!
    const scope = { scope: 'THIS', occurrenceId: conflict!.id }
    await edit(id, { ...scope, occursOn, startTime })
    await carryOut(id)
    expect((await occurrences(id))[1]).toMatchObject({ status: 'BOOKED', startsAt: nearest })
  })

  test('books each occurrence once, even if two workers run it', async () => {
    const made = await series({ rule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=80' })
    const rounds = await Promise.all([carryOut(made.id), carryOut(made.id), carryOut(made.id)])
    expect(Math.max(...rounds)).toBeGreaterThan(1)
    await carryOut(made.id)
    const [{ count } = { count: 0 }] = await api.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM appointments WHERE series_id = $1`,
      [made.id],
    )
    expect(count).toBe(80)
    expect((await eventsOf(made.id)).map(({ type }) => type)).toEqual(['series.processed'])
  })

  test('applies the rules of the service to each: a confirmation, a policy', async () => {
    const service = await newService(client, { code: 'ON_REQUEST', requiresConfirmation: true })
    const { id } = await booked({ serviceId: service.id })
    const statuses = (await occurrences(id)).map((it) => it.appointmentStatus)
    expect(new Set(statuses)).toEqual(new Set(['PENDING_CONFIRMATION']))
  })
})

describe('invalid input is refused', () => {
  test.each([
    [{ rule: 'FREQ=WEEKLY' }, 'rule: rule_never_ends'],
    [{ rule: 'FREQ=WEEKLY;COUNT=1000' }, 'rule: too_many'],
    [{ rule: 'FREQ=HOURLY;COUNT=5' }, 'rule: unsupported_rule'],
    [{ startTime: '24:00' }, 'startTime: invalid_format'],
    [{ startsOn: '2026-02-30' }, 'startsOn: invalid_format'],
    [{ startsOn: '2026-11-23' }, 'startsOn: in_the_past'],
    [{ timeZone: 'Europe/Atlantis' }, 'timeZone: unknown_time_zone'],
  ])('%j', async (more, issue) => {
    const answer = await client.post('/v1/series', await wanted(more))
    expect(refusal(answer)).toEqual([400, 'validation_failed', issue])
  })

  test.each([
    [{ scope: 'ALL' }, 'startTime: required'],
    [{ scope: 'THIS', startTime: '11:00' }, 'occurrenceId: required'],
    [{ scope: 'ALL', occursOn: '2026-12-02' }, 'occursOn: not_allowed'],
    [{ scope: 'ALL', rule: 'FREQ=WEEKLY' }, 'rule: rule_never_ends'],
  ])('edit %j', async (json, issue) => {
    const { id } = await series()
    expect(refusal(await edit(id, json))).toEqual([400, 'validation_failed', issue])
  })

  test("another series' occurrence", async () => {
    const [mine, other] = [await series(), await series()]
    const [occurrence] = await occurrences(other.id)
    const answer = await edit(mine.id, {
      scope: 'THIS',
      occurrenceId: occurrence!.id,
      startTime: '11:00',
    })
    expect(refusal(answer).slice(0, 2)).toEqual([400, 'invalid_reference'])
  })
})

describe('editing', () => {
  test('changes this occurrence only', async () => {
    const { id } = await booked()
    const before = await occurrences(id)
    const answer = await edit(id, {
      scope: 'THIS',
      occurrenceId: before[1]!.id,
      occursOn: '2026-12-09',
      startTime: '15:00',
    })
    expect(answer.status).toBe(202)
    expect(answer.body).toMatchObject({
      status: 'PROCESSING',
      revision: 2,
      progress: { pending: 1 },
    })
    await carryOut(id)
    const after = await occurrences(id)
    expect(after[1]).toMatchObject({
      startsAt: '2026-12-09T15:00:00+01:00',
      appointmentId: before[1]!.appointmentId,
      revision: 2,
      result: { action: 'RESCHEDULE', outcome: 'DONE' },
    })
    expect(after.toSpliced(1, 1)).toEqual(before.toSpliced(1, 1))
    expect((await eventsOf(before[1]!.appointmentId!)).map(({ type }) => type)).toEqual([
      'booking.created',
      'appointment.rescheduled',
    ])
  })

  test('with dryRun returns the result for each occurrence, without effect', async () => {
    const made = await booked()
    const { id, providerId } = made
    const before = await occurrences(id)
    // One conflicts with a moved occurrence, one with the fifth booking.
    for (const startsAt of ['2026-12-08T15:00:00+01:00', '2026-12-29T15:00:00+01:00'])
      await create(client, '/v1/appointments', {
        childId: (await newChild(client)).id,
        providerId,
        type: 'THERAPY_SESSION',
        startsAt,
      })
    const change = { scope: 'ALL', startTime: '15:00', rule: 'FREQ=WEEKLY;COUNT=5' }
    const dry = await client.post<SeriesOutcome>(`/v1/series/${id}/edit?dryRun=true`, change)
    expect([dry.status, dry.body]).toMatchObject([
      200,
      { dryRun: true, startTime: '10:00', status: 'READY', revision: 1 },
    ])
    expect(await read(id)).toMatchObject({ version: dry.body.version })
    expect(await occurrences(id)).toEqual(before)
    const events = await api.query(`SELECT 1 FROM outbox WHERE request_id = $1`, [
      dry.headers.get('x-request-id'),
    ])
    expect(events).toEqual([])

    await edit(id, change)
    await carryOut(id)
    const after = await occurrences(id)
    const foretold = dry.body.occurrences.map(
      ({ occurrenceId, appointmentId, startsAt, result }) => ({
        id: occurrenceId,
        appointmentId,
        result,
        ...(result.outcome === 'DONE' && { startsAt }),
      }),
    )
    expect(foretold).toHaveLength(5)
    for (const { id: occurrenceId, ...of } of foretold) {
      const found = after.find(({ id: known, number }) =>
        occurrenceId ? known === occurrenceId : number === 5,
      )
      expect(found).toMatchObject(of)
    }
    expect(after.map(({ result }) => `${result!.action} ${result!.outcome}`)).toEqual([
      'RESCHEDULE DONE',
      'RESCHEDULE CONFLICT',
      'RESCHEDULE DONE',
      'RESCHEDULE DONE',
      'BOOK CONFLICT',
    ])
    expect(after[1]!.result).toMatchObject({ code: 'slot_taken' })
  })

  test('moves the following ones to another day, time, provider and room', async () => {
    const { id } = await booked()
    const [, second] = await occurrences(id)
    const provider = await newProvider(client, { locationIds: [location.id] })
    const room = await newRoom(client, location.id)
    const { body } = await edit(id, {
      scope: 'FOLLOWING',
      occurrenceId: second!.id,
      startTime: '15:00',
      providerId: provider.id,
      roomId: room.id,
      rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=3',
    })
    expect(body).toMatchObject({
      startsOn: '2026-12-08',
      startTime: '15:00',
      providerId: provider.id,
      roomId: room.id,
      rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=3',
    })
    await carryOut(id)
    expect(await starts(id)).toEqual([
      '2026-12-01T10:00:00+01:00',
      '2026-12-10T15:00:00+01:00',
      '2026-12-17T15:00:00+01:00',
      '2026-12-24T15:00:00+01:00',
    ])
    const moved = await appointment(second!.appointmentId)
    expect(moved).toMatchObject({ provider: { id: provider.id }, roomId: room.id })
    expect(await occurrences(id, '&revision=2')).toHaveLength(3)
  })

  test('may use days occupied by its own occurrences', async () => {
    const { id } = await booked({ rule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6' })
    await edit(id, { scope: 'ALL', rule: 'FREQ=WEEKLY;BYDAY=TH,TU;UNTIL=20261222' })
    await carryOut(id)
    const [first] = await occurrences(id)
    await edit(id, {
      scope: 'FOLLOWING',
      occurrenceId: first!.id,
      rule: 'FREQ=WEEKLY;BYDAY=TH,SA;COUNT=6',
    })
    await carryOut(id)
    expect((await read(id)).progress).toMatchObject({ booked: 6, conflicts: 0, cancelled: 1 })
  })

  test('cancels surplus occurrences, and books missing ones', async () => {
    const { id } = await booked()
    const all = await occurrences(id)
    await edit(id, { scope: 'ALL', rule: 'FREQ=WEEKLY;COUNT=2' })
    await carryOut(id)
    expect((await read(id)).progress).toMatchObject({ booked: 2, cancelled: 2 })
    expect(await appointment(all[3]!.appointmentId)).toMatchObject({
      status: 'CANCELLED',
      cancellation: { initiator: 'ORGANIZATION' },
    })
    await edit(id, { scope: 'ALL', rule: 'FREQ=WEEKLY;COUNT=3' })
    await carryOut(id)
    expect((await read(id)).progress).toMatchObject({ total: 5, booked: 3, cancelled: 2 })
  })

  test('keeps occurrences that cannot move, with reason and alternatives', async () => {
    const { id, providerId } = await booked()
    const all = await occurrences(id)
    await create(client, '/v1/appointments', {
      childId: (await newChild(client)).id,
      providerId,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-08T15:00:00+01:00',
    })
    await edit(id, { scope: 'ALL', startTime: '15:00' })
    await carryOut(id)
    const after = await occurrences(id)
    expect(after[1]).toMatchObject({
      status: 'BOOKED',
      startsAt: '2026-12-08T10:00:00+01:00',
      appointmentId: all[1]!.appointmentId,
      result: { action: 'RESCHEDULE', outcome: 'CONFLICT', code: 'slot_taken' },
    })
    expect(after[1]!.result!.alternatives.length).toBeGreaterThan(0)
    expect(after.filter(({ startsAt }) => startsAt?.includes('T15:00'))).toHaveLength(3)
  })

  test('during booking moves booked occurrences and books the rest at the new time', async () => {
    const made = await series({ rule: 'FREQ=WEEKLY;COUNT=80' })
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'carryOutSeries' })
    expect(await carryOutSeries(ctx, { id: made.id })).toEqual({ left: true })
    const { body } = await edit(made.id, { scope: 'ALL', startTime: '16:00' })
    expect(body.progress).toMatchObject({ booked: 60, pending: 80 })
    await carryOut(made.id)
    const times = (await occurrences(made.id)).map(({ startsAt }) => startsAt?.slice(11, 16))
    expect(times).toEqual(Array.from({ length: 80 }, () => '16:00'))
    expect((await eventsOf(made.id)).map(({ type }) => type)).toEqual(['series.processed'])
  })

  test('of location, service, length and notes patches each appointment', async () => {
    const elsewhere = await newLocation(client, { name: 'Nord' })
    const longer = await newService(client, {
      code: 'LONGER',
      durationMinutes: 60,
      bufferAfterMinutes: 15,
      amount: 12_000,
    })
    const { id: providerId } = await newProvider(client, {
      locationIds: [location.id, elsewhere.id],
    })
    const { id } = await booked({ providerId, notes: 'Side entrance' })
    const before = await occurrences(id)
    const change = {
      scope: 'FOLLOWING',
      occurrenceId: before[2]!.id,
      locationId: elsewhere.id,
      serviceId: longer.id,
      notes: 'Bring shoes',
    }
    const { body } = await edit(id, change)
    const now = { locationId: elsewhere.id, serviceId: longer.id, notes: 'Bring shoes' }
    expect(body).toMatchObject({ ...now, durationMinutes: null, progress: { pending: 2 } })
    await carryOut(id)
    const after = await occurrences(id)
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
    for (const [index, it] of after.slice(2).entries()) {
      const { appointmentId, startsAt } = before[index + 2]!
      expect(it).toMatchObject({
        ...now,
        appointmentId,
        startsAt,
        result: { action: 'UPDATE', outcome: 'DONE' },
      })
      expect(await appointment(it.appointmentId)).toMatchObject({
        ...now,
        startsAt,
        endsAt: startsAt!.replace('10:00:00', '11:00:00'),
        amount: 12_000,
      })
      expect((await eventsOf(it.appointmentId!)).map(({ type }) => type)).toEqual([
        'booking.created',
        'appointment.updated',
      ])
    }
    expect(await appointment(before[1]!.appointmentId)).toMatchObject({
      locationId: location.id,
      notes: 'Side entrance',
      amount: 8500,
    })

    await edit(id, { scope: 'ALL', durationMinutes: 30, startTime: '14:00' })
    await carryOut(id)
    const moved = await Promise.all(after.map((it) => appointment(it.appointmentId)))
    expect(moved.map(({ endsAt }) => endsAt.slice(11, 16))).toEqual(Array(4).fill('14:30'))
    expect(moved.map((it) => it.locationId === elsewhere.id)).toEqual([false, false, true, true])
  })

  test('keeps a separate change of one appointment, unless the edit changes the same', async () => {
    const { id } = await booked({ notes: 'Side entrance' })
    const [first] = await occurrences(id)
    const room = await newRoom(client, location.id)
    await client.send({
      method: 'PATCH',
      path: `/v1/appointments/${first!.appointmentId}`,
      json: { notes: 'Call first', roomId: room.id },
    })
    await edit(id, { scope: 'ALL', durationMinutes: 30 })
    await carryOut(id)
    await edit(id, { scope: 'ALL', startTime: '15:00' })
    await carryOut(id)
    expect(await appointment(first!.appointmentId)).toMatchObject({
      startsAt: '2026-12-01T15:00:00+01:00',
      endsAt: '2026-12-01T15:30:00+01:00',
      notes: 'Call first',
      roomId: room.id,
    })
    await edit(id, { scope: 'ALL', notes: null })
    await carryOut(id)
    expect((await appointment(first!.appointmentId)).notes).toBeNull()
  })

  test('keeps earlier unbooked occurrences unchanged', async () => {
    const elsewhere = await newLocation(client, { name: 'Nord' })
    const { id: providerId } = await newProvider(client, {
      locationIds: [location.id, elsewhere.id],
    })
    const { id } = await series({ providerId, notes: 'Side entrance', durationMinutes: 30 })
    const [, , third] = await occurrences(id)
    await edit(id, {
      scope: 'FOLLOWING',
      occurrenceId: third!.id,
      locationId: elsewhere.id,
      durationMinutes: 60,
      notes: null,
    })
    await carryOut(id)
    const all = await Promise.all(
      (await occurrences(id)).map((it) => appointment(it.appointmentId)),
    )
    expect(all.map((it) => [it.locationId, it.notes, it.endsAt.slice(11, 16)])).toEqual([
      [location.id, 'Side entrance', '10:30'],
      [location.id, 'Side entrance', '10:30'],
      [elsewhere.id, null, '11:00'],
      [elsewhere.id, null, '11:00'],
    ])
  })

  test('keeps occurrences that cannot change, with the predicted reason, and retries them', async () => {
    const { id, providerId } = await booked()
    const next = await create(client, '/v1/appointments', {
      childId: (await newChild(client)).id,
      providerId,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-08T10:45:00+01:00',
    })
    const before = await occurrences(id)
    const change = { scope: 'ALL', durationMinutes: 60, notes: 'Bring shoes' }
    const dry = await client.post<SeriesOutcome>(`/v1/series/${id}/edit?dryRun=true`, change)
    const outcomes = ['UPDATE DONE', 'UPDATE CONFLICT', 'UPDATE DONE', 'UPDATE DONE']
    const said = (all: readonly { result: SeriesOccurrence['result'] }[]) =>
      all.map(({ result }) => `${result!.action} ${result!.outcome}`)
    expect(said(dry.body.occurrences)).toEqual(outcomes)
    expect(await occurrences(id)).toEqual(before)

    await edit(id, change)
    await carryOut(id)
    const [, second] = await occurrences(id)
    expect(said(await occurrences(id))).toEqual(outcomes)
    expect(second).toMatchObject({ status: 'BOOKED', result: { code: 'slot_taken' } })
    expect(await appointment(second!.appointmentId)).toMatchObject({
      endsAt: '2026-12-08T10:45:00+01:00',
      notes: null,
    })

    await client.post(`/v1/appointments/${next.id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' })
    const again = await edit(id, { scope: 'ALL', notes: 'Bring shoes' })
    expect(again.body.progress.pending).toBe(1)
    await carryOut(id)
    expect(await appointment(second!.appointmentId)).toMatchObject({
      endsAt: '2026-12-08T11:00:00+01:00',
      notes: 'Bring shoes',
    })
  })

  test('at another location takes a room there if the service needs one', async () => {
    const elsewhere = await newLocation(client, { name: 'Nord' })
    const { id: providerId } = await newProvider(client, {
      locationIds: [location.id, elsewhere.id],
    })
    const service = await newService(client, { code: 'IN_ROOM', roomRequired: true })
    const here = await newRoom(client, location.id)
    const there = await newRoom(client, elsewhere.id)
    const { id } = await booked({ providerId, serviceId: service.id, roomId: here.id })
    await edit(id, { scope: 'ALL', locationId: elsewhere.id })
    await carryOut(id)
    for (const { appointmentId, result } of await occurrences(id)) {
      expect(result).toMatchObject({ action: 'UPDATE', outcome: 'DONE' })
      expect(await appointment(appointmentId)).toMatchObject({ roomId: there.id })
    }
    const wrong = await edit(id, { scope: 'ALL', roomId: here.id })
    expect(refusal(wrong)).toEqual([400, 'validation_failed', 'roomId: room_not_at_location'])
  })

  test('skips occurrences that have started', async () => {
    const { id } = await booked()
    const [first] = await occurrences(id)
    await client.post(`/v1/appointments/${first!.appointmentId}/check-in`)
    await edit(id, { scope: 'ALL', startTime: '11:00' })
    await carryOut(id)
    expect((await occurrences(id))[0]).toMatchObject({
      startsAt: '2026-12-01T10:00:00+01:00',
      revision: 1,
    })
    const answer = await edit(id, {
      scope: 'THIS',
      occurrenceId: first!.id,
      startTime: '12:00',
    })
    expect(refusal(answer)).toEqual([409, 'occurrence_closed'])
  })
})

describe('cancelling', () => {
  test('works for this one, the following ones, and all', async () => {
    const { id } = await booked({ rule: 'FREQ=WEEKLY;COUNT=6' })
    const all = await occurrences(id)
    const statuses = async () => (await occurrences(id)).map(({ status }) => status)

    await cancel(id, { scope: 'THIS', occurrenceId: all[1]!.id })
    await carryOut(id)
    expect((await statuses()).join()).toBe('BOOKED,CANCELLED,BOOKED,BOOKED,BOOKED,BOOKED')
    expect(await appointment(all[1]!.appointmentId)).toMatchObject({
      status: 'CANCELLED',
      cancellation: { initiator: 'CLIENT', reason: 'Holidays' },
    })

    await cancel(id, { scope: 'FOLLOWING', occurrenceId: all[4]!.id })
    await carryOut(id)
    expect((await statuses()).join()).toBe('BOOKED,CANCELLED,BOOKED,BOOKED,CANCELLED,CANCELLED')
    expect((await read(id)).cancelledAt).toBeNull()

    await cancel(id, { scope: 'ALL' })
    await carryOut(id)
    expect(await read(id)).toMatchObject({
      cancelledAt: expect.any(String),
      progress: { booked: 0, cancelled: 6 },
    })
    expect(refusal(await edit(id, { scope: 'ALL', startTime: '11:00' }))).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test('charges each according to the policy', async () => {
    const service = await newService(client, { code: 'COSTLY', amount: 10_000 })
    await create(client, '/v1/cancellation-policies', {
      name: 'Ten days',
      serviceId: service.id,
      windows: [{ notice: 'P10D', fee: { percent: 50 } }],
    })
    const { id } = await booked({ serviceId: service.id })
    await cancel(id, { scope: 'ALL' })
    await carryOut(id)
    const fees = await Promise.all(
      (await occurrences(id)).map(async (it) => (await appointment(it.appointmentId)).fee?.amount),
    )
    expect(fees).toEqual([5000, 0, 0, 0])
  })

  test('before the first booking books nothing', async () => {
    const { id } = await series()
    const { body } = await cancel(id, { scope: 'ALL' })
    expect(body.progress).toMatchObject({ pending: 0, cancelled: 4 })
    await carryOut(id)
    expect(await read(id)).toMatchObject({ status: 'READY', progress: { booked: 0 } })
  })

  test('shows an occurrence as cancelled if its appointment was cancelled separately', async () => {
    const { id } = await booked()
    const [first] = await occurrences(id)
    await client.post(`/v1/appointments/${first!.appointmentId}/cancel`, {
      initiator: 'CLIENT',
      reason: 'Ill',
    })
    expect((await occurrences(id, '&status=CANCELLED')).map((it) => it.id)).toEqual([first!.id])
    expect((await read(id)).progress).toMatchObject({ booked: 3, cancelled: 1 })
  })
})

test('a stale If-Match is refused and changes nothing', async () => {
  const { id } = await booked()
  const answer = await client.send({
    method: 'POST',
    path: `/v1/series/${id}/edit`,
    json: { scope: 'ALL', startTime: '11:00' },
    headers: { 'if-match': '"1"' },
  })
  expect(refusal(answer)).toEqual([412, 'precondition_failed'])
})

describe('a series as a whole', () => {
  test('is confirmed in one call, each occurrence like an appointment', async () => {
    const { id: serviceId } = await newService(client, {
      code: 'ON_REQUEST_ALL',
      name: 'On request',
      requiresConfirmation: true,
    })
    const { id } = await booked({ serviceId })
    const states = async () =>
      (await occurrences(id)).map(({ appointmentStatus }) => appointmentStatus)
    expect(await states()).toEqual(Array(4).fill('PENDING_CONFIRMATION'))
    const [, , third] = await occurrences(id)
    const confirm = (json: object) => client.post<Series>(`/v1/series/${id}/confirm`, json)
    const following = { scope: 'FOLLOWING', occurrenceId: third!.id }
    expect((await confirm(following)).status).toBe(202)
    await carryOut(id)
    expect(await states()).toEqual([
      'PENDING_CONFIRMATION',
      'PENDING_CONFIRMATION',
      'CONFIRMED',
      'CONFIRMED',
    ])
    expect((await occurrences(id))[2]!.result).toMatchObject({ action: 'CONFIRM', outcome: 'DONE' })
    expect(refusal(await confirm(following))).toEqual([409, 'nothing_to_confirm'])
    await confirm({ scope: 'ALL' })
    await carryOut(id)
    expect(await states()).toEqual(Array(4).fill('CONFIRMED'))
  })

  test('previews the cost and effect of its cancellation', async () => {
    const { id: serviceId } = await newService(client, {
      code: 'DEAR',
      name: 'Dear',
      amount: 10_000,
    })
    await create(client, '/v1/cancellation-policies', {
      name: 'A fortnight',
      serviceId,
      windows: [{ notice: 'P14D', fee: { percent: 50 } }],
    })
    const { id } = await booked({ serviceId })
    const { status, body } = await client.post<SeriesOutcome>(
      `/v1/series/${id}/cancel?dryRun=true`,
      { scope: 'ALL', initiator: 'CLIENT', reason: 'Moving' },
    )
    expect([status, body]).toMatchObject([
      200,
      { dryRun: true, cancelledAt: null, status: 'READY' },
    ])
    const charged = body.occurrences.map(({ fee }) => [fee?.decision, fee?.amount])
    const late = charged.filter(([decision]) => decision === 'CHARGED')
    expect(charged).toHaveLength(4)
    expect(late.length).toBeGreaterThan(0)
    expect(late.length).toBeLessThan(4)
    expect(body.fees).toEqual([{ currency: 'EUR', amount: late.length * 5_000 }])
    expect((await occurrences(id)).map((it) => it.appointmentStatus)).toEqual(
      Array(4).fill('CONFIRMED'),
    )
    const orders = `SELECT 1 FROM orders o WHERE o.tenant_id = $1 AND o.purpose = 'CANCELLATION_FEE'
      AND o.appointment_id = ANY ($2)`
    const ids = body.occurrences.map(({ appointmentId }) => appointmentId)
    expect(await api.query(orders, [client.tenantId, ids])).toEqual([])
  })
})
