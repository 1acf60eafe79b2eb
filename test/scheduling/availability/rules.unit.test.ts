import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksAt, type Facts } from '#scheduling/availability/rules.ts'
import { startsIn, type Step } from '#scheduling/availability/starts-in.ts'
import { WEEKDAYS, weeklyWindows, workingHours } from '#organization/schedules/weekly-windows.ts'
import { DAY, dayStart, factsOf, MINUTE, PLACES, planAround } from './plans.ts'
import { referenceBlocks } from './reference.ts'

const RUNS = Number(process.env['AVAILABILITY_RUNS'] ?? 4)

describe.each(PLACES)('%s', (_, timeZone, date) => {
  const start = dayStart(date, timeZone)
  // From the evening before to the morning after, around the change.
  const range = { from: start - 3 * 60 * MINUTE, until: start + DAY + 6 * 60 * MINUTE }
  const ticks = Array.from(
    { length: (range.until - range.from) / (5 * MINUTE) },
    (_, index) => range.from + index * 5 * MINUTE,
  )

  test('obstacles equal those of the slow reference', () => {
    fc.assert(
      fc.property(
        planAround(timeZone, date),
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

  test('the starts found are those without obstacles', () => {
    fc.assert(
      fc.property(planAround(timeZone, date), (plan) => {
        const facts = factsOf(plan, { ...range, until: range.until + DAY })
        const found = startsIn([{ facts, afterMs: 0 }], range)
        expect(found).toEqual(ticks.filter((tick) => blocksAt(tick, facts).length === 0))
      }),
      { numRuns: RUNS * 8 },
    )
  })

  test('a visit of two services has starts that suit both, and a limit selects the first ones', () => {
    const visits = fc.record({
      one: planAround(timeZone, date),
      other: planAround(timeZone, date),
      after: fc.integer({ min: 0, max: 30 }).map((fives) => fives * 5 * MINUTE),
      limit: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(visits, ({ one, other, after, limit }) => {
        const until = range.until + 2 * DAY
        const steps: [Step, Step] = [
          { facts: factsOf(one, { ...range, until }), afterMs: 0 },
          { facts: factsOf(other, { ...range, until }), afterMs: after },
        ]
        const suiting = ticks.filter((tick) =>
          steps.every(({ facts, afterMs }) => blocksAt(tick + afterMs, facts).length === 0),
        )
        expect(startsIn(steps, range)).toEqual(suiting)
        expect(startsIn(steps, range, limit)).toEqual(suiting.slice(0, limit))
      }),
      { numRuns: RUNS * 8 },
    )
  })
})

const PLAIN: Facts = {
  now: Date.parse('2026-11-24T08:00:00Z'),
  timeZone: 'Europe/Berlin',
  rules: {
    durationMinutes: 45,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 15,
    startEveryMinutes: 15,
    leadTimeMinutes: 0,
    horizonDays: null,
    dailyCap: null,
  },
  providerStatus: 'APPROVED',
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
    ['a provider who is suspended', { providerStatus: 'SUSPENDED' }, ['provider_suspended']],
    ...(['APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL', 'REJECTED', 'WITHDRAWN'] as const).map(
      (providerStatus): [string, Partial<Facts>, string[]] => [
        `a provider who is ${providerStatus}`,
        { providerStatus },
        ['provider_not_approved'],
      ],
    ),
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

  test('a visit of two services needs both to fit, the second one after both buffers', () => {
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
        { weekday: 'MONDAY', startTime: '09:00', endTime: '12:00' },
        { weekday: 'MONDAY', startTime: '12:00', endTime: '15:00' },
      ],
      undefined,
    ],
    [
      'overlap',
      [
        { weekday: 'MONDAY', startTime: '09:00', endTime: '12:00' },
        { weekday: 'MONDAY', startTime: '11:45', endTime: '15:00' },
      ],
      [[1], 'overlapping'],
    ],
    [
      'overlap past midnight',
      [
        { weekday: 'MONDAY', startTime: '22:00', endTime: '02:00' },
        { weekday: 'TUESDAY', startTime: '01:00', endTime: '03:00' },
      ],
      [[1], 'overlapping'],
    ],
    [
      'overlap past the end of the week',
      [
        { weekday: 'MONDAY', startTime: '00:00', endTime: '03:00' },
        { weekday: 'SUNDAY', startTime: '22:00', endTime: '01:00' },
      ],
      [[0], 'overlapping'],
    ],
    [
      'fill the week',
      WEEKDAYS.map((weekday) => ({ weekday, startTime: '00:00', endTime: '00:00' })),
      undefined,
    ],
  ])('that %s', (_, input, expected) => {
    expect(parse(input)).toEqual(expected)
  })

  test('move a bound skipped by the clocks forward, and include both occurrences of a repeated one', () => {
    const open = (date: string, from: string, until: string) =>
      workingHours(
        [
          {
            timeZone: 'Europe/Berlin',
            windows: [{ weekday: 'SUNDAY', startTime: from, endTime: until }],
          },
        ],
        [],
        {
          from: dayStart(date, 'Europe/Berlin'),
          until: dayStart(date, 'Europe/Berlin') + DAY / 2,
        },
      )!.map((range) => [new Date(range.from).toISOString(), new Date(range.until).toISOString()])
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
