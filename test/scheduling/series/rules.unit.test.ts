import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from '#platform/core/errors/errors.ts'
import {
  applyEdit,
  expandRule,
  inScope,
  instantOf,
  MAX_OCCURRENCES,
  planEdit,
  type OpenOccurrence,
} from '#scheduling/series/rules.ts'

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return error.issues[0]?.code
    throw error
  }
  return undefined
}

describe('a rule expands to days', () => {
  test.each([
    ['FREQ=WEEKLY;COUNT=3', '2026-12-01', ['2026-12-01', '2026-12-08', '2026-12-15']],
    ['RRULE:FREQ=WEEKLY;COUNT=1', '2026-12-01', ['2026-12-01']],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=4',
      '2026-12-01',
      ['2026-12-01', '2026-12-03', '2026-12-15', '2026-12-17'],
    ],
    ['FREQ=WEEKLY;BYDAY=MO;COUNT=2', '2026-12-01', ['2026-12-07', '2026-12-14']],
    ['FREQ=WEEKLY;UNTIL=20261215', '2026-12-01', ['2026-12-01', '2026-12-08', '2026-12-15']],
    ['FREQ=WEEKLY;UNTIL=20261214', '2026-12-01', ['2026-12-01', '2026-12-08']],
    // The start of the week decides which days share a week.
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=MO;COUNT=3',
      '2026-12-06',
      ['2026-12-06', '2026-12-14', '2026-12-20'],
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU;COUNT=3',
      '2026-12-06',
      ['2026-12-06', '2026-12-07', '2026-12-20'],
    ],
  ] as const)('%s from %s', (rule, startsOn, dates) => {
    expect(expandRule(rule, startsOn).dates).toEqual(dates)
  })

  test.each([
    ['FREQ=WEEKLY', 'rule_never_ends'],
    ['FREQ=WEEKLY;BYDAY=TU;INTERVAL=2', 'rule_never_ends'],
    ['', 'invalid_format'],
    ['nonsense', 'invalid_format'],
    ['COUNT=5', 'invalid_format'],
    ['FREQ=WEEKLY;COUNT=3;COUNT=4', 'invalid_format'],
    ['FREQ=WEEKLY;COUNT=3;UNTIL=20270101', 'invalid_format'],
    ['FREQ=WEEKLY;UNTIL=20270231', 'invalid_format'],
    ['FREQ=WEEKLY;COUNT=3\nRDATE:20270101T000000Z', 'unsupported_rule'],
    ['DTSTART:20200101T000000Z\nRRULE:FREQ=WEEKLY;COUNT=3', 'invalid_format'],
    ['FREQ=DAILY;COUNT=3', 'unsupported_rule'],
    ['FREQ=SECONDLY;COUNT=3', 'unsupported_rule'],
    ['FREQ=WEEKLY;BYDAY=2TU;COUNT=3', 'unsupported_rule'],
    ['FREQ=WEEKLY;BYSETPOS=1;BYDAY=TU;COUNT=3', 'unsupported_rule'],
    ['FREQ=WEEKLY;BYHOUR=10;COUNT=3', 'unsupported_rule'],
    ['FREQ=WEEKLY;UNTIL=20270101T100000Z', 'unsupported_rule'],
    ['FREQ=WEEKLY;INTERVAL=0;COUNT=3', 'unsupported_rule'],
    ['FREQ=WEEKLY;INTERVAL=53;COUNT=3', 'unsupported_rule'],
    ['FREQ=WEEKLY;COUNT=0', 'no_occurrence'],
    ['FREQ=WEEKLY;UNTIL=20261130', 'no_occurrence'],
    ['FREQ=WEEKLY;COUNT=261', 'too_many'],
    ['FREQ=WEEKLY;COUNT=999999999', 'too_many'],
    ['FREQ=WEEKLY;UNTIL=99991231', 'too_many'],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=260', 'out_of_range'],
    ['FREQ=WEEKLY;INTERVAL=52;UNTIL=99991231', 'too_many'],
  ])('%j is refused: %s', (rule, code) => {
    expect(codeOf(() => expandRule(rule, '2026-12-01'))).toBe(code)
  })

  test('an error for a day with hyphens shows the right format', () => {
    expect(() => expandRule('FREQ=WEEKLY;UNTIL=2027-04-15', '2026-12-01')).toThrow('UNTIL=20270415')
  })

  test('any input gives sorted days or a code', () => {
    const part = fc.oneof(
      fc.constantFrom('FREQ=WEEKLY', 'COUNT=5', 'UNTIL=20270401', 'BYDAY=MO,FR', 'INTERVAL=3'),
      fc.string({ maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        let dates: string[] = []
        const code = codeOf(() => {
          dates = expandRule(parts.join(';'), '2026-12-01').dates
        })
        expect(code === undefined).toBe(dates.length > 0)
        expect(dates.length).toBeLessThanOrEqual(MAX_OCCURRENCES)
        expect(dates).toEqual([...new Set(dates)].toSorted())
      }),
      { numRuns: 300 },
    )
  })
})

/** Local time of a zone by ICU, an independent implementation. */
const wallClock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return (instant: Date) => format.format(instant)
}

describe.each([
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
])('two years in %s', (timeZone) => {
  const { dates } = expandRule('FREQ=WEEKLY;BYDAY=SU,WE;COUNT=208', '2026-09-01')
  const clock = wallClock(timeZone)

  test.each(['00:00', '02:15', '02:30', '10:00', '23:45'])(
    'has starts at %s local time',
    (time) => {
      for (const occursOn of dates) {
        const instant = instantOf(occursOn, time, timeZone)
        if (instant) expect(clock(instant)).toBe(`${occursOn} ${time}`)
      }
    },
  )

  test('except at hours that the clocks skip', () => {
    const skipped = ['00:00', '02:15', '02:30', '03:00', '10:00'].flatMap((time) =>
      dates
        .filter((occursOn) => !instantOf(occursOn, time, timeZone))
        .map((occursOn) => `${occursOn} ${time}`),
    )
    expect(skipped.toSorted()).toEqual(SKIPPED[timeZone] ?? [])
  })
})

const SKIPPED: Record<string, string[]> = {
  'Europe/Berlin': ['2027-03-28 02:15', '2027-03-28 02:30', '2028-03-26 02:15', '2028-03-26 02:30'],
  'America/New_York': [
    '2027-03-14 02:15',
    '2027-03-14 02:30',
    '2028-03-12 02:15',
    '2028-03-12 02:30',
  ],
  // Half an hour: 02:00 becomes 02:30.
  'Australia/Lord_Howe': ['2026-10-04 02:15', '2027-10-03 02:15'],
}

test.each([
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ['Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45:00.000Z'],
])(
  'in %s, the first occurrence of a repeated time is used',
  (timeZone, occursOn, time, instant) => {
    expect(instantOf(occursOn, time, timeZone)?.toISOString()).toBe(instant)
  },
)

describe('an edit', () => {
  const at = {
    startTime: '10:00',
    providerId: 'prv_a',
    roomId: null,
    locationId: 'loc_a',
    serviceId: 'svc_a',
    durationMinutes: null,
    notes: null,
  }
  const week = (
    dates: readonly string[],
    { booked = true, edited = [] }: Partial<OpenOccurrence> = {},
  ): OpenOccurrence[] =>
    dates.map((occursOn, index) => ({
      id: `occ_${index + 1}`,
      number: index + 1,
      occursOn,
      booked,
      edited,
      ...at,
    }))
  const december = week(['2026-12-01', '2026-12-03', '2026-12-08', '2026-12-10'])

  test.each([
    ['THIS', ['occ_2']],
    ['FOLLOWING', ['occ_2', 'occ_3', 'occ_4']],
    ['ALL', ['occ_1', 'occ_2', 'occ_3', 'occ_4']],
  ] as const)('of %s', (scope, ids) => {
    expect(inScope(december, scope, december[1]).map(({ id }) => id)).toEqual(ids)
  })

  test('without a change moves nothing, but retries failed occurrences', () => {
    expect(planEdit(december, { startTime: '10:00' })).toEqual({ move: [], add: [], drop: [] })
    const unbooked = week(['2026-12-01'], { booked: false })
    expect(planEdit(unbooked, { startTime: '10:00' }).move).toHaveLength(1)
    const refused = week(['2026-12-01'], { edited: ['locationId'] })
    expect(planEdit(refused, { notes: 'Bring shoes' }).move).toMatchObject([
      { edited: ['locationId', 'notes'] },
    ])
  })

  test.each([
    [{ startTime: '11:00' }, ['slot']],
    [{ providerId: 'prv_b' }, ['slot']],
    [{ roomId: 'roo_b' }, ['roomId']],
    [{ notes: 'Bring shoes' }, ['notes']],
    [{ durationMinutes: 60, notes: null }, ['durationMinutes']],
    [{ locationId: 'loc_a', startTime: '11:00' }, ['slot']],
    [{ serviceId: 'svc_b' }, ['serviceId', 'durationMinutes']],
    [{ serviceId: 'svc_b', durationMinutes: 45 }, ['serviceId', 'durationMinutes']],
  ])('to %j becomes %j', (edit, edited) => {
    const [move] = planEdit(week(['2026-12-01']), edit).move
    expect(move).toMatchObject({ ...at, ...edit, edited })
  })

  test('to another location drops the room, unless another is named', () => {
    const before = { ...at, roomId: 'roo_a' }
    expect(applyEdit(before, { locationId: 'loc_b' })).toMatchObject({ roomId: null })
    expect(applyEdit(before, { locationId: 'loc_b', roomId: 'roo_b' })).toMatchObject({
      roomId: 'roo_b',
    })
    expect(applyEdit(before, { locationId: 'loc_a' })).toEqual(before)
  })

  test('with fewer days drops the last ones, and with more days adds some', () => {
    const fewer = planEdit(december, { dates: ['2026-12-02', '2026-12-09'] })
    expect(fewer.drop.map(({ id }) => id)).toEqual(['occ_3', 'occ_4'])
    const more = planEdit(week(['2026-12-01']), { dates: ['2026-12-01', '2026-12-04'] })
    expect(more).toEqual({ move: [], drop: [], add: [{ occursOn: '2026-12-04', ...at }] })
  })

  test('never moves an occurrence onto one that has yet to move', () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 12 })
    const datesOf = (numbers: number[]) =>
      numbers.toSorted((a, b) => a - b).map((day) => `2026-12-${String(day).padStart(2, '0')}`)
    fc.assert(
      fc.property(days, days, (before, after) => {
        const open = week(datesOf(before))
        const { drop, move, add } = planEdit(open, { dates: datesOf(after) })
        const standing = new Map(open.map(({ id, occursOn }) => [id, occursOn]))
        for (const { id } of drop) standing.delete(id)
        for (const { id, occursOn } of move) {
          expect([...standing.values()]).not.toContain(occursOn)
          standing.set(id, occursOn)
        }
        for (const { occursOn } of add) standing.set(occursOn, occursOn)
        expect([...standing.values()].toSorted()).toEqual(datesOf(after))
      }),
    )
  })
})
