import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../support/api.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
} from '../../resources/centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const AT = '2026-12-01T10:00:00+01:00'
const BEFORE = '2026-12-01T09:00:00+01:00'
const AFTER = '2026-12-01T11:00:00+01:00'

interface Refused {
  alternatives: { providerId: string; locationId: string; startsAt: string; groupId?: string }[]
}

/** A provider who is busy at 10:00, and another child. Starts are whole hours. */
const openCentre = async () => {
  const client = await api.createTenant()
  const { id: locationId } = await newLocation(client)
  const { id: providerId } = await newProvider(client, { locationIds: [locationId] })
  const { id: serviceId } = await newService(client, { startEveryMinutes: 60 })
  const booking = { providerId, serviceId, startsAt: AT }
  const first = { ...booking, childId: (await newChild(client)).id }
  await create(client, '/v1/appointments', first)
  const theirs = { ...booking, childId: (await newChild(client)).id }
  return { client, locationId, providerId, booking, first, theirs }
}
type Centre = Awaited<ReturnType<typeof openCentre>>

describe('an error for a taken slot lists free alternatives that can be booked', () => {
  const near = ['2026-12-01T09:00:00+01:00', '2026-12-01T11:00:00+01:00']
  const refusals: [string, (centre: Centre) => Promise<{ status: number; body: unknown }>][] = [
    ['a booking', ({ client, theirs }) => client.post('/v1/appointments', theirs)],
    ['a hold', ({ client, theirs }) => client.post('/v1/holds', theirs)],
    [
      'a rescheduling',
      async ({ client, theirs }) => {
        const startsAt = '2026-12-02T10:00:00+01:00'
        const { id } = await create(client, '/v1/appointments', { ...theirs, startsAt })
        return client.post(`/v1/appointments/${id}/reschedule`, { startsAt: AT })
      },
    ],
    [
      'a rehearsed rescheduling',
      async ({ client, theirs }) => {
        const startsAt = '2026-12-02T10:00:00+01:00'
        const { id } = await create(client, '/v1/appointments', { ...theirs, startsAt })
        return client.post(`/v1/appointments/${id}/reschedule?dryRun=true`, { startsAt: AT })
      },
    ],
    [
      'another provider',
      async ({ client, theirs, providerId, locationId }) => {
        const other = await newProvider(client, { locationIds: [locationId] })
        const booking = { ...theirs, providerId: other.id }
        const { id } = await create(client, '/v1/appointments', booking)
        return client.post(`/v1/appointments/${id}/reschedule`, { startsAt: AT, providerId })
      },
    ],
  ]

  test.each(refusals)('%s', async (_, refuse) => {
    const centre = await openCentre()
    const answer = await refuse(centre)
    expect(refusal(answer)).toEqual([409, 'slot_taken'])
    const { alternatives } = answer.body as Refused
    expect(alternatives.slice(0, 2).map(({ startsAt }) => startsAt)).toEqual(
      expect.arrayContaining(near),
    )
    const { client, locationId, providerId, booking } = centre
    expect(alternatives).toHaveLength(3)
    for (const alternative of alternatives) {
      expect(alternative).toEqual({ providerId, locationId, startsAt: expect.any(String) })
      const other = { ...booking, ...alternative, childId: (await newChild(client)).id }
      await create(client, '/v1/appointments', other)
    }
  })

  test('a taken room', async () => {
    const { client, locationId, theirs } = await openCentre()
    const room = await create(client, '/v1/rooms', { locationId, name: 'Pool' })
    const needs = { code: 'SWIM', roomRequired: true, startEveryMinutes: 60 }
    const { id: serviceId } = await newService(client, needs)
    const swim = async () => ({
      serviceId,
      startsAt: AT,
      childId: (await newChild(client)).id,
      providerId: (await newProvider(client, { locationIds: [locationId] })).id,
    })
    await create(client, '/v1/appointments', await swim())
    for (const more of [{}, { roomId: room.id }]) {
      const answer = await client.post<Refused>('/v1/appointments', { ...(await swim()), ...more })
      expect(answer.body).toMatchObject({ code: 'slot_taken', resource: 'room' })
      const starts = answer.body.alternatives.map(({ startsAt }) => startsAt)
      expect(starts).toEqual(expect.arrayContaining([BEFORE, AFTER]))
    }
    expect(theirs.startsAt).toBe(AT)
  })

  test('an extension into another appointment', async () => {
    const { client, theirs } = await openCentre()
    const { id } = await create(client, '/v1/appointments', { ...theirs, startsAt: BEFORE })
    const answer = await client.patch<Refused>(`/v1/appointments/${id}`, { durationMinutes: 90 })
    expect(refusal(answer)).toEqual([409, 'slot_taken'])
    expect(answer.body.alternatives.length).toBeGreaterThan(0)
    expect(answer.body.alternatives.map(({ startsAt }) => startsAt)).not.toContain(BEFORE)
  })
})

describe('a place in a group', () => {
  const openGroups = async () => {
    const centre = await openCentre()
    const { client, providerId } = centre
    const { id: serviceId } = await newService(client, { code: 'PLAY', capacity: 2 })
    const group = async (startsAt: string) =>
      (await create(client, '/v1/group-appointments', { providerId, serviceId, startsAt })).id
    const join = (id: string, childId: string) =>
      client.post<Refused>(`/v1/group-appointments/${id}/attendees`, { childId })
    return { ...centre, join, group }
  }

  test('is refused for a busy child with other groups it can join', async () => {
    const { client, first, theirs, join, group, locationId, providerId } = await openGroups()
    const elsewhere = await newProvider(client, { locationIds: [locationId] })
    const busy = { ...theirs, providerId: elsewhere.id, startsAt: AFTER }
    await create(client, '/v1/appointments', busy)
    const [wanted, later] = [await group(AFTER), await group('2026-12-08T11:00:00+01:00')]
    const answer = await join(wanted, theirs.childId)
    expect(refusal(answer)).toEqual([409, 'slot_taken'])
    expect(answer.body.alternatives).toEqual([
      { groupId: later, providerId, locationId, startsAt: '2026-12-08T11:00:00+01:00' },
    ])
    expect((await join(later, theirs.childId)).status).toBe(201)
    expect((await join(wanted, first.childId)).status).toBe(201)
  })

  test('of a full group is refused in the same way', async () => {
    const { client, theirs, join, group } = await openGroups()
    const [full, later] = [await group(AFTER), await group('2026-12-08T11:00:00+01:00')]
    for (const child of [await newChild(client), await newChild(client)])
      expect((await join(full, child.id)).status).toBe(201)
    const answer = await join(full, theirs.childId)
    expect(refusal(answer)).toEqual([409, 'group_full'])
    expect(answer.body.alternatives).toMatchObject([{ groupId: later }])
  })
})
