import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../contract/expectations.ts'
import { createWorld, type World, type Made } from '../../contract/world.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'

describe('a calendar feed', () => {
  let api: TestApi
  let world: World
  let booked: Made
  let room: Made
  let child: Made
  let provider: Made

  beforeAll(async () => {
    api = await startApi()
    world = createWorld(api, await api.createTenant())
    const service = await world.make('/v1/services', {
      code: 'SPEECH',
      name: 'Speech therapy',
      durationMinutes: 45,
      bufferAfterMinutes: 15,
      amount: 9500,
      currency: 'EUR',
    })
    room = await world.room()
    child = await world.child()
    provider = await world.make('/v1/providers', {
      name: 'Dr. Ana Ruiz',
      locationIds: [room['locationId']],
    })
    booked = await world.make('/v1/appointments', {
      childId: child.id,
      providerId: provider.id,
      type: 'THERAPY_SESSION',
      serviceId: service.id,
      roomId: room.id,
      startsAt: '2026-12-01T10:00:00+01:00',
      notes: 'Bring the hearing report.',
    })
  })
  afterAll(() => api[Symbol.asyncDispose]())

  const pathOf = async (subjectId: string) => {
    const feed = await world.make('/v1/calendar-feeds', { subjectId })
    return { id: feed.id, path: new URL(String(feed['url'])).pathname }
  }

  const fetched = (path: string, headers: Record<string, string> = {}) =>
    api.anonymous().send<string>({ path, headers })

  const eventsAt = async (path: string) => {
    const { text, status } = await fetched(path)
    expect(status, text).toBe(200)
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
    return calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part))
  }

  test('of a provider shows their appointments, and children by one letter', async () => {
    const { path } = await pathOf(provider.id)
    const [event, ...others] = await eventsAt(path)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      uid: `${booked.id}@api.test`,
      sequence: 1,
      summary: 'Appointment L.',
      location: 'Mitte, Room 2',
      description: null,
    })
    expect(event!.startDate.toJSDate()).toEqual(new Date('2026-12-01T09:00:00Z'))
    expect(event!.endDate.toJSDate()).toEqual(new Date('2026-12-01T09:45:00Z'))
  })

  test('of a provider shows a group once', async () => {
    const booking = await world.groupBooking()
    const group = await world.make('/v1/group-appointments', booking)
    const { path } = await pathOf(String(booking['providerId']))
    const once = [{ uid: `${group.id}@api.test`, summary: 'Appointment' }]
    expect(await eventsAt(path)).toMatchObject(once)
    const { id: childId } = await world.child()
    const place = await world.make(`/v1/group-appointments/${group.id}/attendees`, { childId })
    expect(await eventsAt(path)).toMatchObject(once)
    expect(await eventsAt((await pathOf(childId)).path)).toMatchObject([
      { uid: `${place.id}@api.test`, summary: 'Appointment' },
    ])
  })

  test('of a room shows when it is taken, buffers included, but not by whom', async () => {
    const { path } = await pathOf(room.id)
    const [event] = await eventsAt(path)
    expect(event!.summary).toBe('Taken')
    expect(event!.endDate.toJSDate()).toEqual(new Date('2026-12-01T10:00:00Z'))
    const { text } = await fetched(path)
    for (const secret of [booked.id, child.id, provider.id, 'L.', 'Ruiz'])
      expect(text).not.toContain(secret)
  })

  test('contains nothing clinical', async () => {
    for (const { id } of [provider, room, child]) {
      const { text } = await fetched((await pathOf(id)).path)
      for (const word of ['Lena', 'Weiss', 'Speech', 'SPEECH', 'THERAPY_SESSION', 'hearing'])
        expect(text).not.toContain(word)
    }
  })

  test('follows changes of an appointment', async () => {
    const { path } = await pathOf(child.id)
    await world.make(`/v1/appointments/${booked.id}/reschedule`, {
      startsAt: '2026-12-02T10:00:00+01:00',
    })
    const [moved] = await eventsAt(path)
    expect(moved).toMatchObject({ uid: `${booked.id}@api.test`, sequence: 2 })
    expect(moved!.startDate.toJSDate()).toEqual(new Date('2026-12-02T09:00:00Z'))

    const cancelled = await world.appointment()
    const { path: other } = await pathOf(String(cancelled['childId']))
    expect(await eventsAt(other)).toHaveLength(1)
    await world.make(`/v1/appointments/${cancelled.id}/cancel`, {
      initiator: 'CLIENT',
      reason: 'ill',
    })
    expect(await eventsAt(other)).toEqual([])
  })

  test('distinguishes the two hours of a clock change', async () => {
    const lena = await world.child()
    for (const startsAt of ['2027-10-31T02:15:00+02:00', '2027-10-31T02:15:00+01:00']) {
      const { id: providerId } = await world.provider()
      const body = { childId: lena.id, providerId, type: 'INTAKE', durationMinutes: 30, startsAt }
      await world.make('/v1/appointments', body)
    }
    const { path } = await pathOf(lena.id)
    const events = await eventsAt(path)
    expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual([
      '2027-10-31T00:15:00.000Z',
      '2027-10-31T01:15:00.000Z',
    ])
  })

  test('is not sent again while it is unchanged', async () => {
    const { path } = await pathOf(provider.id)
    const first = await fetched(path)
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('private, max-age=900')
    const etag = first.headers.get('etag')!
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await fetched(path, { 'if-none-match': tag })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    }
    await world.client.post(`/v1/appointments/${booked.id}/check-in`)
    expect((await fetched(path, { 'if-none-match': etag })).status).toBe(200)
  })

  test('ends when it or its subject is revoked', async () => {
    const { id, path } = await pathOf(provider.id)
    await world.client.send({ method: 'DELETE', path: `/v1/calendar-feeds/${id}` })
    expectProblem(await fetched(path), 'link_revoked')

    const left = await world.provider()
    const feed = await pathOf(left.id)
    expect((await fetched(feed.path)).status).toBe(200)
    await world.make(`/v1/providers/${left.id}/archive`)
    expectProblem(await fetched(feed.path), 'link_revoked')
  })

  test('made by a person shows what they may see, and ends when they leave', async () => {
    const { client } = world
    const person = await joinAs(api, client, { roles: ['SCHEDULER'] })
    const made = await person.post<{ url: string }>('/v1/calendar-feeds', { subjectId: child.id })
    const path = new URL(made.body.url).pathname
    expect(await eventsAt(path)).toHaveLength(1)
    const elsewhere = await world.location()
    const user = `/v1/users/${person.user.id}`
    await client.patch(user, { locationIds: [elsewhere.id] })
    expectProblem(await fetched(path), 'link_revoked')
    await client.patch(user, { locationIds: [] })
    expect(await eventsAt(path)).toHaveLength(1)
    await client.post(`${user}/deactivate`)
    expectProblem(await fetched(path), 'link_revoked')
  })

  test('made by a key of a provider shows what the key may see, and ends with the key', async () => {
    const { client } = world
    const { id: providerId } = await world.provider()
    const cared = await world.child()
    const path = `/v1/children/${cared.id}`
    await client.patch(path, { primaryProviderId: providerId })
    const key = await api.createClient(client.tenantId, { providerId })
    const pathsOf = async (subjectId: string) => {
      const made = await key.post<{ url: string }>('/v1/calendar-feeds', { subjectId })
      expect(made.status, made.text).toBe(201)
      return new URL(made.body.url).pathname
    }
    const ofChild = await pathsOf(cared.id)
    const ofProvider = await pathsOf(providerId)
    expect(await eventsAt(ofChild)).toHaveLength(0)
    await client.patch(path, { primaryProviderId: null })
    expect((await key.get(path)).status).toBe(404)
    expectProblem(await fetched(ofChild), 'link_revoked')
    expect(await eventsAt(ofProvider)).toHaveLength(0)
    await client.send({ method: 'DELETE', path: `/v1/api-keys/${key.clientId}` })
    expectProblem(await fetched(ofProvider), 'link_revoked')
  })

  test('that does not exist reveals nothing, and guessing is slowed down', async () => {
    const guesser = api.anonymous()
    const guess = () => guesser.get(`/calendars/${'x'.repeat(43)}.ics`)
    expectProblem(await guess(), 'not_found')
    const answers = await Promise.all(Array.from({ length: 300 }, guess))
    expect(answers.some(({ status }) => status === 429)).toBe(true)
  })

  test('is stored as a hash, and each read is in the audit trail', async () => {
    const { id, path } = await pathOf(provider.id)
    await fetched(path)
    const token = path.slice('/calendars/'.length, -'.ics'.length)
    const [row] = await api.query<{ row: string }>(
      `SELECT f::text AS row FROM calendar_feeds f WHERE id = $1`,
      [id],
    )
    expect(row!.row).not.toContain(token)
    const entries = await api.query(
      `SELECT action, outcome::text, http_status FROM audit_entries WHERE actor_id = $1`,
      [id],
    )
    expect(entries).toEqual([{ action: 'readCalendar', outcome: 'ALLOWED', http_status: 200 }])
    const leaks = await api.query(`SELECT 1 FROM audit_entries a WHERE a::text LIKE $1`, [
      `%${token}%`,
    ])
    expect(leaks).toEqual([])
  })

  test('cannot be issued by a caller who may not read appointments', async () => {
    const narrow = await api.createClient(world.client.tenantId, { resources: ['calendar-feeds'] })
    const body = { subjectId: provider.id }
    expectProblem(await narrow.post('/v1/calendar-feeds', body), 'insufficient_scope')
  })
})
