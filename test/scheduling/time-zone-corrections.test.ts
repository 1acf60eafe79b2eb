import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { carryOutSeries } from '#scheduling/series/carry-out-series.ts'
import { sameLocalTime } from '#scheduling/time-zone-corrections/rules.ts'
import type { TimeZoneCorrection } from '#scheduling/time-zone-corrections/schemas.ts'
import { create, newChild, newLocation, newProvider, newService } from '../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
let client: ApiClient
let locationId: string
let providerId: string
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})
beforeEach(async () => {
  client = await api.createTenant()
  locationId = (await newLocation(client, { timeZone: 'UTC' })).id
  providerId = (await newProvider(client, { locationIds: [locationId] })).id
  await newService(client)
  await newService(client, { code: 'GROUP_SESSION', capacity: 3 })
})

const book = async (startsAt: string, more = {}) =>
  create(client, '/v1/appointments', {
    childId: (await newChild(client)).id,
    providerId,
    locationId,
    type: 'THERAPY_SESSION',
    startsAt,
    ...more,
  })

const correct = (json: object, query = '') =>
  client.post<TimeZoneCorrection & { code?: string }>(
    `/v1/locations/${locationId}/correct-time-zone${query}`,
    { timeZone: 'Europe/Berlin', appointments: 'KEEP_LOCAL_TIMES', ...json },
  )

const startOf = async (path: string) => (await client.get<{ startsAt: string }>(path)).body.startsAt

const sqlOf = (text: string) => api.query(text, [client.tenantId])

test('the zone of a location changes alone only while nothing ahead is in it', async () => {
  const change = () =>
    client.patch<{ timeZone: string; code?: string }>(`/v1/locations/${locationId}`, {
      timeZone: 'Europe/Berlin',
    })
  const { id } = await book('2026-12-01T09:00:00Z')
  const refused = await change()
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'time_zone_in_use', uses: [{ type: 'appointment', count: 1 }] },
  })
  await client.post(`/v1/appointments/${id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' })
  expect((await change()).body).toMatchObject({ timeZone: 'Europe/Berlin' })
})

test('hours, series, groups and appointments keep their local times, after the same dry run', async () => {
  const windows = [{ weekday: 'TUESDAY', startTime: '09:00', endTime: '17:00' }]
  const schedule = await create(client, '/v1/schedules', { providerId, locationId, windows })
  // Back to back: in Berlin, each begins where the one before it was.
  const first = await book('2026-12-01T09:00:00Z', { durationMinutes: 60 })
  const second = await book('2026-12-01T10:00:00Z', { durationMinutes: 60 })
  const group = await create(client, '/v1/group-appointments', {
    providerId,
    locationId,
    serviceId: (
      await client.get<{ data: { id: string; code: string }[] }>('/v1/services')
    ).body.data.find(({ code }) => code === 'GROUP_SESSION')!.id,
    startsAt: '2026-12-01T13:00:00Z',
  })
  const place = await create(client, `/v1/group-appointments/${group.id}/attendees`, {
    childId: (await newChild(client)).id,
  })
  const series = await create(client, '/v1/series', {
    childId: (await newChild(client)).id,
    providerId,
    locationId,
    type: 'THERAPY_SESSION',
    startsOn: '2027-03-16',
    startTime: '15:00',
    rule: 'FREQ=WEEKLY;COUNT=3',
  })
  const early = await correct({})
  expect(early).toMatchObject({ status: 409, body: { code: 'record_in_use' } })
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'carryOutSeries' })
  while ((await carryOutSeries(ctx, { id: series.id })).left) continue

  const rehearsed = await correct({}, '?dryRun=true')
  expect(rehearsed.status).toBe(200)
  expect(await startOf(`/v1/appointments/${first.id}`)).toBe('2026-12-01T09:00:00+00:00')
  const corrected = await correct({})
  expect(corrected.body).toEqual({ ...rehearsed.body, dryRun: false })
  expect(corrected.body).toMatchObject({
    previousTimeZone: 'UTC',
    timeZone: 'Europe/Berlin',
    schedules: 1,
    series: 1,
    remaining: 0,
  })
  expect(corrected.body.appointments).toHaveLength(7)
  expect(await startOf(`/v1/appointments/${first.id}`)).toBe('2026-12-01T09:00:00+01:00')
  expect(await startOf(`/v1/appointments/${second.id}`)).toBe('2026-12-01T10:00:00+01:00')
  expect(await startOf(`/v1/appointments/${place.id}`)).toBe('2026-12-01T13:00:00+01:00')
  expect(await startOf(`/v1/group-appointments/${group.id}`)).toBe('2026-12-01T13:00:00+01:00')
  const hours = await client.get(`/v1/schedules/${schedule.id}`)
  expect(hours.body).toMatchObject({ timeZone: 'Europe/Berlin', windows })
  const occurrences = await client.get<{ data: { startsAt: string }[] }>(
    `/v1/series/${series.id}/occurrences`,
  )
  // The clocks change on 28 March.
  expect(occurrences.body.data.map(({ startsAt }) => startsAt)).toEqual([
    '2027-03-16T15:00:00+01:00',
    '2027-03-23T15:00:00+01:00',
    '2027-03-30T15:00:00+02:00',
  ])
  const booked = await client.get<{ data: { startsAt: string }[] }>(
    `/v1/appointments?seriesId=${series.id}&sort=startsAt`,
  )
  expect(booked.body.data.map(({ startsAt }) => startsAt)).toEqual(
    occurrences.body.data.map(({ startsAt }) => startsAt),
  )
  const again = await correct({})
  expect(again.body).toMatchObject({ schedules: 0, series: 0, appointments: [], remaining: 0 })
})

test('appointments stay at their instants if the centre says so, and the past stays as it was', async () => {
  const { id } = await book('2026-12-01T09:00:00Z')
  const earlier = await book('2026-12-02T09:00:00Z')
  await sqlOf(
    `UPDATE appointments SET starts_at = starts_at - interval '30 days', ends_at = ends_at - interval '30 days',
       busy_from = busy_from - interval '30 days', busy_until = busy_until - interval '30 days'
     WHERE tenant_id = $1 AND id = '${earlier.id}'`,
  )
  const { body } = await correct({ appointments: 'KEEP_INSTANTS' })
  expect(body.appointments).toEqual([
    {
      appointmentId: id,
      previousStartsAt: '2026-12-01T09:00:00+00:00',
      startsAt: '2026-12-01T10:00:00+01:00',
    },
  ])
  expect(await startOf(`/v1/appointments/${id}`)).toBe('2026-12-01T10:00:00+01:00')
  expect(await startOf(`/v1/appointments/${earlier.id}`)).toBe('2026-11-02T09:00:00+00:00')
})

test('nothing is corrected if an appointment would meet another one elsewhere', async () => {
  const { id: elsewhere } = await newLocation(client, { timeZone: 'UTC' })
  await client.patch(`/v1/providers/${providerId}`, { locationIds: [locationId, elsewhere] })
  const { id } = await book('2026-12-01T09:00:00Z')
  await book('2026-12-01T08:00:00Z', { locationId: elsewhere })
  const refused = await correct({})
  expect(refused).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
  expect(await startOf(`/v1/appointments/${id}`)).toBe('2026-12-01T09:00:00+00:00')
  const location = await client.get<{ timeZone: string }>(`/v1/locations/${locationId}`)
  expect(location.body.timeZone).toBe('UTC')
})

test.each([
  ['2026-12-01T09:00:00Z', 'UTC', 'Europe/Berlin', '2026-12-01T08:00:00.000Z'],
  ['2026-07-01T09:00:00Z', 'UTC', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  // 02:30 on the day the clocks skip it is 03:30.
  ['2027-03-28T02:30:00Z', 'UTC', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
  // 02:30 occurs twice: the first.
  ['2026-10-25T02:30:00Z', 'UTC', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
])('%s in %s is at the same local time in %s', (at, from, to, expected) => {
  expect(sameLocalTime(new Date(at), from, to).toISOString()).toBe(expected)
})
