import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { union } from '../../domain/availability/ranges.ts'
import { blocksAt, startsIn, type Facts } from '../../domain/availability/rules.ts'
import {
  openingHours,
  WEEKDAYS,
  weeklyWindows,
  workingHours,
  type WeeklyWindow,
} from '../../domain/availability/windows.ts'
import { referenceBlocks, type Plan } from './reference.ts'

const RUNS = Number(process.env['AVAILABILITY_RUNS'] ?? 4)
const MINUTE = 60_000
const DAY = 86_400_000

/** Days on which the clocks change, and two zones in which they do not. */
const PLACES: [place: string, zone: string, date: string][] = [
  ['Berlin in spring', 'Europe/Berlin', '2027-03-28'],
  ['Berlin in autumn', 'Europe/Berlin', '2027-10-31'],
  ['New York in spring', 'America/New_York', '2027-03-14'],
  ['New York in autumn', 'America/New_York', '2027-11-07'],
  ['Lord Howe in spring, by half an hour', 'Australia/Lord_Howe', '2027-10-03'],
  ['Lord Howe in autumn, by half an hour', 'Australia/Lord_Howe', '2027-04-04'],
  ['São Paulo, which no longer changes', 'America/Sao_Paulo', '2027-10-17'],
  ['Kathmandu, 45 minutes off the hour', 'Asia/Kathmandu', '2027-01-15'],
]

const dayStart = (date: string, zone: string) =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds

const anyTime = fc
  .integer({ min: 0, max: 24 * 12 - 1 })
  .map(
    (n) =>
      `${String(Math.floor(n / 12)).padStart(2, '0')}:${String((n % 12) * 5).padStart(2, '0')}`,
  )
/** Half of them where clocks change. */
const clock = fc.oneof(
  anyTime,
  fc.constantFrom('00:30', '01:00', '01:30', '01:45', '02:00', '02:15', '02:30', '02:45', '03:00'),
)
const dayWindow = fc.record({ from: clock, until: clock })
const windows: fc.Arbitrary<WeeklyWindow[]> = fc.array(
  fc.record({
    weekday: fc.constantFrom(...WEEKDAYS, 'SUNDAY', 'SUNDAY', 'SATURDAY'),
    from: clock,
    until: clock,
  }),
  { minLength: 1, maxLength: 12 },
)

/** A plan around a day: what falls on it, before it and after it. */
const planAround = (zone: string, date: string): fc.Arbitrary<Plan> => {
  const start = dayStart(date, zone)
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
    zone: fc.constantFrom(zone, zone, 'Europe/Berlin'),
    windows,
    validFrom: fc.option(dates),
    validUntil: fc.option(dates),
  })
  return fc.record({
    now: fc.integer({ min: -3 * 96, max: 96 }).map((quarters) => start + quarters * 15 * MINUTE),
    zone: fc.constant(zone),
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
          date: dates,
          zone: fc.constant(zone),
          windows: fc.constant([]),
        }),
        fc.record({
          kind: fc.constant('EXTRA' as const),
          date: dates,
          zone: fc.constant(zone),
          windows: fc.array(dayWindow, { minLength: 1, maxLength: 2 }),
        }),
      ),
      { maxLength: 3 },
    ),
    hours: fc.option(windows),
    closures: fc.array(
      fc.tuple(dates, dates).map(([a, b]) => ({
        firstDate: a < b ? a : b,
        lastDate: a < b ? b : a,
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

const factsOf = (plan: Plan, range: { from: number; until: number }): Facts => ({
  ...plan,
  workingHours: workingHours(plan.schedules, plan.exceptions, range),
  openingHours: openingHours(plan, plan.closures, range),
})

describe.each(PLACES)('%s', (_, zone, date) => {
  const start = dayStart(date, zone)
  // From the evening before to the morning after, the change in between.
  const range = { from: start - 3 * 60 * MINUTE, until: start + DAY + 6 * 60 * MINUTE }
  const ticks = Array.from(
    { length: (range.until - range.from) / (5 * MINUTE) },
    (_, index) => range.from + index * 5 * MINUTE,
  )

  test('what stands against a start is what the slow reference says', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(
        planAround(zone, date),
        fc.shuffledSubarray(ticks.slice(36, 110), { maxLength: 12 }),
        (plan, at) => {
          const facts = factsOf(plan, { ...range, until: range.until + DAY })
          for (const tick of at) {
            const blocks = blocksAt(tick, facts).map((code) =>
              code === 'buffer' ? 'provider_busy' : code,
            )
            expect(new Set(blocks)).toEqual(referenceBlocks(tick, plan))
          }
        },
      ),
      { numRuns: RUNS * 4 },
    )
  })

  test('the starts found are those that nothing stands against', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(planAround(zone, date), (plan) => {
        const facts = factsOf(plan, { ...range, until: range.until + DAY })
        const found = startsIn([{ facts, afterMs: 0 }], range)
        expect(found).toEqual(ticks.filter((tick) => blocksAt(tick, facts).length === 0))
      }),
      { numRuns: RUNS * 8 },
    )
  })
})

const PLAIN: Facts = {
  now: Date.parse('2026-11-24T08:00:00Z'),
  zone: 'Europe/Berlin',
  rules: {
    durationMinutes: 45,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 15,
    startEveryMinutes: 15,
    leadTimeMinutes: 0,
    horizonDays: null,
    dailyCap: null,
  },
  workingHours: null,
  openingHours: null,
  timeOff: [],
  providerBusy: [],
  childBusy: [],
  consentUntil: Infinity,
  rooms: null,
  booked: [],
}
const at = (text: string) => Date.parse(text)
const span = (from: string, until: string) => ({ from: at(from), until: at(until) })

const start = '2026-12-01T10:00:00+01:00'

describe('one rule at a time', () => {
  test.each<[string, Partial<Facts>, string[]]>([
    ['nothing configured restricts nothing', {}, []],
    [
      'hours that end during it',
      { workingHours: [span('2026-12-01T08:00:00+01:00', '2026-12-01T10:30:00+01:00')] },
      ['outside_hours'],
    ],
    [
      'hours that end with it, its buffer beyond',
      { workingHours: [span('2026-12-01T08:00:00+01:00', '2026-12-01T10:45:00+01:00')] },
      [],
    ],
    ['a schedule without any hours', { workingHours: [] }, ['outside_hours']],
    [
      'time off that begins at its end',
      { timeOff: [span('2026-12-01T10:45:00+01:00', '2026-12-01T12:00:00+01:00')] },
      [],
    ],
    [
      'an appointment within its buffer',
      { providerBusy: [span('2026-12-01T10:50:00+01:00', '2026-12-01T11:30:00+01:00')] },
      ['buffer'],
    ],
    [
      'an appointment at its time',
      { providerBusy: [span('2026-12-01T10:40:00+01:00', '2026-12-01T11:30:00+01:00')] },
      ['provider_busy'],
    ],
    ['a consent that ends with its start', { consentUntil: at(start) }, ['consent_missing']],
    ['a consent that ends after its start', { consentUntil: at(start) + 1 }, []],
    ['no room that suits', { rooms: [] }, ['room_busy']],
    [
      'one room of two',
      {
        rooms: [
          { id: 'a', busy: [span('2026-12-01T10:50:00+01:00', '2026-12-01T11:30:00+01:00')] },
          { id: 'b', busy: [] },
        ],
      },
      [],
    ],
  ])('%s', (_, facts, blocks) => {
    expect(blocksAt(at(start), { ...PLAIN, ...facts })).toEqual(blocks)
  })

  test('a visit of two services needs both to fit, the second after both buffers', () => {
    const workingHours = [span('2026-12-01T09:00:00+01:00', '2026-12-01T11:00:00+01:00')]
    const facts = { ...PLAIN, workingHours }
    const steps = [
      { facts, afterMs: 0 },
      { facts, afterMs: 60 * MINUTE },
    ] as const
    const range = span('2026-12-01T00:00:00+01:00', '2026-12-02T00:00:00+01:00')
    expect(startsIn([...steps], range).map((it) => new Date(it).toISOString())).toEqual([
      '2026-12-01T08:00:00.000Z',
      '2026-12-01T08:15:00.000Z',
    ])
  })
})

describe('weekly windows', () => {
  const parse = (input: object[]) => {
    const { error } = weeklyWindows().safeParse(input)
    const [issue] = error?.issues ?? []
    return issue && [issue.path, issue.code === 'custom' && issue.params?.['code']]
  }
  test.each([
    [
      'touch',
      [
        { weekday: 'MONDAY', from: '09:00', until: '12:00' },
        { weekday: 'MONDAY', from: '12:00', until: '15:00' },
      ],
      undefined,
    ],
    [
      'overlap',
      [
        { weekday: 'MONDAY', from: '09:00', until: '12:00' },
        { weekday: 'MONDAY', from: '11:45', until: '15:00' },
      ],
      [[1], 'overlapping_windows'],
    ],
    [
      'overlap past midnight',
      [
        { weekday: 'MONDAY', from: '22:00', until: '02:00' },
        { weekday: 'TUESDAY', from: '01:00', until: '03:00' },
      ],
      [[1], 'overlapping_windows'],
    ],
    [
      'overlap past the end of the week',
      [
        { weekday: 'MONDAY', from: '00:00', until: '03:00' },
        { weekday: 'SUNDAY', from: '22:00', until: '01:00' },
      ],
      [[0], 'overlapping_windows'],
    ],
    [
      'fill the week',
      WEEKDAYS.map((weekday) => ({ weekday, from: '00:00', until: '00:00' })),
      undefined,
    ],
  ])('that %s', (_, input, expected) => {
    expect(parse(input)).toEqual(expected)
  })

  test('a bound that the clocks skip moves on with them; a repeated one is open both times', () => {
    const open = (date: string, from: string, until: string) =>
      workingHours([{ zone: 'Europe/Berlin', windows: [{ weekday: 'SUNDAY', from, until }] }], [], {
        from: dayStart(date, 'Europe/Berlin'),
        until: dayStart(date, 'Europe/Berlin') + DAY / 2,
      })!.map((range) => [new Date(range.from).toISOString(), new Date(range.until).toISOString()])
    expect(open('2027-03-28', '02:30', '05:00')).toEqual([
      ['2027-03-28T01:30:00.000Z', '2027-03-28T03:00:00.000Z'],
    ])
    expect(open('2027-10-31', '01:00', '02:30')).toEqual([
      ['2027-10-30T23:00:00.000Z', '2027-10-31T01:30:00.000Z'],
    ])
    expect(open('2027-10-31', '02:00', '03:00')).toEqual([
      ['2027-10-31T00:00:00.000Z', '2027-10-31T02:00:00.000Z'],
    ])
  })
})
