import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import type { Availability } from '#scheduling/availability/schemas.ts'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  newRoom,
  newService,
  refusal,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const WEEK = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY']
const NINE_TO_TWELVE = WEEK.map((weekday) => ({ weekday, startTime: '09:00', endTime: '12:00' }))

/** A separate centre: one location, provider, child and service; queries about Tuesday, 1 December 2026. */
const openCentre = async ({ timeZone = 'Europe/Berlin', service = {}, schedule = true } = {}) => {
  const client = await api.createTenant()
  const location = await newLocation(client, { timeZone })
  const provider = await newProvider(client, { locationIds: [location.id] })
  const child = await newChild(client)
  const made = await newService(client, {
    durationMinutes: 60,
    startEveryMinutes: 60,
    ...service,
  })
  if (schedule)
    await create(client, '/v1/schedules', {
      providerId: provider.id,
      locationId: location.id,
      windows: NINE_TO_TWELVE,
    })
  const ids = {
    serviceId: made.id,
    providerId: provider.id,
    locationId: location.id,
    childId: child.id,
  }
  return { client, ...ids, ...talk(client, ids) }
}

const talk = (
  client: ApiClient,
  { serviceId, providerId, childId }: { serviceId: string; providerId: string; childId: string },
) => {
  const find = async (query: Record<string, string> = {}) => {
    const search = new URLSearchParams({
      serviceIds: serviceId,
      'startsAt[gte]': '2026-12-01T00:00:00+01:00',
      'startsAt[lt]': '2026-12-02T00:00:00+01:00',
      ...query,
    })
    for (const [name, value] of Object.entries(query)) if (value === '') search.delete(name)
    return client.get<Availability>(`/v1/availability?${search.toString()}`)
  }
  return {
    find,
    /** Local times at which the first provider is free. */
    times: async (query: Record<string, string> = {}) => {
      const { body } = await find(query)
      return body.data[0]?.starts.map((start) => start.slice(11, 16))
    },
    explain: async (at: string, query: Record<string, string> = {}) => {
      const { body } = await find({
        ...query,
        explain: 'true',
        startsAt: at,
        'startsAt[gte]': '',
        'startsAt[lt]': '',
      })
      return body.explanations[0]!.blocks.map(({ code }) => code)
    },
    book: (booking: object = {}) =>
      client.post<Appointment & { blocks: string[]; alternatives: { startsAt: string }[] }>(
        '/v1/appointments',
        {
          childId,
          providerId,
          serviceId,
          type: 'THERAPY_SESSION',
          startsAt: '2026-12-01T10:00:00+01:00',
          ...booking,
        },
      ),
  }
}

describe('the working hours of a provider', () => {
  test('are unlimited without a schedule', async () => {
    const { times, find, book } = await openCentre({ schedule: false })
    expect(await times()).toHaveLength(24)
    expect((await find()).body.data[0]).toMatchObject({ hoursConfigured: false })
    expect((await book({ startsAt: '2026-12-06T03:00:00+01:00' })).status).toBe(201)
  })

  test('are those of the schedule, for availability and booking alike', async () => {
    const { times, book, explain } = await openCentre()
    expect(await times()).toEqual(['09:00', '10:00', '11:00'])
    const { status, body } = await book({ startsAt: '2026-12-01T12:00:00+01:00' })
    expect([status, body]).toMatchObject([
      409,
      { code: 'slot_unavailable', blocks: ['outside_hours'] },
    ])
    expect(body.alternatives.map(({ startsAt }) => startsAt)).toEqual([
      '2026-12-01T11:00:00+01:00',
      '2026-12-01T10:00:00+01:00',
      '2026-12-01T09:00:00+01:00',
    ])
    expect(await explain('2026-12-01T12:00:00+01:00')).toEqual(['outside_hours'])
    expect((await book({ startsAt: '2026-12-01T11:00:00+01:00' })).status).toBe(201)
    expect(await times()).toEqual(['09:00', '10:00'])
    expect(await explain('2026-12-01T11:00:00+01:00')).toEqual(['provider_busy'])
  })

  test('follow the dates of a schedule', async () => {
    const { client, providerId, times } = await openCentre()
    const { body } = await client.get<{ data: { id: string }[] }>(
      `/v1/schedules?providerId=${providerId}`,
    )
    await client.patch(`/v1/schedules/${body.data[0]!.id}`, { endsOn: '2026-11-30' })
    expect(await times()).toEqual([])
    await client.patch(`/v1/schedules/${body.data[0]!.id}`, { endsOn: '2026-12-01' })
    expect(await times()).toEqual(['09:00', '10:00', '11:00'])
  })

  test('are empty at a location without a schedule if another location has one', async () => {
    const { client, providerId, locationId, times } = await openCentre()
    const { id } = await newLocation(client, { name: 'Brooklyn', timeZone: 'America/New_York' })
    await client.patch(`/v1/providers/${providerId}`, { locationIds: [locationId, id] })
    expect(await times({ locationIds: id })).toEqual([])
  })

  test('shrink with closed days, closures and location hours, and grow with extra hours', async () => {
    const { client, providerId, locationId, times, explain } = await openCentre()
    const exception = (more: object) =>
      create(client, '/v1/schedule-exceptions', { providerId, occursOn: '2026-12-01', ...more })
    await exception({ kind: 'EXTRA', windows: [{ startTime: '14:00', endTime: '16:00' }] })
    expect(await times()).toEqual(['09:00', '10:00', '11:00', '14:00', '15:00'])
    await client.patch(`/v1/locations/${locationId}`, {
      hours: [{ weekday: 'TUESDAY', startTime: '10:00', endTime: '15:00' }],
    })
    expect(await times()).toEqual(['10:00', '11:00', '14:00'])
    expect(await explain('2026-12-01T09:00:00+01:00')).toEqual(['location_closed'])
    await exception({ kind: 'CLOSED' })
    expect(await times()).toEqual(['14:00'])
    const closure = await create(client, '/v1/closures', {
      locationId,
      name: 'Water damage',
      startsOn: '2026-12-01',
    })
    expect(await times()).toEqual([])
    await client.post(`/v1/closures/${closure.id}/archive`)
    expect(await times()).toEqual(['14:00'])
  })

  test('follow changed exceptions and closures, while bookings stay', async () => {
    const { client, providerId, locationId, times, book } = await openCentre()
    const { body: booked } = await book()
    expect(await times()).toEqual(['09:00', '11:00'])
    const windows = [{ startTime: '14:00', endTime: '15:00' }]
    const json = { providerId, occursOn: '2026-12-02', kind: 'EXTRA', windows }
    const { id } = await create(client, '/v1/schedule-exceptions', json)
    const change = (patch: object) => client.patch(`/v1/schedule-exceptions/${id}`, patch)
    expect((await change({ occursOn: '2026-12-01' })).status).toBe(200)
    expect(await times()).toEqual(['09:00', '11:00', '14:00'])
    expect(refusal(await change({ kind: 'CLOSED' }))).toContain('windows: not_allowed')
    expect(refusal(await change({ windows: [] }))).toContain('windows: required')
    expect((await change({ kind: 'CLOSED', windows: [] })).status).toBe(200)
    expect(await times()).toEqual([])
    await client.post(`/v1/schedule-exceptions/${id}/archive`)

    const closure = await create(client, '/v1/closures', {
      locationId,
      name: 'Works',
      startsOn: '2026-12-03',
    })
    const move = (patch: object) => client.patch(`/v1/closures/${closure.id}`, patch)
    expect(refusal(await move({ startsOn: '2026-12-04' }))).toContain('endsOn: inverted_range')
    expect(await times()).toEqual(['09:00', '11:00'])
    expect((await move({ startsOn: '2026-12-01', locationId: null })).body).toMatchObject({
      startsOn: '2026-12-01',
      endsOn: '2026-12-03',
      locationId: null,
    })
    expect(await times()).toEqual([])
    expect((await client.get(`/v1/appointments/${booked.id}`)).body).toEqual(booked)
  })

  test('exclude approved time off', async () => {
    const { client, providerId, times, book } = await openCentre()
    const { id } = await create(client, '/v1/time-off', {
      providerId,
      startsAt: '2026-12-01T09:30:00+01:00',
      endsAt: '2026-12-01T11:00:00+01:00',
      approved: false,
    })
    expect(await times()).toEqual(['09:00', '10:00', '11:00'])
    await client.post(`/v1/time-off/${id}/approve`)
    expect(await times()).toEqual(['11:00'])
    expect((await book()).body).toMatchObject({ code: 'slot_unavailable', blocks: ['time_off'] })
    await client.post(`/v1/time-off/${id}/cancel`)
    expect(await times()).toEqual(['09:00', '10:00', '11:00'])
  })
})

describe('a service', () => {
  test('uses the settings of the provider field by field over its own', async () => {
    const { client, serviceId, providerId, locationId, find, book } = await openCentre()
    await client.patch(`/v1/services/${serviceId}`, {
      locationPrices: { [locationId]: { amount: 9000 } },
      providerOverrides: { [providerId]: { durationMinutes: 90, startEveryMinutes: 30 } },
    })
    const offered = { durationMinutes: 90, amount: 9000, currency: 'EUR' }
    const { data } = (await find()).body
    expect(data[0]).toMatchObject({ services: [offered] })
    expect(data[0]!.starts.at(-1)).toBe('2026-12-01T10:30:00+01:00')
    await client.patch(`/v1/services/${serviceId}`, {
      amount: null,
      locationPrices: { [locationId]: null },
    })
    expect((await find()).body.data[0]).toMatchObject({
      services: [{ amount: null, currency: null }],
    })
    await client.patch(`/v1/services/${serviceId}`, {
      providerOverrides: { [providerId]: { startEveryMinutes: null, amount: 11_000 } },
    })
    expect((await find()).body.data[0]).toMatchObject({
      services: [{ durationMinutes: 90, amount: 11_000 }],
      starts: ['2026-12-01T09:00:00+01:00', '2026-12-01T10:00:00+01:00'],
    })
    expect((await book()).body).toMatchObject({
      endsAt: '2026-12-01T11:30:00+01:00',
      amount: 11_000,
    })
  })

  test('is offered only by its named providers', async () => {
    const { client, serviceId, find, book } = await openCentre()
    const other = await newProvider(client)
    await client.patch(`/v1/services/${serviceId}`, { providerIds: [other.id] })
    expect((await find()).body.data).toEqual([])
    expect(refusal(await book())).toEqual([
      400,
      'validation_failed',
      'providerId: provider_does_not_perform',
    ])
  })

  test('has starts only on its grid, within its horizon, up to its daily cap', async () => {
    const { times, explain, book, client, serviceId } = await openCentre({
      service: { dailyCap: 2, horizonDays: 30, durationMinutes: 30, startEveryMinutes: 30 },
    })
    const child = async () => ({ childId: (await newChild(client)).id })
    const blocked = async (startsAt: string) =>
      (await book({ ...(await child()), startsAt })).body.blocks
    expect(await blocked('2026-12-01T10:10:00+01:00')).toEqual(['not_on_grid'])
    expect(await blocked('2027-01-05T10:00:00+01:00')).toEqual(['too_far_ahead'])
    for (const hour of ['09', '10'])
      expect(
        (await book({ ...(await child()), startsAt: `2026-12-01T${hour}:00:00+01:00` })).status,
      ).toBe(201)
    expect(await times()).toEqual([])
    expect(await explain('2026-12-01T11:00:00+01:00')).toEqual(['daily_cap'])
    expect(await blocked('2026-12-01T11:00:00+01:00')).toEqual(['daily_cap'])
    // A cap below the existing bookings leaves them alone.
    await client.patch(`/v1/services/${serviceId}`, { dailyCap: 1 })
    const { body } = await client.get<{ data: Appointment[] }>('/v1/appointments')
    expect(body.data.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect((await book({ ...(await child()), startsAt: '2026-12-02T09:00:00+01:00' })).status).toBe(
      201,
    )
    expect(await blocked('2026-12-02T10:00:00+01:00')).toEqual(['daily_cap'])
  })

  test('with a cap of one is booked once by twenty simultaneous requests', async () => {
    const { book, client } = await openCentre({ service: { dailyCap: 1 } })
    const children = await Promise.all(Array.from({ length: 20 }, () => newChild(client)))
    const answers = await Promise.all(
      children.map(({ id }, index) =>
        book({ childId: id, startsAt: `2026-12-01T${['09', '10', '11'][index % 3]}:00:00+01:00` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('that needs a room takes the first suitable one, or is refused', async () => {
    const { client, locationId, serviceId, times, explain } = await openCentre({
      service: { roomRequired: true, equipment: ['mirror'] },
      schedule: false,
    })
    const window = {
      'startsAt[gte]': '2026-12-01T10:00:00+01:00',
      'startsAt[lt]': '2026-12-01T11:00:00+01:00',
    }
    const AT = '2026-12-01T10:00:00+01:00'
    const plain = await newRoom(client, locationId)
    expect(await times(window)).toEqual([])
    const mirror = await newRoom(client, locationId, { equipment: ['mirror', 'ball'] })
    expect(await times(window)).toEqual(['10:00'])
    const other = async (booking: object = {}) => {
      const provider = await newProvider(client, { locationIds: [locationId] })
      const { id: childId } = await newChild(client)
      return talk(client, { serviceId, providerId: provider.id, childId }).book(booking)
    }
    const unsuitable = await other({ roomId: plain.id })
    expect(refusal(unsuitable)).toEqual([400, 'validation_failed', 'roomId: room_unsuitable'])
    expect((await other()).body).toMatchObject({ roomId: mirror.id })
    expect(await times(window)).toEqual([])
    expect(await explain(AT)).toEqual(['room_busy'])
    expect((await other()).body).toMatchObject({ code: 'slot_taken', resource: 'room' })
    await newRoom(client, locationId, { equipment: ['mirror'] })
    await newRoom(client, locationId, { equipment: ['mirror'] })
    // Two rooms for ten simultaneous requests: two succeed, whichever room each tries first.
    const answers = await Promise.all(Array.from({ length: 10 }, () => other()))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      201,
      ...Array(8).fill(409),
    ])
  })
})

describe('searching for a start', () => {
  test('with a child leaves out times that conflict with appointments of the child', async () => {
    const { client, childId, locationId, times, explain, book, serviceId } = await openCentre()
    const elsewhere = await newProvider(client, { locationIds: [locationId] })
    await book({ providerId: elsewhere.id })
    expect(await times()).toEqual(['09:00', '10:00', '11:00'])
    expect(await times({ childId })).toEqual(['09:00', '11:00'])
    expect(await explain('2026-12-01T10:00:00+01:00')).toEqual([])
    const search = new URLSearchParams({
      serviceIds: serviceId,
      childId,
      explain: 'true',
      startsAt: '2026-12-01T10:00:00+01:00',
    })
    const { body } = await client.get<Availability>(`/v1/availability?${search.toString()}`)
    expect(
      body.explanations.every(({ blocks }) => blocks.some(({ code }) => code === 'child_busy')),
    ).toBe(true)
  })

  test('with a child checks its consents and lists missing ones', async () => {
    const { client, serviceId, childId, find, times, explain, book } = await openCentre({
      service: { requiredConsents: ['TREATMENT', 'TELEHEALTH'] },
    })
    const grantedById = (await newClient(client)).id
    await create(client, '/v1/guardianships', {
      childId,
      clientId: grantedById,
      relationship: 'mother',
      legal: true,
    })
    const consent = (kind: string, more = {}) =>
      create(client, '/v1/consents', {
        childId,
        grantedById,
        kind,
        grantedAt: '2026-11-20T10:00:00+01:00',
        evidence: 'Signed form.',
        ...more,
      })
    const missing = async () => (await find({ childId })).body.missingConsents

    expect(await times()).toEqual(['09:00', '10:00', '11:00'])
    expect(await times({ childId })).toEqual([])
    expect(refusal(await book())).toEqual([409, 'consent_missing'])
    expect(await missing()).toEqual([
      { serviceId, kind: 'TELEHEALTH', consentEndsAt: null },
      { serviceId, kind: 'TREATMENT', consentEndsAt: null },
    ])
    await consent('TELEHEALTH')
    await consent('TREATMENT', { expiresAt: '2026-12-01T10:00:00+01:00' })
    expect(await times({ childId })).toEqual(['09:00'])
    expect(await missing()).toEqual([
      { serviceId, kind: 'TREATMENT', consentEndsAt: '2026-12-01T09:00:00.000Z' },
    ])
    expect(await explain('2026-12-01T10:00:00+01:00', { childId })).toEqual(['consent_missing'])
    expect(refusal(await book())).toEqual([409, 'consent_missing'])
    expect((await book({ startsAt: '2026-12-01T09:00:00+01:00' })).status).toBe(201)
    await consent('TREATMENT')
    expect([await times({ childId }), await missing()]).toEqual([['10:00', '11:00'], []])
  })

  test('for a group service lists groups with free places', async () => {
    const { client, serviceId, providerId, locationId, find } = await openCentre({
      service: { capacity: 2 },
    })
    const group = await create(client, '/v1/group-appointments', {
      providerId,
      serviceId,
      startsAt: '2026-12-01T10:00:00+01:00',
    })
    const groups = async (query = {}) =>
      (await find(query)).body.groups.map(({ groupId, placesLeft }) => [groupId, placesLeft])
    const join = async () => {
      const { id: childId } = await newChild(client)
      await create(client, `/v1/group-appointments/${group.id}/attendees`, { childId })
      return childId
    }
    expect((await find()).body.groups).toEqual([
      {
        groupId: group.id,
        serviceId,
        providerId,
        locationId,
        startsAt: '2026-12-01T10:00:00+01:00',
        endsAt: '2026-12-01T11:00:00+01:00',
        placesLeft: 2,
        amount: 8500,
        currency: 'EUR',
      },
    ])
    const childId = await join()
    expect([await groups(), await groups({ childId })]).toEqual([[[group.id, 1]], []])
    const elsewhere = await newProvider(client, { locationIds: [locationId] })
    expect(await groups({ providerIds: elsewhere.id })).toEqual([])
    await join()
    expect(await groups()).toEqual([])
  })

  test('to move an appointment treats its own slot as free, and the move succeeds', async () => {
    const { client, times, book } = await openCentre({ service: { startEveryMinutes: 30 } })
    const { body } = await book()
    const moving = { serviceIds: '', appointmentId: body.id }
    expect(await times()).toEqual(['09:00', '11:00'])
    expect(await times(moving)).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00'])
    const move = (startsAt: string) =>
      client.post(`/v1/appointments/${body.id}/reschedule`, { startsAt })
    expect((await move('2026-12-01T10:30:00+01:00')).status).toBe(200)
    expect(refusal(await move('2026-12-01T11:30:00+01:00'))).toEqual([409, 'slot_unavailable'])
  })

  test('for two services in one visit returns starts at which both can be booked', async () => {
    const { client, find, book, childId } = await openCentre({
      service: { bufferAfterMinutes: 15, startEveryMinutes: 15 },
    })
    const second = await newService(client, {
      code: 'SECOND',
      durationMinutes: 45,
      startEveryMinutes: 15,
    })
    const first = (await find()).body.data[0]!.services[0]!.serviceId
    const { data } = (await find({ serviceIds: `${first},${second.id}` })).body
    expect(data[0]).toMatchObject({
      services: [
        { afterMinutes: 0, durationMinutes: 60 },
        { afterMinutes: 75, durationMinutes: 45 },
      ],
      starts: ['09:00', '09:15', '09:30', '09:45', '10:00'].map(
        (time) => `2026-12-01T${time}:00+01:00`,
      ),
    })
    expect((await book({ childId, startsAt: '2026-12-01T10:00:00+01:00' })).status).toBe(201)
    const then = await book({
      childId,
      serviceId: second.id,
      startsAt: '2026-12-01T11:15:00+01:00',
    })
    expect(then.status).toBe(201)
  })

  test('supports another time zone, and any provider or location', async () => {
    const { client, find, providerId } = await openCentre()
    const brooklyn = await newLocation(client, { name: 'Brooklyn', timeZone: 'America/New_York' })
    const grace = await newProvider(client, { locationIds: [brooklyn.id] })
    await create(client, '/v1/schedules', {
      providerId: grace.id,
      locationId: brooklyn.id,
      windows: NINE_TO_TWELVE,
    })
    const { data } = (await find({ timeZone: 'Asia/Kathmandu' })).body
    const starts = Object.fromEntries(data.map((one) => [one.providerId, one.starts[0]]))
    expect(starts).toEqual({
      [providerId]: '2026-12-01T13:45:00+05:45',
      [grace.id]: '2026-12-01T19:45:00+05:45',
    })
  })

  test.each([
    [
      'an inverted range',
      { 'startsAt[lt]': '2026-11-30T00:00:00+01:00' },
      'startsAt[lt]: inverted_range',
    ],
    [
      'a range of 63 days',
      { 'startsAt[lt]': '2027-02-02T00:00:00+01:00' },
      'startsAt[lt]: range_too_long',
    ],
    ['an unknown zone', { timeZone: 'Europe/Atlantis' }, 'timeZone: unknown_time_zone'],
    ['no end', { 'startsAt[lt]': '' }, 'startsAt[lt]: required'],
    ['no service', { serviceIds: '' }, 'serviceIds: required'],
    ['explaining nothing', { explain: 'true' }, 'startsAt: required'],
    [
      'explaining another time',
      { explain: 'true', startsAt: '2026-12-03T10:00:00+01:00' },
      'startsAt: out_of_range',
    ],
  ])('refuses %s', async (_, query, issue) => {
    const { find } = await openCentre()
    expect(refusal(await find(query))).toEqual([400, 'validation_failed', issue])
  })

  test('treats ids of other centres like unknown ones', async () => {
    const { find } = await openCentre()
    const other = await openCentre()
    expect(refusal(await find({ serviceIds: other.serviceId }))).toEqual([
      400,
      'invalid_reference',
      'serviceIds.0: invalid_reference',
    ])
    expect(refusal(await find({ providerIds: other.providerId }))).toEqual([
      400,
      'invalid_reference',
      'providerIds.0: invalid_reference',
    ])
    expect(refusal(await find({ locationIds: other.locationId }))).toEqual([
      400,
      'invalid_reference',
      'locationIds.0: invalid_reference',
    ])
    expect(refusal(await find({ childId: other.childId }))).toEqual([
      400,
      'invalid_reference',
      'childId: invalid_reference',
    ])
  })
})

describe('an override', () => {
  const override = { rules: ['outside_hours'], reason: 'The family can only come late' }
  const late = { startsAt: '2026-12-01T18:00:00+01:00', override }

  test('skips the named rules with the permission, and is recorded', async () => {
    const { client, book } = await openCentre()
    const { status, body } = await book(late)
    expect([status, body.override]).toEqual([201, override])
    const [row] = await api.query<{ changes: object }>(
      `SELECT changes FROM audit_entries WHERE subject_id = $1`,
      [body.id],
    )
    expect(JSON.stringify(row)).not.toContain('can only come late')
    const closed = await create(client, '/v1/closures', { name: 'Feast', startsOn: '2026-12-01' })
    expect(closed.id).toBeDefined()
    expect((await book({ ...late, startsAt: '2026-12-01T20:00:00+01:00' })).body.blocks).toEqual([
      'location_closed',
    ])
  })

  test('is refused without the permission, and never allows double booking', async () => {
    const { client, book, childId, providerId, serviceId } = await openCentre()
    const desk = await api.createClient(client.tenantId, { scopes: ['bookings'] })
    expect((await talk(desk, { childId, providerId, serviceId }).book(late)).status).toBe(403)
    await book(late)
    expect((await book(late)).body).toMatchObject({ code: 'slot_taken' })
    expect((await book({ override: { rules: ['provider_busy'], reason: 'x' } })).status).toBe(400)
  })
})

describe('schedules and services refuse', () => {
  test.each([
    [
      'overlapping windows',
      { windows: [NINE_TO_TWELVE[0], { weekday: 'MONDAY', startTime: '11:00', endTime: '13:00' }] },
      'windows.1: overlapping',
    ],
    ['an unknown zone', { timeZone: 'Mars/Olympus' }, 'timeZone: unknown_time_zone'],
    [
      'a day after the last',
      { startsOn: '2026-12-02', endsOn: '2026-12-01' },
      'endsOn: inverted_range',
    ],
    [
      'an invalid time',
      { windows: [{ weekday: 'MONDAY', startTime: '24:00', endTime: '25:00' }] },
      'windows.0.startTime: invalid_format',
    ],
  ])('%s', async (_, more, issue) => {
    const { client, providerId, locationId } = await openCentre()
    const answer = await client.post('/v1/schedules', {
      providerId,
      locationId,
      windows: NINE_TO_TWELVE,
      ...more,
    })
    const [status, code, ...issues] = refusal(answer)
    expect([status, code]).toEqual([400, 'validation_failed'])
    expect(issues).toContain(issue)
  })

  test('a closed day with hours, and an open one without', async () => {
    const { client, providerId } = await openCentre()
    const post = (more: object) =>
      client.post('/v1/schedule-exceptions', { providerId, occursOn: '2026-12-01', ...more })
    expect(refusal(await post({ kind: 'EXTRA' }))).toContain('windows: required')
    const hours = { windows: [{ startTime: '09:00', endTime: '12:00' }] }
    expect(refusal(await post({ kind: 'CLOSED', ...hours }))).toContain('windows: not_allowed')
  })

  test('unknown providers and locations', async () => {
    const { client, serviceId } = await openCentre()
    const other = await openCentre()
    const patch = (body: object) => client.patch(`/v1/services/${serviceId}`, body)
    const reference = (path: string) => [400, 'invalid_reference', `${path}: invalid_reference`]
    const { providerId, locationId } = other
    expect(refusal(await patch({ providerIds: [providerId] }))).toEqual(reference('providerIds.0'))
    expect(refusal(await patch({ providerOverrides: { [providerId]: {} } }))).toEqual(
      reference(`providerOverrides.${providerId}`),
    )
    expect(refusal(await patch({ locationPrices: { [locationId]: { amount: 1 } } }))).toEqual(
      reference(`locationPrices.${locationId}`),
    )
  })

  test('archiving a provider with future appointments', async () => {
    const { client, providerId, book } = await openCentre()
    const { body } = await book()
    const archive = () => client.post(`/v1/providers/${providerId}/archive`)
    expect((await archive()).body).toMatchObject({
      code: 'provider_has_appointments',
      appointments: 1,
    })
    await client.post(`/v1/appointments/${body.id}/cancel`, {
      initiator: 'ORGANIZATION',
      reason: 'Leaves',
    })
    expect((await archive()).status).toBe(200)
  })
})

describe('an offset other than that of the location', () => {
  test.each([
    ['2026-12-01T14:00:00+05:00', '2026-12-01T10:00:00+01:00'],
    ['2026-12-01T10:00:00+02:00', '2026-12-01T09:00:00+01:00'],
    ['2026-12-01T09:00:00Z', '2026-12-01T10:00:00+01:00'],
  ])('still names an instant: %s is %s', async (startsAt, answered) => {
    const { book } = await openCentre()
    const { status, body } = await book({ startsAt })
    expect([status, body.startsAt]).toEqual([201, answered])
  })
})
