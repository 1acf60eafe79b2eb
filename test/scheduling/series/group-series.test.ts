import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GroupAppointment } from '#scheduling/group-appointments/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { carryOutSeries } from '#scheduling/series/carry-out-series.ts'
import type { Series, SeriesOccurrence, SeriesOutcome } from '#scheduling/series/schemas.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** Series of groups; the test runs the rounds of the workflow itself. */

let api: TestApi
let client: ApiClient
let location: { id: string }
let service: { id: string }

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  location = await newLocation(client)
  service = await newService(client, { code: 'GROUP_SESSION', capacity: 3, amount: 4500 })
  await newService(client)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const wanted = async (more = {}) => ({
  kind: 'GROUP',
  providerId: (await newProvider(client, { locationIds: [location.id] })).id,
  serviceId: service.id,
  startsOn: '2026-12-01',
  startTime: '10:00',
  rule: 'FREQ=WEEKLY;COUNT=4',
  ...more,
})
const carryOut = async (id: string) => {
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'carryOutSeries' })
  while ((await carryOutSeries(ctx, { id })).left);
}
const booked = async (more = {}) => {
  const made = (await create(client, '/v1/series', await wanted(more))) as unknown as Series
  await carryOut(made.id)
  return made
}
const read = async (id: string) => (await client.get<Series>(`/v1/series/${id}`)).body
const occurrences = async (id: string) =>
  (await client.get<{ data: SeriesOccurrence[] }>(`/v1/series/${id}/occurrences`)).body.data
const groups = async (id: string) =>
  (
    await client.get<{ data: GroupAppointment[] }>(
      `/v1/group-appointments?seriesId=${id}&sort=startsAt`,
    )
  ).body.data
const startsOf = async (id: string) => (await groups(id)).map(({ startsAt }) => startsAt)
const edit = (id: string, json: object, query = '') =>
  client.post<SeriesOutcome>(`/v1/series/${id}/edit${query}`, json)
const unmet = (issue: string) => [400, 'validation_failed', issue]
const CALLED_OFF = { initiator: 'PROVIDER', reason: 'On training' }
const cancel = (id: string, json: object, query = '') =>
  client.post<SeriesOutcome>(`/v1/series/${id}/cancel${query}`, { ...CALLED_OFF, ...json })
const joined = async (groupId: string) => {
  const { id: childId } = await newChild(client)
  const place = await create(client, `/v1/group-appointments/${groupId}/attendees`, { childId })
  return { childId, ...place }
}
const eventsOf = async (id: string) =>
  api.query<{ type: string; payload: object }>(
    `SELECT type, payload FROM outbox WHERE subject_id = $1 AND kind = 'event' ORDER BY seq`,
    [id],
  )

describe('booking', () => {
  test('creates a group for each occurrence, which children can join', async () => {
    const made = await booked({ notes: 'Indoor shoes' })
    expect(await read(made.id)).toMatchObject({
      kind: 'GROUP',
      childId: null,
      status: 'READY',
      progress: { total: 4, pending: 0, booked: 4, conflicts: 0 },
    })
    const [first] = await occurrences(made.id)
    expect(first).toMatchObject({
      status: 'BOOKED',
      appointmentId: null,
      appointmentStatus: 'CONFIRMED',
      result: { action: 'BOOK', outcome: 'DONE' },
    })
    const all = await groups(made.id)
    expect(all).toHaveLength(4)
    expect(all[0]).toMatchObject({
      id: first!.groupId,
      seriesId: made.id,
      startsAt: '2026-12-01T10:00:00+01:00',
      capacity: 3,
      placesTaken: 0,
      notes: 'Indoor shoes',
    })
    expect((await eventsOf(first!.groupId!)).map(({ type }) => type)).toEqual([
      'group_appointment.created',
    ])
    const [processed] = await eventsOf(made.id)
    expect(processed).toMatchObject({ type: 'series.processed', payload: { booked: 4 } })
    expect(processed!.payload).not.toHaveProperty('childId')
    expect(await joined(first!.groupId!)).toMatchObject({
      groupId: first!.groupId,
      seriesId: made.id,
    })
  })

  test('keeps the local time across the clock change', async () => {
    const { id } = await booked({ startsOn: '2027-03-21', rule: 'FREQ=WEEKLY;COUNT=2' })
    expect(await startsOf(id)).toEqual(['2027-03-21T10:00:00+01:00', '2027-03-28T10:00:00+02:00'])
  })

  test('reports an occurrence with a busy provider and alternatives, and creates the others', async () => {
    const input = await wanted()
    await create(client, '/v1/group-appointments', {
      providerId: input.providerId,
      serviceId: service.id,
      startsAt: '2026-12-08T10:00:00+01:00',
    })
    const { id } = await booked(input)
    expect(await read(id)).toMatchObject({ progress: { booked: 3, conflicts: 1 } })
    const taken = (await occurrences(id))[1]!
    expect(taken).toMatchObject({
      status: 'CONFLICT',
      groupId: null,
      result: { action: 'BOOK', outcome: 'CONFLICT', code: 'slot_taken' },
    })
    expect(taken.result!.alternatives).not.toEqual([])
  })

  test('creates nothing twice when it is repeated', async () => {
    const { id } = await booked()
    await carryOut(id)
    expect(await groups(id)).toHaveLength(4)
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('requires a group service and no child, unlike other series', async () => {
    const refused = async (more: object) =>
      refusal(await client.post('/v1/series', await wanted(more)))
    const one = await newService(client, { code: 'ONE' })
    expect(await refused({ serviceId: one.id })).toEqual(unmet('serviceId: no_group'))
    expect(await refused({ childId: (await newChild(client)).id })).toEqual(
      unmet('childId: not_allowed'),
    )
    expect(await refused({ kind: 'APPOINTMENT' })).toEqual(unmet('childId: required'))
  })

  test('is filtered by its kind', async () => {
    const { id } = await booked()
    const single = await create(client, '/v1/series', {
      ...(await wanted({ kind: 'APPOINTMENT' })),
      childId: (await newChild(client)).id,
    })
    const ids = async (kind: string) =>
      (await client.get<Page>(`/v1/series?kind=${kind}`)).body.data.map((it) => it.id)
    expect(await ids('GROUP')).toContain(id)
    expect(await ids('GROUP')).not.toContain(single.id)
    expect(await ids('APPOINTMENT')).toEqual([single.id])
  })
})

describe('editing', () => {
  test('moves the following groups with their places, and reports failures', async () => {
    const { id } = await booked()
    const [, second, third] = await occurrences(id)
    const place = await joined(second!.groupId!)
    const { childId } = await joined(third!.groupId!)
    const { id: providerId } = await newProvider(client, { locationIds: [location.id] })
    await create(client, '/v1/appointments', {
      childId,
      providerId,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-15T14:00:00+01:00',
    })
    const change = {
      scope: 'FOLLOWING',
      occurrenceId: second!.id,
      startTime: '14:00',
      notes: 'Upstairs',
    }
    const { body: preview } = await edit(id, change, '?dryRun=true')
    expect(preview.occurrences).toMatchObject([
      { result: { outcome: 'DONE' } },
      { groupId: third!.groupId, result: { outcome: 'CONFLICT', code: 'slot_taken' } },
      { groupId: second!.groupId, appointmentId: null, result: { outcome: 'DONE' } },
    ])
    expect((await edit(id, change)).status).toBe(202)
    await carryOut(id)
    expect(await startsOf(id)).toEqual([
      '2026-12-01T10:00:00+01:00',
      '2026-12-08T14:00:00+01:00',
      '2026-12-15T10:00:00+01:00',
      '2026-12-22T14:00:00+01:00',
    ])
    expect((await groups(id)).map(({ notes }) => notes)).toEqual([
      null,
      'Upstairs',
      null,
      'Upstairs',
    ])
    const { body } = await client.get(`/v1/appointments/${place.id}`)
    expect(body).toMatchObject({ startsAt: '2026-12-08T14:00:00+01:00' })
  })

  test('changes the notes of all, and the days of the rule', async () => {
    const { id } = await booked()
    await edit(id, { scope: 'ALL', notes: 'Shoes' })
    await carryOut(id)
    expect((await groups(id)).map(({ notes }) => notes)).toEqual(Array(4).fill('Shoes'))
    await edit(id, { scope: 'ALL', rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=3' })
    await carryOut(id)
    const open = (await groups(id)).filter(({ status }) => status === 'CONFIRMED')
    expect(open.map(({ startsAt }) => startsAt)).toEqual([
      '2026-12-03T10:00:00+01:00',
      '2026-12-10T10:00:00+01:00',
      '2026-12-17T10:00:00+01:00',
    ])
  })

  test('refuses changes that groups cannot take', async () => {
    const { id } = await booked()
    const { id: elsewhere } = await newLocation(client)
    for (const change of [
      { locationId: elsewhere },
      { serviceId: service.id },
      { durationMinutes: 30 },
    ])
      expect(refusal(await edit(id, { scope: 'ALL', ...change }))).toEqual(
        unmet(`${Object.keys(change)[0]}: not_allowed`),
      )
  })

  test('keeps the time of a group that was moved separately', async () => {
    const { id } = await booked()
    const [first] = await groups(id)
    await client.post(`/v1/group-appointments/${first!.id}/reschedule`, {
      startsAt: '2026-12-02T11:00:00+01:00',
    })
    await edit(id, { scope: 'ALL', notes: 'Shoes' })
    await carryOut(id)
    expect((await startsOf(id))[0]).toBe('2026-12-02T11:00:00+01:00')
  })
})

describe('cancelling', () => {
  test('cancels the following groups with their places, and previews it', async () => {
    const { id } = await booked()
    const [, , third] = await occurrences(id)
    const place = await joined(third!.groupId!)
    const from = { scope: 'FOLLOWING', occurrenceId: third!.id }
    const { body: preview } = await cancel(id, from, '?dryRun=true')
    expect(preview).toMatchObject({
      dryRun: true,
      fees: [],
      occurrences: [{ groupId: third!.groupId, fee: null, result: { outcome: 'DONE' } }, {}],
    })
    expect(await read(id)).toMatchObject({ progress: { booked: 4, cancelled: 0 } })

    expect((await cancel(id, from)).status).toBe(202)
    await carryOut(id)
    expect((await groups(id)).map(({ status }) => status)).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'CANCELLED',
      'CANCELLED',
    ])
    const { body } = await client.get(`/v1/appointments/${place.id}`)
    expect(body).toMatchObject({ status: 'CANCELLED' })
    expect(await read(id)).toMatchObject({ progress: { booked: 2, cancelled: 2 } })
  })

  test('of all ends the series, and a family cannot request it', async () => {
    const { id } = await booked()
    expect(refusal(await cancel(id, { scope: 'ALL', initiator: 'CLIENT' }))).toEqual(
      unmet('initiator: not_allowed'),
    )
    await cancel(id, { scope: 'ALL' })
    await carryOut(id)
    expect(await read(id)).toMatchObject({
      cancelledAt: expect.any(String),
      progress: { booked: 0, cancelled: 4 },
    })
  })

  test('counts a group that was cancelled separately', async () => {
    const { id } = await booked()
    const [first] = await groups(id)
    await client.post(`/v1/group-appointments/${first!.id}/cancel`, CALLED_OFF)
    expect(await read(id)).toMatchObject({ progress: { booked: 3, cancelled: 1 } })
    expect((await occurrences(id))[0]).toMatchObject({ status: 'CANCELLED', groupId: first!.id })
  })

  test('has nothing to confirm', async () => {
    const { id } = await booked()
    const answer = await client.post(`/v1/series/${id}/confirm`, { scope: 'ALL' })
    expect(refusal(answer)).toEqual([409, 'nothing_to_confirm'])
  })
})
