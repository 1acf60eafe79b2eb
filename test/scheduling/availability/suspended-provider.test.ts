import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertProvider } from '#organization/providers/insert-provider.ts'
import { CreateProvider } from '#organization/providers/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { Availability } from '#scheduling/availability/schemas.ts'
import { carryOutSeries } from '#scheduling/series/carry-out-series.ts'
import { createWorld, type Made, type World } from '../../contract/world.ts'
import { newLocation } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { carryOut } from '../../support/imports.ts'

/** A suspended or unapproved provider cannot be booked; existing bookings stay. */

let api: TestApi
let client: ApiClient
let location: Made
let world: World

beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  client = await api.createTenant()
  location = await newLocation(client)
  world = createWorld(api, client, location)
})

type Record = Made & { providerId: string; childId: string; serviceId: string; startsAt: string }
interface Refusal {
  code: string
  blocks: string[]
  alternatives?: unknown[]
}

const system = () =>
  systemContext(api.services.platform, { tenantId: client.tenantId, action: 'test' })
const suspend = (providerId: string) =>
  world.make(`/v1/providers/${providerId}/suspend`, { reason: 'OTHER' })
/** A record that names its provider by id, or by id and name. */
const made = async (record: Promise<Made>): Promise<Record> => {
  const { provider, ...it } = (await record) as Record & { provider?: Made }
  return { ...it, providerId: provider?.id ?? it.providerId }
}
const get = async <Body>(path: string) => (await client.get<Body>(path)).body

const LATER = '2026-12-02T10:00:00+01:00'

/** Each prepares its records and returns the provider and the booking function. */
const WAYS: { [way: string]: () => Promise<{ providerId: string; path: string; json?: object }> } =
  {
    'a booking': async () => {
      const json = (await world.booking()) as Record & object
      return { providerId: json.providerId, path: '/v1/appointments', json }
    },
    'a hold': async () => {
      const json = (await world.booking()) as Record & object
      return { providerId: json.providerId, path: '/v1/holds', json }
    },
    'the booking of what was held before': async () => {
      const { id: holdId, providerId, childId, startsAt } = await made(world.hold())
      const json = { holdId, providerId, childId, startsAt }
      return { providerId, path: '/v1/appointments', json }
    },
    'a series': async () => {
      const json = (await world.seriesBooking()) as Record & object
      return { providerId: json.providerId, path: '/v1/series', json }
    },
    'the preview of a series': async () => {
      const json = (await world.seriesBooking()) as Record & object
      return { providerId: json.providerId, path: '/v1/series?dryRun=true', json }
    },
    'a group': async () => {
      const json = (await world.groupBooking()) as Record & object
      return { providerId: json.providerId, path: '/v1/group-appointments', json }
    },
    'a place in a group': async () => {
      const { id, providerId } = await made(world.group())
      const json = { childId: (await world.child()).id }
      return { providerId, path: `/v1/group-appointments/${id}/attendees`, json }
    },
    'another time of a group': async () => {
      const { id, providerId } = await made(world.group())
      const path = `/v1/group-appointments/${id}/reschedule`
      return { providerId, path, json: { startsAt: LATER } }
    },
    'another time of an appointment': async () => {
      const { id, providerId } = await made(world.appointment())
      const path = `/v1/appointments/${id}/reschedule`
      return { providerId, path, json: { startsAt: LATER } }
    },
    'an appointment that changes to them': async () => {
      const { id, startsAt } = await made(world.appointment())
      const { id: providerId } = await world.provider()
      const path = `/v1/appointments/${id}/reschedule`
      return { providerId, path, json: { startsAt, providerId } }
    },
    'what was offered to the waitlist': async () => {
      const { id, providerId } = await made(world.waitlistOffer())
      return { providerId, path: `/v1/waitlist-offers/${id}/accept` }
    },
  }

describe('a suspended provider', () => {
  test.each(Object.keys(WAYS))('cannot be booked: %s', async (way) => {
    const { providerId, path, json } = await WAYS[way]!()
    await suspend(providerId)
    const { status, body } = await client.post<Refusal>(path, json)
    expect([status, body.code, body.blocks]).toEqual([
      409,
      'slot_unavailable',
      ['provider_suspended'],
    ])
    expect(body.alternatives ?? []).toEqual([])

    await world.make(`/v1/providers/${providerId}/reinstate`, { note: 'Back' })
    const again = await client.post(path, json)
    expect(again.status, again.text).toBeLessThan(300)
  })

  test('gets no bookings from work in progress: occurrences, imports, freed places', async () => {
    const booking = (await world.seriesBooking()) as Record & object
    const series = await world.make('/v1/series', booking)
    const full = await made(world.fullGroup())
    const { id: waiting } = await world.make(`/v1/group-appointments/${full.id}/waitlist-entries`, {
      childId: (await world.child()).id,
    })
    const file = await world.importFile()
    const imported = await world.make('/v1/appointment-imports', file)
    const [, row = ''] = String(file['content']).trim().split('\n')
    for (const id of [booking.providerId, full.providerId, row.split(',')[1]!]) await suspend(id)

    await carryOutSeries(system(), series)
    const occurrences = await get<{ data: { result: object }[] }>(
      `/v1/series/${series.id}/occurrences`,
    )
    expect(occurrences.data).toHaveLength(4)
    for (const { result } of occurrences.data)
      expect(result).toMatchObject({ outcome: 'CONFLICT', code: 'slot_unavailable' })

    await carryOut(system(), imported)
    const rows = await get<{ data: object[] }>(`/v1/appointment-imports/${imported.id}/rows`)
    expect(rows.data).toMatchObject([{ result: 'INVALID', code: 'slot_unavailable' }])

    const attendees = await get<{ data: { appointmentId: string }[] }>(
      `/v1/group-appointments/${full.id}/attendees`,
    )
    await world.make(`/v1/appointments/${attendees.data[0]!.appointmentId}/cancel`, {
      initiator: 'CLIENT',
      reason: 'Ill',
    })
    const entries = await get(`/v1/group-appointments/${full.id}/waitlist-entries`)
    expect(entries).toMatchObject({ data: [{ id: waiting, status: 'WAITING' }] })
  })

  test('keeps existing bookings, which can be confirmed, changed, moved to others and cancelled', async () => {
    const pending = await made(world.pendingAppointment())
    await suspend(pending.providerId)
    const at = `/v1/appointments/${pending.id}`
    expect(await get(at)).toMatchObject({ status: 'PENDING_CONFIRMATION' })
    expect((await client.post(`${at}/confirm`)).status).toBe(200)
    expect((await client.patch(at, { durationMinutes: 30 })).status).toBe(200)
    const { id: providerId } = await world.provider()
    const moved = await client.post(`${at}/reschedule`, { startsAt: LATER, providerId })
    expect(moved.body).toMatchObject({ provider: { id: providerId } })
    const other = await made(world.appointment())
    await suspend(other.providerId)
    const cancelled = await client.post(`/v1/appointments/${other.id}/cancel`, {
      initiator: 'ORGANIZATION',
      reason: 'Suspended',
    })
    expect(cancelled.body).toMatchObject({ status: 'CANCELLED' })
  })
})

describe('availability', () => {
  const RANGE = 'startsAt[gte]=2026-12-01T00:00:00Z&startsAt[lt]=2026-12-02T00:00:00Z'
  const search = async (query: string) => get<Availability>(`/v1/availability?${query}`)
  /** By provider: obstacles of a start, and whether the day has starts. */
  const told = async (query: string) => {
    const { id } = await world.service()
    const { data, explanations } = await search(
      `${RANGE}&startsAt=2026-12-01T10:00:00Z&explain=true&serviceIds=${id}&${query}`,
    )
    return explanations.map(({ providerId, blocks }) => [
      providerId,
      blocks.map(({ code }) => code),
      data.find((it) => it.providerId === providerId)!.starts.length > 0,
    ])
  }

  test('explains why a suspended provider cannot be booked', async () => {
    const [free, gone] = [await world.provider(), await world.provider()]
    const found = async () =>
      (await told(`locationIds=${location.id}`)).filter(([id]) => id === free.id || id === gone.id)
    expect(await found()).toEqual([
      [free.id, [], true],
      [gone.id, [], true],
    ])
    await suspend(gone.id)
    expect(await found()).toEqual([
      [free.id, [], true],
      [gone.id, ['provider_suspended'], false],
    ])
  })

  test('shows an applicant only on request, with the reason, and not for booking', async () => {
    const applicant = CreateProvider.parse({ name: 'Ben Ott', locationIds: [location.id] })
    const { id } = await transact(system(), 'providers:write', (tx) =>
      insertProvider(tx, applicant, 'APPLIED'),
    )
    const { id: approved } = await world.provider()
    const all = (await told(`locationIds=${location.id}`)).map(([it]) => it)
    expect(all).toContain(approved)
    expect(all).not.toContain(id)
    expect(await told(`providerIds=${id}`)).toEqual([[id, ['provider_not_approved'], false]])
    const refused = await client.post<Refusal>('/v1/appointments', {
      ...(await world.booking()),
      providerId: id,
    })
    expect([refused.status, refused.body.blocks]).toEqual([409, ['provider_not_approved']])
  })

  test('leaves out groups of a suspended provider', async () => {
    const { providerId, serviceId } = await made(world.group())
    const groups = async () => (await search(`${RANGE}&serviceIds=${serviceId}`)).groups.length
    expect(await groups()).toBe(1)
    await suspend(providerId)
    expect(await groups()).toBe(0)
  })
})
