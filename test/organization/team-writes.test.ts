import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  create,
  newLocation,
  newProvider,
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
