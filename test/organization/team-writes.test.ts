import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
  type Resource,
} from '../resources/centre.ts'
import { joinAs } from '../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

/** Callers limited to a caseload write records of a provider only for themselves and their supervisees. */

let api: TestApi
let centre: ApiClient
let ana: Resource
let ben: Resource
let cara: Resource
let locationId: string
beforeAll(async () => void (api = await startApi()))
/** Ana supervises Cara, but not Ben. */
beforeEach(async () => {
  centre = await api.createTenant()
  locationId = (await newLocation(centre)).id
  const named = (name: string) => newProvider(centre, { name, locationIds: [locationId] })
  ;[ana, ben, cara] = await Promise.all([named('Ana Ruiz'), named('Ben Fink'), named('Cara Roth')])
  await create(centre, '/v1/supervisions', { providerId: cara.id, supervisorId: ana.id })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

let day = 0
const absence = (providerId: string, more: object = {}) => {
  day += 1
  const date = new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10)
  return { providerId, startsAt: `${date}T08:00:00Z`, endsAt: `${date}T16:00:00Z`, ...more }
}

type Caller = Pick<ApiClient, 'post' | 'patch' | 'get'>
const asked = (by: Caller, { id }: Resource) => by.post<Resource>('/v1/time-off', absence(id))
const ofColleague = [403, 'insufficient_scope']

describe('time off', () => {
  test('can be recorded by a therapist for themselves only', async () => {
    const therapist = await joinAs(api, centre, { roles: ['THERAPIST'], providerId: ana.id })
    expect((await asked(therapist, ana)).status).toBe(201)
    const refused = await asked(therapist, ben)
    expect(refusal(refused)).toEqual(ofColleague)
    expect(refused.text).toContain('the provider’s supervisees')
    expect((await centre.get<Page>(`/v1/time-off?providerId=${ben.id}`)).body.data).toEqual([])
  })

  test('of a colleague cannot be approved, declined or cancelled by a therapist', async () => {
    const therapist = await joinAs(api, centre, { roles: ['THERAPIST'], providerId: ana.id })
    const wish = absence(ben.id, { approved: false })
    const { id } = await create(centre, '/v1/time-off', wish)
    expect((await therapist.get(`/v1/time-off/${id}`)).status).toBe(200)
    for (const verb of ['approve', 'decline', 'cancel'])
      expect(refusal(await therapist.post(`/v1/time-off/${id}/${verb}`))).toEqual(ofColleague)
    expect((await centre.post(`/v1/time-off/${id}/approve`)).status).toBe(200)
  })

  test('of supervisees can be handled by their supervisor', async () => {
    const supervisor = await joinAs(api, centre, { roles: ['SUPERVISOR'], providerId: ana.id })
    expect((await asked(supervisor, cara)).status).toBe(201)
    expect(refusal(await asked(supervisor, ben))).toEqual(ofColleague)
  })

  test('of anybody can be recorded by schedulers, for a location and outside a caseload too', async () => {
    for (const position of [
      { roles: ['SCHEDULER'] },
      { roles: ['SCHEDULER'], locationIds: [locationId] },
      { roles: ['SCHEDULER', 'THERAPIST'], providerId: ana.id },
      { roles: ['SCHEDULER', 'THERAPIST'], providerId: cara.id, locationIds: [locationId] },
    ]) {
      const { status, text } = await asked(await joinAs(api, centre, position), ben)
      expect([status, position], text).toEqual([201, position])
    }
  })
})

/** Other records of a provider, and how a bound key with the permission to write providers may use them. */
const WRITES: Record<string, (providerId: string) => [path: string, body: object]> = {
  schedule: (providerId) => [
    '/v1/schedules',
    {
      providerId,
      locationId,
      windows: [{ weekday: 'MONDAY', startTime: '08:00', endTime: '12:00' }],
    },
  ],
  'schedule exception': (providerId) => [
    '/v1/schedule-exceptions',
    { providerId, kind: 'CLOSED', occursOn: '2027-01-04' },
  ],
  license: (providerId) => [
    '/v1/provider-licenses',
    {
      providerId,
      profession: 'SPEECH_LANGUAGE_PATHOLOGIST',
      number: `146.${(day += 1)}`,
      authority: 'Illinois Department of Financial and Professional Regulation',
      state: 'US-IL',
      expiresOn: '2027-10-31',
    },
  ],
}

describe.each(Object.keys(WRITES))('a %s', (name) => {
  test('can be written by a key of the provider, and by no other bound key', async () => {
    const key = await api.createClient(centre.tenantId, { providerId: ana.id })
    const write = (by: ApiClient, { id }: Resource) => by.post(...WRITES[name]!(id))
    expect(refusal(await write(key, ben))).toEqual(ofColleague)
    for (const [by, whose] of [
      [key, ana],
      [key, cara],
      [centre, ben],
    ] as const) {
      const { status, text } = await write(by, whose)
      expect(status, text).toBe(201)
    }
  })
})

test('a key bound to a provider can change only their record', async () => {
  const key = await api.createClient(centre.tenantId, { providerId: ana.id })
  const patch = { name: 'Another name' }
  expect(refusal(await key.patch(`/v1/providers/${ben.id}`, patch))).toEqual(ofColleague)
  expect(refusal(await key.post('/v1/providers', { name: 'Somebody' }))).toEqual(ofColleague)
  expect((await key.patch(`/v1/providers/${ana.id}`, patch)).status).toBe(200)
})

/** Changes of a group carry the places of all its children along. */
describe('groups', () => {
  const AT = '2026-12-01T10:00:00+01:00'
  const groupOf = async (providerId: string) => {
    const { id: serviceId } = await newService(centre, { code: `GROUP_${(day += 1)}`, capacity: 3 })
    return create(centre, '/v1/group-appointments', {
      serviceId,
      providerId,
      locationId,
      startsAt: AT,
    })
  }
  const seriesOf = async (providerId: string) => {
    const { id: serviceId } = await newService(centre, { code: `GROUP_${(day += 1)}`, capacity: 3 })
    return create(centre, '/v1/series', {
      kind: 'GROUP',
      providerId,
      serviceId,
      startsOn: '2026-12-01',
      startTime: '10:00',
      rule: 'FREQ=WEEKLY;COUNT=4',
    })
  }
  const CALLED_OFF = { initiator: 'PROVIDER', reason: 'On training' }

  test('of a colleague cannot be moved, changed or cancelled, and are joined', async () => {
    const therapist = await joinAs(api, centre, { roles: ['THERAPIST'], providerId: ana.id })
    const { id } = await groupOf(ben.id)
    const child = await newChild(centre, { firstName: 'Tom' })
    await create(centre, `/v1/group-appointments/${id}/attendees`, { childId: child.id })
    for (const [verb, body] of [
      ['reschedule', { startsAt: AT, providerId: ana.id }],
      ['reschedule', { startsAt: '2026-12-02T10:00:00+01:00' }],
      ['cancel', CALLED_OFF],
    ] as const)
      expect(
        refusal(await therapist.post(`/v1/group-appointments/${id}/${verb}`, body)),
        verb,
      ).toEqual(ofColleague)
    const patched = await therapist.patch(`/v1/group-appointments/${id}`, { notes: 'Mine now' })
    expect(refusal(patched)).toEqual(ofColleague)
    expect((await therapist.get(`/v1/children/${child.id}`)).status).toBe(404)
    const own = await newChild(centre, { primaryProviderId: ana.id })
    const joined = await therapist.post(`/v1/group-appointments/${id}/attendees`, {
      childId: own.id,
    })
    expect(joined.status, joined.text).toBe(201)
    const ofBen = `/v1/group-appointments?providerId=${ben.id}`
    expect((await centre.get<Page>(ofBen)).body.data).toMatchObject([{ id, status: 'CONFIRMED' }])
  })

  test('in series of a colleague cannot be edited or cancelled', async () => {
    const therapist = await joinAs(api, centre, { roles: ['THERAPIST'], providerId: ana.id })
    const { id } = await seriesOf(ben.id)
    const edit = { scope: 'ALL', providerId: ana.id }
    expect(refusal(await therapist.post(`/v1/series/${id}/edit`, edit))).toEqual(ofColleague)
    const end = { scope: 'ALL', ...CALLED_OFF }
    expect(refusal(await therapist.post(`/v1/series/${id}/cancel`, end))).toEqual(ofColleague)
    expect((await centre.get<Resource>(`/v1/series/${id}`)).body).toMatchObject({
      providerId: ben.id,
      revision: 1,
    })
  })

  test('that a colleague took over from an own series are not taken back', async () => {
    const therapist = await joinAs(api, centre, { roles: ['THERAPIST'], providerId: ana.id })
    const { id } = await seriesOf(ana.id)
    const path = `/v1/series/${id}/occurrences`
    const occurrences = async () => (await centre.get<Page>(path)).body.data
    const [first] = await occurrences()
    const handOver = { scope: 'THIS', occurrenceId: first!.id, providerId: ben.id }
    const given = await therapist.post(`/v1/series/${id}/edit`, handOver)
    expect(given.status, given.text).toBe(202)
    const edit = { scope: 'ALL', providerId: ana.id, startTime: '11:00' }
    expect(refusal(await therapist.post(`/v1/series/${id}/edit`, edit))).toEqual(ofColleague)
    const end = { scope: 'ALL', ...CALLED_OFF }
    expect(refusal(await therapist.post(`/v1/series/${id}/cancel`, end))).toEqual(ofColleague)
    expect((await occurrences())[0]).toMatchObject({ providerId: ben.id })
    expect((await centre.post(`/v1/series/${id}/edit`, edit)).status).toBe(202)
  })

  test('of supervisees can be moved by their supervisor, and own ones by everybody', async () => {
    const supervisor = await joinAs(api, centre, { roles: ['SUPERVISOR'], providerId: ana.id })
    for (const whose of [ana, cara]) {
      const { id } = await groupOf(whose.id)
      const startsAt = '2026-12-02T10:00:00+01:00'
      const moved = await supervisor.post(`/v1/group-appointments/${id}/reschedule`, { startsAt })
      expect(moved.status, moved.text).toBe(200)
    }
    const { id } = await seriesOf(ana.id)
    const edited = await supervisor.post(`/v1/series/${id}/edit`, {
      scope: 'ALL',
      startTime: '11:00',
    })
    expect(edited.status, edited.text).toBe(202)
  })
})
