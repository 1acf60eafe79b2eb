import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '#clinical/sessions/schemas.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const TELEHEALTH = { modality: 'TELEHEALTH', placeOfService: 'TELEHEALTH_HOME' }
const ROOM = 'https://video.example.com/ana'
const OWN = 'https://video.example.com/visit-1'

const practice = async (service = {}) => {
  const centre = await api.createTenant()
  const { id: locationId } = await newLocation(centre)
  const provider = { locationIds: [locationId], meetingUrl: ROOM }
  const { id: providerId } = await newProvider(centre, provider)
  const { id: childId } = await newChild(centre)
  const { id: serviceId } = await newService(centre, service)
  const startsAt = '2026-12-01T10:00:00+01:00'
  const book = (more = {}) =>
    centre.post('/v1/appointments', { childId, providerId, serviceId, startsAt, ...more })
  return { centre, book, childId, providerId, serviceId, startsAt }
}

const sessionOf = async (centre: ApiClient, childId: string) =>
  (await centre.get<{ data: Session[] }>(`/v1/sessions?childId=${childId}`)).body.data[0]!

describe('an appointment', () => {
  test('takes modality and place from its service, and the link from its provider', async () => {
    const { centre, book } = await practice(TELEHEALTH)
    const { body } = await book()
    expect(body).toMatchObject({ ...TELEHEALTH, meetingUrl: ROOM })
    const { id } = body as { id: string }
    expect((await centre.get(`/v1/appointments/${id}`)).body).toEqual(body)
  })

  test('can differ from its service, also when it is booked from a hold', async () => {
    const { centre, book, ...held } = await practice()
    const { id: holdId } = await create(centre, '/v1/holds', held)
    const { body, status } = await book({ holdId, ...TELEHEALTH, meetingUrl: OWN })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...TELEHEALTH, meetingUrl: OWN })
    const { id } = body as { id: string }
    const path = `/v1/appointments/${id}`
    expect((await centre.get(path)).body).toEqual(body)

    expect((await centre.patch(path, { meetingUrl: null })).body).toMatchObject({
      meetingUrl: ROOM,
    })
    expect((await centre.patch(path, { modality: 'IN_PERSON' })).body).toMatchObject({
      modality: 'IN_PERSON',
      placeOfService: null,
      meetingUrl: null,
    })
    const moved = { placeOfService: 'SCHOOL', durationMinutes: 60 }
    expect((await centre.patch(path, moved)).body).toMatchObject({
      modality: 'IN_PERSON',
      placeOfService: 'SCHOOL',
    })
  })

  test('gets those of another service', async () => {
    const { centre, book } = await practice({ placeOfService: 'OFFICE' })
    const { id } = (await book()).body as { id: string }
    const { id: serviceId } = await newService(centre, { code: 'VIDEO', ...TELEHEALTH })
    const { body } = await centre.patch(`/v1/appointments/${id}`, { serviceId })
    expect(body).toMatchObject({ ...TELEHEALTH, meetingUrl: ROOM })
  })

  test.each([
    [{ placeOfService: 'TELEHEALTH_HOME' }, 'placeOfService: mismatch'],
    [{ meetingUrl: 'http://video.example.com' }, 'meetingUrl: invalid_format'],
    [{ placeOfService: 'MOON' }, 'placeOfService: invalid_value'],
  ])('is refused with %j', async (more, issue) => {
    const { book } = await practice()
    expect(refusal(await book(more))).toEqual([400, 'validation_failed', issue])
  })
})

describe('a session', () => {
  test('takes both from its appointment, and can correct them after its note is signed', async () => {
    const { centre, book, childId } = await practice(TELEHEALTH)
    const { id } = (await book()).body as { id: string }
    await centre.post(`/v1/appointments/${id}/complete`)
    const now = api.clock.now()
    api.clock.set(new Date('2026-12-01T11:00:00Z'))
    const session = await sessionOf(centre, childId)
    expect(session).toMatchObject(TELEHEALTH)
    const path = `/v1/sessions/${session.id}`
    await create(centre, `${path}/notes`, { plan: 'P', sign: true })
    const corrected = { modality: 'IN_PERSON', placeOfService: 'HOME' }
    expect((await centre.patch(path, corrected)).body).toMatchObject(corrected)
    expect(refusal(await centre.patch(path, { placeOfService: 'TELEHEALTH_OTHER' }))).toEqual([
      400,
      'validation_failed',
      'placeOfService: mismatch',
    ])
    api.clock.set(now)
  })

  test('without an appointment takes them from its service', async () => {
    const { centre, childId, providerId, serviceId } = await practice(TELEHEALTH)
    const session = { childId, providerId, startedAt: '2026-11-20T10:00:00+01:00' }
    expect(await create(centre, '/v1/sessions', { ...session, serviceId })).toMatchObject(
      TELEHEALTH,
    )
    expect(await create(centre, '/v1/sessions', session)).toMatchObject({
      modality: 'IN_PERSON',
      placeOfService: null,
    })
  })
})

test('a calendar has the link as the place of a video visit', async () => {
  const { centre, book, providerId } = await practice(TELEHEALTH)
  await book()
  const { body } = await centre.post<{ url: string }>('/v1/calendar-feeds', {
    subjectId: providerId,
  })
  const { pathname } = new URL(body.url)
  const feed = (await api.anonymous().get(pathname)).text.replaceAll('\r\n ', '')
  expect(feed).toContain(`LOCATION:${ROOM}`)
  expect(feed).toContain(`URL;VALUE=URI:${ROOM}`)
})
