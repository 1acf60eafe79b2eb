import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { union } from '#platform/core/time/ranges.ts'
import type { Facts } from '#scheduling/availability/rules.ts'
import {
  openingHours,
  WEEKDAYS,
  workingHours,
  type WeeklyWindow,
} from '#organization/schedules/weekly-windows.ts'
import type { Plan } from './reference.ts'

export const MINUTE = 60_000
export const DAY = 86_400_000

/** Days with clock changes, and two zones without. */
export const PLACES: [place: string, timeZone: string, date: string][] = [
  ['Berlin in spring', 'Europe/Berlin', '2027-03-28'],
  ['Berlin in autumn', 'Europe/Berlin', '2027-10-31'],
  ['New York in spring', 'America/New_York', '2027-03-14'],
  ['New York in autumn', 'America/New_York', '2027-11-07'],
  ['Lord Howe in spring, by half an hour', 'Australia/Lord_Howe', '2027-10-03'],
  ['Lord Howe in autumn, by half an hour', 'Australia/Lord_Howe', '2027-04-04'],
  ['São Paulo, which no longer changes', 'America/Sao_Paulo', '2027-10-17'],
  ['Kathmandu, 45 minutes off the hour', 'Asia/Kathmandu', '2027-01-15'],
]

export const dayStart = (date: string, timeZone: string) =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds

const anyTime = fc
  .integer({ min: 0, max: 24 * 12 - 1 })
  .map(
    (n) =>
      `${String(Math.floor(n / 12)).padStart(2, '0')}:${String((n % 12) * 5).padStart(2, '0')}`,
  )
/** Half of them in zones with clock changes. */
const clock = fc.oneof(
  anyTime,
  fc.constantFrom('00:30', '01:00', '01:30', '01:45', '02:00', '02:15', '02:30', '02:45', '03:00'),
)
const dayWindow = fc.record({ startTime: clock, endTime: clock })
const windows: fc.Arbitrary<WeeklyWindow[]> = fc.array(
  fc.record({
    weekday: fc.constantFrom(...WEEKDAYS, 'SUNDAY', 'SUNDAY', 'SATURDAY'),
    startTime: clock,
    endTime: clock,
  }),
  { minLength: 1, maxLength: 12 },
)

/** A plan around a day: entries on it, before and after. */
export const planAround = (timeZone: string, date: string): fc.Arbitrary<Plan> => {
  const start = dayStart(date, timeZone)
  const near = Temporal.PlainDate.from(date)
  const dates = fc.integer({ min: -2, max: 2 }).map((days) => near.add({ days }).toString())
  const spans = (max: number) =>
    fc
      .array(
        fc
          .tuple(fc.integer({ min: -400, max: 700 }), fc.integer({ min: 1, max: 60 }))
          .map(([at, length]) => ({
            from: start + at * 5 * MINUTE,
            until: start + (at + length) * 5 * MINUTE,
          })),
        { maxLength: max },
      )
      .map((ranges) => union(ranges))
  const schedule = fc.record({
    timeZone: fc.constantFrom(timeZone, timeZone, 'Europe/Berlin'),
    windows,
    startsOn: fc.option(dates),
    endsOn: fc.option(dates),
  })
  return fc.record({
    now: fc.integer({ min: -3 * 96, max: 96 }).map((quarters) => start + quarters * 15 * MINUTE),
    timeZone: fc.constant(timeZone),
    rules: fc.record({
      durationMinutes: fc.constantFrom(15, 30, 45, 50, 90),
      bufferBeforeMinutes: fc.constantFrom(0, 0, 10),
      bufferAfterMinutes: fc.constantFrom(0, 15),
      startEveryMinutes: fc.constantFrom(5, 15, 20, 30, 60),
      leadTimeMinutes: fc.constantFrom(0, 0, 180),
      horizonDays: fc.constantFrom(null, null, 1, 3),
      dailyCap: fc.constantFrom(null, null, 1, 2),
    }),
    schedules: fc.option(fc.array(schedule, { maxLength: 3 })),
    exceptions: fc.array(
      fc.oneof(
        fc.record({
          kind: fc.constant('CLOSED' as const),
          occursOn: dates,
          timeZone: fc.constant(timeZone),
          windows: fc.constant([]),
        }),
        fc.record({
          kind: fc.constant('EXTRA' as const),
          occursOn: dates,
          timeZone: fc.constant(timeZone),
          windows: fc.array(dayWindow, { minLength: 1, maxLength: 2 }),
        }),
      ),
      { maxLength: 3 },
    ),
    hours: fc.option(windows),
    closures: fc.array(
      fc.tuple(dates, dates).map(([a, b]) => ({
        startsOn: a < b ? a : b,
        endsOn: a < b ? b : a,
      })),
      { maxLength: 1 },
    ),
    timeOff: spans(1),
    providerBusy: spans(6),
    childBusy: spans(3),
    consentUntil: fc.oneof(
      fc.constant(Infinity),
      fc.constant(0),
      fc.integer({ min: -96, max: 96 }).map((n) => start + n * 15 * MINUTE),
    ),
    rooms: fc.option(
      fc.array(fc.record({ id: fc.constant('room'), busy: spans(5) }), { maxLength: 3 }),
    ),
    booked: fc.array(
      fc.integer({ min: -200, max: 300 }).map((n) => start + n * 15 * MINUTE),
      { maxLength: 3 },
    ),
  })
}

export const factsOf = (plan: Plan, range: { from: number; until: number }): Facts => ({
  ...plan,
  providerStatus: 'APPROVED',
  workingHours: workingHours(plan.schedules, plan.exceptions, range),
  openingHours: openingHours(plan, plan.closures, range),
})
