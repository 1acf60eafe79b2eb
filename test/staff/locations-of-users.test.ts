import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS_OF_PEOPLE } from '#platform/core/access/permissions.ts'
import type { Me } from '#staff/users/get-me.ts'
import { createWorld, type Made, type World } from '../contract/world.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { joinAs, openBrowser, type Browser } from './support.ts'

/** People who work at one location of a centre: their rights, and what they do there. */

let api: TestApi
let centre: ApiClient
let here: Made
let there: Made
let world: World

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  const location = async (name: string) =>
    (await centre.post<Made>('/v1/locations', { name, timeZone: 'Europe/Berlin' })).body
  here = await location('Mitte')
  there = await location('Nord')
  world = createWorld(api, centre, here)
})
afterAll(() => api[Symbol.asyncDispose]())

let counter = 0
const invite = (position: object) => {
  counter += 1
  return centre.post<Made & { locationIds: string[]; code: string; errors: { path: string }[] }>(
    '/v1/users',
    { email: `bound${counter}@example.org`, name: 'Bound', ...position },
  )
}

const scheduler = (...locations: Made[]): Promise<Browser & { user: { id: string } }> =>
  joinAs(api, centre, { roles: ['SCHEDULER'], locationIds: locations.map(({ id }) => id) })

const KNOWN: ReadonlySet<string> = new Set(PERMISSIONS_OF_PEOPLE)

const SLOT = { type: 'THERAPY_SESSION', startsAt: '2026-12-01T10:00:00+01:00' }

const providerAt = async (...locations: Made[]): Promise<Made> =>
  world.make('/v1/providers', { name: 'Dr. Ruiz', locationIds: locations.map(({ id }) => id) })

describe('a user with locations', () => {
  test('is invited with them, filtered by them, and shows them', async () => {
    const { status, body } = await invite({ roles: ['BILLER'], locationIds: [there.id] })
    expect([status, body.locationIds]).toEqual([201, [there.id]])
    const { body: found } = await centre.get<{ data: Made[] }>(`/v1/users?locationId=${there.id}`)
    expect(found.data.map(({ id }) => id)).toEqual([body.id])
  })

  test.each(['OWNER', 'ADMINISTRATOR', 'AUDITOR'])(
    'cannot be %s, who works for the whole centre',
    async (role) => {
      const { status, body } = await invite({ roles: ['SCHEDULER', role], locationIds: [here.id] })
      expect([status, body.code, body.errors[0]?.path]).toEqual([
        400,
        'validation_failed',
        'locationIds',
      ])
    },
  )

  test('cannot become one, and an owner cannot get locations', async () => {
    const { body: bound } = await invite({ roles: ['SCHEDULER'], locationIds: [here.id] })
    const owner = await joinAs(api, centre, { roles: ['OWNER'] })
    const { user: whole } = await joinAs(api, centre, { roles: ['OWNER'] })
    const made = await owner.patch(`/v1/users/${bound.id}`, { roles: ['OWNER'] })
    const given = await owner.patch(`/v1/users/${whole.id}`, { locationIds: [here.id] })
    expect([made.status, given.status]).toEqual([400, 400])
    const freed = await owner.patch(`/v1/users/${bound.id}`, { roles: ['OWNER'], locationIds: [] })
    expect(freed.status).toBe(200)
    await expect(
      api.query(`UPDATE users SET location_ids = '{loc_1}' WHERE id = $1`, [bound.id]),
    ).rejects.toThrow(/users_whole_centre/)
  })

  test('must name existing locations once', async () => {
    const { body: gone } = await centre.post<Made>('/v1/locations', {
      name: 'Closed',
      timeZone: 'Europe/Berlin',
    })
    await centre.post(`/v1/locations/${gone.id}/archive`)
    const unknown = 'loc_00000000000000000000000000'
    for (const id of [gone.id, unknown]) {
      const { status, body } = await invite({ roles: ['SCHEDULER'], locationIds: [here.id, id] })
      expect([status, body.code, body.errors[0]?.path]).toEqual([
        400,
        'invalid_reference',
        'locationIds.1',
      ])
    }
    const twice = await invite({ roles: ['SCHEDULER'], locationIds: [here.id, here.id] })
    expect(twice.status).toBe(400)
  })

  test('acts with the view LOCATIONS, without access to the whole centre', async () => {
    const { body: role } = await centre.post<Made>('/v1/roles', {
      name: 'Front desk and messages',
      permissions: ['children:read', 'users:read', 'audit:read'],
    })
    const providerId = (await world.provider()).id
    const position = { roles: [role.id, 'THERAPIST'], providerId, locationIds: [here.id] }
    const me: Me = await (await joinAs(api, centre, position)).readMe()
    expect(me.locationIds).toEqual([here.id])
    expect(me.access.map(({ sight }) => sight)).toEqual(['LOCATIONS', 'CASELOAD'])
    expect(me.access[0]!.permissions).toContain('children:read')
    expect(me.access[0]!.permissions).not.toContain('users:read')
    expect(me.access[0]!.permissions).not.toContain('audit:read')
  })

  test('is told why operations of the whole centre are refused', async () => {
    const reader = await joinAs(api, centre, { roles: ['READ_ONLY'], locationIds: [here.id] })
    const { status, body } = await reader.get<{ detail: string }>('/v1/users')
    expect(status).toBe(403)
    expect(body.detail).toMatch(/users:read/)
  })

  test('gets changed locations immediately, even in open sessions, and cannot change them', async () => {
    const person = await scheduler(here)
    const { id } = await world.child()
    expect((await person.get(`/v1/children/${id}`)).status).toBe(200)
    const path = `/v1/users/${person.user.id}`
    expect((await centre.patch(path, { locationIds: [there.id] })).status).toBe(200)
    expect((await person.get(`/v1/children/${id}`)).status).toBe(404)
    expect((await centre.patch(path, { locationIds: [] })).status).toBe(200)
    expect((await person.get(`/v1/children/${id}`)).status).toBe(200)

    const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR', 'SCHEDULER'] })
    const own = { roles: ['SCHEDULER'], locationIds: [here.id] }
    const { status, body } = await administrator.patch<{ code: string }>(
      `/v1/users/${administrator.user.id}`,
      own,
    )
    expect([status, body.code]).toEqual([403, 'second_person_required'])
  })

  test('is announced with them', async () => {
    const { body } = await invite({ roles: ['SCHEDULER'], locationIds: [here.id] })
    await centre.patch(`/v1/users/${body.id}`, { locationIds: [here.id, there.id] })
    const rows = await api.query<{ type: string; payload: { data: Record<string, unknown> } }>(
      `SELECT type, payload FROM outbox WHERE subject_id = $1 AND kind = 'event' ORDER BY id`,
      [body.id],
    )
    expect(JSON.stringify(rows)).toContain('"locationIds"')
    expect(rows.map(({ type }) => type)).toEqual(['user.invited', 'user.updated'])
  })
})

describe('the front desk of a location', () => {
  test('registers a family, books, and sees both, as the whole centre does but not another location', async () => {
    const desk = await scheduler(here)
    const child = await desk.post<Made & { locationId: string }>('/v1/children', {
      firstName: 'Mila',
      lastName: 'Sommer',
      birthDate: '2021-04-30',
    })
    expect([child.status, child.body.locationId]).toEqual([201, here.id])
    const childId = child.body.id
    const client = await desk.post<Made & { locationId: string }>('/v1/clients', {
      name: 'Ida Sommer',
    })
    expect([client.status, client.body.locationId]).toEqual([201, here.id])
    expect((await desk.get(`/v1/clients/${client.body.id}`)).status).toBe(200)
    const bond = {
      childId,
      clientId: client.body.id,
      relationship: 'mother',
      legal: true,
      billing: true,
    }
    expect((await desk.post('/v1/guardianships', bond)).status).toBe(201)
    const providerId = (await providerAt(here)).id
    const booked = await desk.post<Made>('/v1/appointments', { ...SLOT, childId, providerId })
    expect(booked.status, JSON.stringify(booked.body)).toBe(201)

    const found = await desk.get<{ data: { child: Made }[] }>('/v1/children/search?name=Sommer')
    expect(found.body.data.map((it) => it.child.id)).toEqual([childId])
    const known = await desk.get<{ data: { client: Made }[] }>('/v1/clients/search?name=Sommer')
    expect(known.body.data.map((it) => it.client.id)).toEqual([client.body.id])
    const other = await scheduler(there)
    for (const path of [
      `/v1/children/${childId}`,
      `/v1/clients/${client.body.id}`,
      `/v1/appointments/${booked.body.id}`,
    ]) {
      expect([path, (await desk.get(path)).status]).toEqual([path, 200])
      expect([path, (await centre.get(path)).status]).toEqual([path, 200])
      expect([path, (await other.get(path)).status]).toEqual([path, 404])
    }
  })

  test('of two locations must say which one registers a family', async () => {
    const desk = await scheduler(here, there)
    const family = { firstName: 'Mila', lastName: 'Winter', birthDate: '2021-04-30' }
    const unsaid = await desk.post<{ errors: object[] }>('/v1/children', family)
    expect(unsaid.body.errors).toMatchObject([{ path: 'locationId', code: 'required' }])
    const said = await desk.post('/v1/children', { ...family, locationId: there.id })
    expect(said.status).toBe(201)
  })

  test('sees the part of a child at its own location and books around the rest', async () => {
    const desk = await scheduler(here)
    const { id: childId } = await world.make('/v1/children', {
      firstName: 'Theo',
      lastName: 'Both',
      birthDate: '2021-04-30',
    })
    expect((await desk.get(`/v1/children/${childId}`)).status).toBe(404)
    const shared = await providerAt(here, there)
    const book = (at: Made, startsAt: string) =>
      world.make('/v1/appointments', {
        ...SLOT,
        startsAt,
        childId,
        providerId: shared.id,
        locationId: at.id,
      })
    const away = await book(there, '2026-12-02T10:00:00+01:00')
    const near = await book(here, '2026-12-03T10:00:00+01:00')
    for (const { id } of [away, near]) {
      await world.make(`/v1/appointments/${id}/check-in`)
      await world.make(`/v1/appointments/${id}/start`)
    }

    expect((await desk.get(`/v1/children/${childId}`)).status).toBe(200)
    const list = await desk.get<{ data: Made[] }>(`/v1/appointments?childId=${childId}`)
    expect(list.body.data.map(({ id }) => id)).toEqual([near.id])
    expect((await desk.get(`/v1/appointments/${away.id}`)).status).toBe(404)
    const reader = await joinAs(api, centre, { roles: ['READ_ONLY'], locationIds: [here.id] })
    const sessions = await reader.get<{ data: { appointmentId: string }[] }>(
      `/v1/sessions?childId=${childId}`,
    )
    expect(sessions.body.data.map(({ appointmentId }) => appointmentId)).toEqual([near.id])
    const timeline = await reader.get(`/v1/children/${childId}/timeline`)
    expect(JSON.stringify(timeline.body)).toContain(near.id)
    expect(JSON.stringify(timeline.body)).not.toContain(away.id)

    const taken = await desk.post<{ code: string }>('/v1/appointments', {
      ...SLOT,
      startsAt: '2026-12-02T10:00:00+01:00',
      childId: (await world.child()).id,
      providerId: shared.id,
      locationId: here.id,
    })
    expect([taken.status, taken.body.code]).toEqual([409, 'slot_taken'])
  })

  test('counts usage of an authorization at every location', async () => {
    const desk = await scheduler(here)
    const { id: childId } = await world.make('/v1/children', {
      firstName: 'Ben',
      lastName: 'Both',
      birthDate: '2021-04-30',
    })
    const cycle = await world.make('/v1/treatment-cycles', {
      childId,
      payer: 'Public insurance',
      authorized: 10,
      startsOn: '2026-09-01',
      endsOn: '2027-02-28',
    })
    const shared = await providerAt(here, there)
    const start = async (at: Made, startsAt: string) => {
      const slot = { ...SLOT, startsAt, childId, providerId: shared.id, locationId: at.id }
      const { id } = await world.make('/v1/appointments', slot)
      await world.make(`/v1/appointments/${id}/check-in`)
      return world.make(`/v1/appointments/${id}/start`)
    }
    const away = await start(there, '2026-12-07T10:00:00+01:00')
    const near = await start(here, '2026-12-08T10:00:00+01:00')
    await world.make(`/v1/appointments/${away.id}/complete`)
    const { status } = await desk.post(`/v1/appointments/${near.id}/complete`)
    expect(status).toBe(200)
    const { body } = await centre.get<{ used: number }>(`/v1/treatment-cycles/${cycle.id}`)
    expect(body.used).toBe(2)
  })

  test('still sees families whose appointments it cancelled, but not those booked there by mistake', async () => {
    const desk = await scheduler(here)
    const { id: childId } = await world.make('/v1/children', {
      firstName: 'Tom',
      lastName: 'Guest',
      birthDate: '2021-04-30',
    })
    const { id } = await world.make('/v1/appointments', {
      ...SLOT,
      childId,
      providerId: (await providerAt(here)).id,
    })
    const cancelled = { initiator: 'CLIENT', reason: 'Ill' }
    expect((await desk.post(`/v1/appointments/${id}/cancel`, cancelled)).status).toBe(200)
    expect((await desk.get(`/v1/appointments/${id}`)).status).toBe(200)
    await world.make(`/v1/appointments/${id}/mark-in-error`, { reason: 'Another child' })
    expect((await desk.get(`/v1/appointments/${id}`)).status).toBe(404)
    expect((await desk.get(`/v1/children/${childId}`)).status).toBe(404)
  })

  test('cannot write at another location', async () => {
    const { body: role } = await centre.post<Made>('/v1/roles', {
      name: 'Desk and hours',
      permissions: [
        ...['children', 'clients', 'appointments', 'series', 'waitlist'].map((it) => `${it}:write`),
        ...['rooms', 'schedules', 'closures', 'providers', 'locations'].map((it) => `${it}:write`),
      ].filter((permission) => KNOWN.has(permission)),
    })
    const desk = await joinAs(api, centre, { roles: [role.id], locationIds: [here.id] })
    const { id: childId } = await world.child()
    const ours = await providerAt(here)
    const shared = await providerAt(here, there)
    const foreign = await providerAt(there)
    const room = await world.make('/v1/rooms', { locationId: there.id, name: 'R1' })
    const { id: appointmentId } = await world.make('/v1/appointments', {
      ...SLOT,
      startsAt: '2026-12-04T10:00:00+01:00',
      childId,
      providerId: shared.id,
      locationId: here.id,
    })
    const week = [{ weekday: 'MONDAY', startTime: '09:00', endTime: '17:30' }]
    const guest = await world.child({ locationId: there.id })
    await world.make('/v1/appointments', {
      ...SLOT,
      startsAt: '2026-12-04T12:00:00+01:00',
      childId: guest.id,
      providerId: shared.id,
      locationId: here.id,
    })
    const parent = await world.make('/v1/clients', { name: 'Parent', locationId: there.id })
    await world.make('/v1/guardianships', {
      childId: guest.id,
      clientId: parent.id,
      relationship: 'mother',
      legal: true,
      billing: true,
    })
    const family = { firstName: 'A', lastName: 'B', birthDate: '2021-04-30', locationId: there.id }
    const holiday = { name: 'Holiday', startsOn: '2026-12-24', endsOn: '2026-12-26' }
    const closed = { providerId: shared.id, kind: 'CLOSED', occursOn: '2026-12-24' }
    const refused = {
      booking: desk.post('/v1/appointments', { ...SLOT, childId, providerId: foreign.id }),
      move: desk.patch(`/v1/appointments/${appointmentId}`, { locationId: there.id }),
      child: desk.post('/v1/children', family),
      client: desk.post('/v1/clients', { name: 'C', locationId: there.id }),
      hand: desk.patch(`/v1/children/${childId}`, { locationId: there.id }),
      free: desk.patch(`/v1/children/${childId}`, { locationId: null }),
      take: desk.patch(`/v1/children/${guest.id}`, { locationId: here.id }),
      takeParent: desk.patch(`/v1/clients/${parent.id}`, { locationId: here.id }),
      letGo: desk.patch(`/v1/clients/${parent.id}`, { locationId: null }),
      merge: desk.post(`/v1/children/${childId}/merge`, { duplicateId: (await world.child()).id }),
      newRoom: desk.post('/v1/rooms', { locationId: there.id, name: 'R2' }),
      room: desk.patch(`/v1/rooms/${room.id}`, { name: 'Ours' }),
      hours: desk.post('/v1/schedules', {
        providerId: shared.id,
        locationId: there.id,
        windows: week,
      }),
      everyHours: desk.post('/v1/schedule-exceptions', closed),
      holidays: desk.post('/v1/closures', { locationId: there.id, ...holiday }),
      everyHolidays: desk.post('/v1/closures', holiday),
      place: desk.patch(`/v1/locations/${there.id}`, { name: 'Ours' }),
      provider: desk.patch(`/v1/providers/${foreign.id}`, { locationIds: [here.id] }),
      absence: desk.post('/v1/time-off', {
        providerId: foreign.id,
        startsAt: '2026-12-21T08:00:00+01:00',
        endsAt: '2026-12-24T18:00:00+01:00',
      }),
    }
    for (const [name, call] of Object.entries(refused)) {
      const { status, body } = await call
      const { code } = body as { code: string }
      expect([name, status, code]).toEqual([name, 403, expect.stringMatching(/^insufficient_/)])
    }
    const allowed = {
      room: desk.post('/v1/rooms', { locationId: here.id, name: 'R3' }),
      hours: desk.post('/v1/schedules', {
        providerId: shared.id,
        locationId: here.id,
        windows: week,
      }),
      closed: desk.post('/v1/schedule-exceptions', { ...closed, locationId: here.id }),
      holidays: desk.post('/v1/closures', { locationId: here.id, ...holiday }),
      provider: desk.patch(`/v1/providers/${ours.id}`, { name: 'Dr. Roth' }),
      read: desk.get(`/v1/rooms/${room.id}`),
      guest: desk.patch(`/v1/children/${guest.id}`, { lastName: 'Roth' }),
    }
    for (const [name, call] of Object.entries(allowed)) {
      const { status, body } = await call
      expect([name, status, JSON.stringify(body)]).toEqual([
        name,
        status < 300 ? status : '2xx',
        JSON.stringify(body),
      ])
    }
  })
})

test('a link to a file shows what its issuer may see when it is opened', async () => {
  const { id } = await world.uploaded()
  const reader = await joinAs(api, centre, { roles: ['READ_ONLY'], locationIds: [here.id] })
  const { body } = await reader.post<{ path: string }>(`/v1/attachments/${id}/download-link`)
  expect((await openBrowser(api).get(body.path)).status).toBe(200)
  await centre.patch(`/v1/users/${reader.user.id}`, { locationIds: [there.id] })
  expect((await openBrowser(api).get(body.path)).status).toBe(404)
})
