import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Availability } from '#scheduling/availability/schemas.ts'
import { WEEKDAYS } from '#organization/schedules/weekly-windows.ts'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  newRoom,
  newService,
} from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'

/** Offered slots can be booked and others are refused, over HTTP, around clock changes. */

const RUNS = Number(process.env['AVAILABILITY_RUNS'] ?? 3)

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const PLACES: [place: string, timeZone: string, date: string][] = [
  ['Berlin in spring', 'Europe/Berlin', '2027-03-28'],
  ['Berlin in autumn', 'Europe/Berlin', '2027-10-31'],
  ['New York in spring', 'America/New_York', '2027-03-14'],
  ['New York in autumn', 'America/New_York', '2027-11-07'],
  ['Lord Howe in spring', 'Australia/Lord_Howe', '2027-10-03'],
  ['Lord Howe in autumn', 'Australia/Lord_Howe', '2027-04-04'],
  ['São Paulo', 'America/Sao_Paulo', '2027-10-17'],
  ['Kathmandu', 'Asia/Kathmandu', '2027-01-15'],
]

const clock = fc
  .integer({ min: 0, max: 47 })
  .map((n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`)

const situation = fc.record({
  /** One window a day, so none overlap: nights and gaps included. */
  startTime: clock,
  hours: fc.integer({ min: 1, max: 22 }),
  days: fc.subarray([...WEEKDAYS], { minLength: 3 }),
  service: fc.record({
    durationMinutes: fc.constantFrom(30, 45, 60),
    bufferBeforeMinutes: fc.constantFrom(0, 10),
    bufferAfterMinutes: fc.constantFrom(0, 15),
    startEveryMinutes: fc.constantFrom(15, 30, 60),
    dailyCap: fc.constantFrom(null, 2, 3),
    roomRequired: fc.boolean(),
  }),
  /** Hours after which a child's consent ends: never, long before, or in between. */
  consents: fc.option(fc.constantFrom([null], [0], [null, 24, 40, 0])),
  extra: fc.option(fc.integer({ min: 0, max: 2 })),
  closed: fc.option(fc.integer({ min: 0, max: 2 })),
  timeOff: fc.option(fc.integer({ min: 0, max: 40 })),
  picks: fc.array(fc.nat(), { minLength: 4, maxLength: 8 }),
  refused: fc.array(fc.nat(), { minLength: 4, maxLength: 8 }),
})

const plus = (time: string, hours: number) =>
  `${String((Number(time.slice(0, 2)) + hours) % 24).padStart(2, '0')}${time.slice(2)}`

describe.each(PLACES)('%s', (_, timeZone, date) => {
  const before = Temporal.PlainDate.from(date).subtract({ days: 1 })
  const day = (n: number) => before.add({ days: n }).toString()
  const from = before.toZonedDateTime(timeZone)
  const until = from.add({ days: 3 })
  const text = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString({ timeZone })

  test('offered starts can be booked, and others are refused', async () => {
    await fc.assert(
      fc.asyncProperty(situation, async (it) => {
        const client = await api.createTenant()
        const location = await newLocation(client, { timeZone })
        const provider = await newProvider(client, { locationIds: [location.id] })
        const service = await newService(client, {
          ...it.service,
          requiredConsents: it.consents ? ['TREATMENT'] : [],
        })
        await newRoom(client, location.id)
        const at = { providerId: provider.id, locationId: location.id }
        await create(client, '/v1/schedules', {
          ...at,
          windows: it.days.map((weekday) => ({
            weekday,
            startTime: it.startTime,
            endTime: plus(it.startTime, it.hours),
          })),
        })
        const exception = (kind: string, n: number, windows: object[]) =>
          create(client, '/v1/schedule-exceptions', { ...at, kind, occursOn: day(n), windows })
        if (it.extra !== null)
          await exception('EXTRA', it.extra, [{ startTime: '01:30', endTime: '05:00' }])
        if (it.closed !== null) await exception('CLOSED', it.closed, [])
        if (it.timeOff !== null)
          await create(client, '/v1/time-off', {
            providerId: provider.id,
            startsAt: text(from.epochMilliseconds + it.timeOff * 3_600_000),
            endsAt: text(from.epochMilliseconds + (it.timeOff + 5) * 3_600_000),
          })

        const { id: guardian } = await newClient(client)
        const newcomer = async (turn: number) => {
          const { id: childId } = await newChild(client)
          const hours = it.consents?.[turn % it.consents.length]
          if (hours === undefined) return childId
          await create(client, '/v1/guardianships', {
            childId,
            clientId: guardian,
            relationship: 'mother',
            legal: true,
          })
          await create(client, '/v1/consents', {
            childId,
            grantedById: guardian,
            kind: 'TREATMENT',
            grantedAt: '2026-11-20T10:00:00+01:00',
            evidence: 'Signed form.',
            ...(hours !== null && { expiresAt: text(from.epochMilliseconds + hours * 3_600_000) }),
          })
          return childId
        }
        const offered = async (childId: string) => {
          const search = new URLSearchParams({
            serviceIds: service.id,
            childId,
            'startsAt[gte]': text(from.epochMilliseconds),
            'startsAt[lt]': text(until.epochMilliseconds),
          })
          const { body } = await client.get<Availability>(`/v1/availability?${search.toString()}`)
          return body.data[0]!.starts.map((start) => Date.parse(start))
        }
        const book = (childId: string, startsAt: number) =>
          client.post<{ code: string }>('/v1/appointments', {
            childId,
            providerId: provider.id,
            serviceId: service.id,
            type: 'THERAPY_SESSION',
            startsAt: text(startsAt),
          })

        for (const [index, pick] of it.picks.entries()) {
          const childId = await newcomer(index)
          const starts = await offered(childId)
          const ticks = (until.epochMilliseconds - from.epochMilliseconds) / (5 * 60_000)
          const other = from.epochMilliseconds + ((it.refused[index] ?? pick) % ticks) * 5 * 60_000
          if (!starts.includes(other)) {
            const { status, body } = await book(childId, other)
            expect([status, body.code], text(other)).toEqual([
              409,
              expect.stringMatching(/^(slot_(taken|unavailable)|consent_missing)$/),
            ])
          }
          if (starts.length === 0) continue
          const start = starts[pick % starts.length]!
          const answer = await book(childId, start)
          expect(answer.status, `${text(start)} ${answer.text}`).toBe(201)
        }
      }),
      { numRuns: RUNS },
    )
  })
})
