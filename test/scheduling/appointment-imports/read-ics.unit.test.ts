import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { FILE_PARSER } from '#scheduling/appointment-imports/file/file-parser.ts'
import { parse } from '#scheduling/appointment-imports/file/parse.ts'
import { runParser } from '../../../providers/parsing/index.ts'

/** Calendar files from real programs and from attackers. */

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR'].join('\r\n')
const START = 'DTSTART:20261201T100000Z'
const END = 'DTEND:20261201T104500Z'

/** The start or error of each row; the code of the file. */
const read = (content: string): string[] | string => {
  const answer = parse({ format: 'ICS', content, columns: {} })
  if ('code' in answer) return answer.code
  return answer.rows.map(({ source, problem }) => problem?.code ?? source.start ?? '')
}

describe('an event with an error', () => {
  const good = event('UID:good', 'SUMMARY:Lena Weiss', START, END)

  test.each([
    ['no DTSTART', [], 'required'],
    ['DURATION:PX', [START, 'DURATION:PX'], 'malformed'],
    ['DTSTART of no day', ['DTSTART:20260231T100000Z'], 'malformed'],
    ['DTSTART of another millennium', ['DTSTART:99991231T100000Z'], 'malformed'],
    ['DTSTART without a value', ['DTSTART'], 'malformed'],
    ['RDATE:garbage', [START, END, 'RDATE:garbage'], 'malformed'],
    ['EXDATE:garbage', [START, END, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:garbage'], 'malformed'],
    ['RDATE of periods', [START, END, 'RDATE;VALUE=PERIOD:20261201T100000Z/PT1H'], 'malformed'],
    ['RECURRENCE-ID:garbage', [START, END, 'RECURRENCE-ID:garbage'], 'malformed'],
    ['two rules', [START, 'RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=DAILY;COUNT=2'], 'malformed'],
    ['a zone of nobody', ['DTSTART;TZID=Nowhere:20261201T100000'], 'unknown_time_zone'],
    [
      'all of it excepted',
      [START, END, 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:20261201T100000Z'],
      'no_occurrence',
    ],
    ['a text that nothing takes', [START, END, `SUMMARY:${'x'.repeat(900_000)}`], 'too_long'],
    [
      'a list of days without end',
      [START, END, `RDATE:${Array(50_000).fill('20261201T100000Z').join(',')}`],
      'too_many_occurrences',
    ],
  ])('reports %s as a problem of its row', (_, lines, code) => {
    const found = read(calendar(event('UID:1', ...lines), good)) as string[]
    // Exceptions come after the other events.
    expect(found.toSorted()).toEqual(['2026-12-01T10:00:00Z', code])
  })
})

test('exceptions move their occurrence, and those without one count by themselves', () => {
  const rule = 'RRULE:FREQ=WEEKLY;COUNT=4'
  const of = (at: string, to: string) => event('UID:1', `RECURRENCE-ID:${at}`, `DTSTART:${to}`)
  const content = calendar(
    event('UID:1', START, END, rule, 'EXDATE;VALUE=DATE:20261215'),
    of('20261208T100000Z', '20261209T120000Z'),
    of('20270301T100000Z', '20270302T100000Z'),
    event('UID:2', 'RECURRENCE-ID:20261201T100000Z', START, END),
  )
  expect(read(content)).toEqual([
    '2026-12-01T10:00:00Z',
    '2026-12-09T12:00:00Z',
    '2026-12-22T10:00:00Z',
    '2027-03-02T10:00:00Z',
    '2026-12-01T10:00:00Z',
  ])
})

test('UNTIL in UTC ends a rule in local time, even past a clock change', () => {
  const of = (until: string) =>
    read(
      calendar(
        event(
          'UID:1',
          'DTSTART;TZID=Europe/Berlin:20270322T100000',
          `RRULE:FREQ=WEEKLY;UNTIL=${until}`,
        ),
      ),
    )
  expect(of('20270329T080000Z')).toHaveLength(2)
  expect(of('20270329T075959Z')).toHaveLength(1)
  expect(of('20270329')).toHaveLength(2)
})

describe('a zone defined in the file', () => {
  const observance = (kind: string, from: string, to: string, rule: string) =>
    [
      `BEGIN:${kind}`,
      'DTSTART:16010101T020000',
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `RRULE:${rule}`,
      `END:${kind}`,
    ].join('\r\n')
  const zone = (standard: string, daylight: string) =>
    [
      'BEGIN:VTIMEZONE',
      'TZID:Eastern Standard Time',
      observance('STANDARD', '-0400', '-0500', standard),
      observance('DAYLIGHT', '-0500', '-0400', daylight),
      'END:VTIMEZONE',
    ].join('\r\n')
  const NEW_YORK = zone('FREQ=YEARLY;BYDAY=1SU;BYMONTH=11', 'FREQ=YEARLY;BYDAY=2SU;BYMONTH=3')

  test('has the instants of the real zone on every day of three years', () => {
    const first = Temporal.PlainDateTime.from('2026-01-01T12:00')
    const days = Array.from({ length: 1_096 }, (_, index) => first.add({ days: index }))
    const written = days.map((day) =>
      day.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, ''),
    )
    const events = written.map((at) =>
      event(`UID:${at}`, `DTSTART;TZID=Eastern Standard Time:${at}`),
    )
    expect(read(calendar(NEW_YORK, ...events))).toEqual(
      days.map((day) =>
        new Date(day.toZonedDateTime('America/New_York').epochMilliseconds).toISOString(),
      ),
    )
  })

  test.each(['FREQ=HOURLY', 'FREQ=DAILY', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=YEARLY'])(
    'with %s is invalid',
    (rule) => {
      const at = event('UID:1', 'DTSTART;TZID=Eastern Standard Time:20261201T100000')
      const zoned = zone(rule, 'FREQ=YEARLY;BYDAY=2SU;BYMONTH=3')
      expect(read(calendar(zoned, at))).toEqual(['unknown_time_zone'])
    },
  )
})

/** Within the limits of memory and result; the time depends on the machine. */
describe('a file at the limits', () => {
  const many = (count: number, ...lines: string[]) =>
    Array.from({ length: count }, (_, index) => event(`UID:${index}`, START, END, ...lines))
  const exceptions = Array.from({ length: 4_000 }, () =>
    event('UID:1', 'RECURRENCE-ID:20261201T100000Z', START, END),
  )
  test.each([
    ['5,000 events', calendar(...many(5_000)), 5_000],
    [
      '5,000 rules that find nothing',
      calendar(...many(5_000, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5')),
      5_000,
    ],
    ['one event too many', calendar(...many(5_001)), 'too_many_rows'],
    [
      '2,000 rules of 399 days',
      calendar(...many(2_000, 'RRULE:FREQ=DAILY;COUNT=399')),
      'too_many_rows',
    ],
    [
      '4,000 exceptions of rules with one UID',
      calendar(
        ...Array<string>(900).fill(event('UID:1', START, END, 'RRULE:FREQ=DAILY;COUNT=1')),
        ...exceptions,
      ),
      4_899,
    ],
    [
      '3,000 components in components',
      `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(3_000)}`,
      'malformed_ics',
    ],
    [
      'a summary of 900,000 characters, 399 times',
      calendar(
        event('UID:1', START, END, `SUMMARY:${'x'.repeat(900_000)}`, 'RRULE:FREQ=DAILY;COUNT=399'),
      ),
      399,
    ],
    [
      '220,000 parameters',
      calendar(event('UID:1', START, END, `ATTENDEE${';a=b'.repeat(220_000)}:x`)),
      1,
    ],
  ])('%s', async (_, content, expected) => {
    const parsed = await runParser(
      FILE_PARSER,
      { format: 'ICS', content, columns: {} },
      { deadlineMs: 200_000 },
    )
    if (!parsed.ok) throw new Error(parsed.failure)
    expect('rows' in parsed.answer ? parsed.answer.rows.length : parsed.answer.code).toBe(expected)
  })
})

describe('RECURRENCE-ID with RANGE=THISANDFUTURE', () => {
  const ZONE = 'TZID=Europe/Berlin'
  const series = event(
    'UID:x',
    `DTSTART;${ZONE}:20270105T100000`,
    `DTEND;${ZONE}:20270105T104500`,
    'RRULE:FREQ=WEEKLY;COUNT=4',
  )
  const future = (range: string, at: string, to: string) =>
    event('UID:x', `RECURRENCE-ID;${range}${ZONE}:${at}`, `DTSTART;${ZONE}:${to}`, 'DURATION:PT1H')

  test('moves the occurrence and the following ones, in local time', () => {
    const moved = future('RANGE=THISANDFUTURE;', '20270119T100000', '20270119T140000')
    expect(read(calendar(series, moved))).toEqual([
      '2027-01-05T10:00:00',
      '2027-01-12T10:00:00',
      '2027-01-19T14:00:00',
      '2027-01-26T14:00:00',
    ])
    const answer = parse({ format: 'ICS', content: calendar(moved, series), columns: {} })
    const durations = 'rows' in answer && answer.rows.map(({ source }) => source.duration)
    expect(durations).toEqual(['45', '45', '60', '60'])
  })

  test('applies until the next one, and single exceptions take precedence', () => {
    const found = read(
      calendar(
        series,
        future('RANGE=THISANDFUTURE;', '20270112T100000', '20270113T090000'),
        future('', '20270119T100000', '20270119T080000'),
        future('RANGE=THISANDFUTURE;', '20270126T100000', '20270126T160000'),
      ),
    )
    expect(found).toEqual([
      '2027-01-05T10:00:00',
      '2027-01-13T09:00:00',
      '2027-01-19T08:00:00',
      '2027-01-26T16:00:00',
    ])
  })

  test('across a clock change keeps the local time, even if the exception is in UTC', () => {
    const daily = event('UID:x', `DTSTART;${ZONE}:20270326T100000`, 'RRULE:FREQ=DAILY;COUNT=4')
    const moved = event(
      'UID:x',
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20270327T090000Z',
      `DTSTART;${ZONE}:20270327T110000`,
    )
    expect(read(calendar(daily, moved))).toEqual([
      '2027-03-26T10:00:00',
      '2027-03-27T11:00:00',
      '2027-03-28T11:00:00',
      '2027-03-29T11:00:00',
    ])
  })

  test.each([
    ['another RANGE', 'RANGE=THISANDPRIOR;', 'range_unsupported'],
    ['a parameter that is not known', 'SCALE=LUNAR;', 'parameter_unsupported'],
  ])('%s is a problem of the whole event', (_, range, code) => {
    const moved = future(range, '20270119T100000', '20270119T140000')
    expect(read(calendar(series, moved))).toEqual([code, code])
  })
})

test.each(['DTSTART;SCALE=LUNAR', 'DTEND;SCALE=LUNAR', 'EXDATE;SCALE=LUNAR', 'RDATE;SCALE=LUNAR'])(
  '%s is reported, while vendor parameters are ignored',
  (line) => {
    const of = (name: string) =>
      [
        START,
        END,
        'RRULE:FREQ=DAILY;COUNT=2',
        'EXDATE:20261202T100000Z',
        'RDATE:20261203T100000Z',
      ].map((it) => it.replace(line.slice(0, line.indexOf(';')) + ':', `${name}:`))
    expect(read(calendar(event('UID:1', ...of(line))))).toEqual(['parameter_unsupported'])
    expect(read(calendar(event('UID:1', ...of(line.replace('SCALE', 'X-SCALE')))))).toHaveLength(2)
  },
)

test('the higher SEQUENCE of a UID replaces the lower, in exceptions too', () => {
  const version = (sequence: string[], at: string, uid = 'x') =>
    event(`UID:${uid}`, ...sequence, `DTSTART:${at}`)
  const exception = (sequence: string[], to: string) =>
    event('UID:y', ...sequence, 'RECURRENCE-ID:20270105T100000Z', `DTSTART:${to}`)
  const content = calendar(
    version([], '20270105T100000Z'),
    version(['SEQUENCE:10'], '20270107T100000Z'),
    version(['SEQUENCE:2'], '20270106T100000Z'),
    event('UID:y', 'DTSTART:20270105T100000Z', 'RRULE:FREQ=DAILY;COUNT=2'),
    exception(['SEQUENCE:1'], '20270105T150000Z'),
    exception([], '20270105T120000Z'),
  )
  expect(read(content)).toEqual([
    '2027-01-07T10:00:00Z',
    '2027-01-05T15:00:00Z',
    '2027-01-06T10:00:00Z',
  ])
})

test.each(['sep=;', '"sep=;"', '\uFEFFsep=;', 'SEP=;'])(
  'the first line %j of Excel is not a header',
  (first) => {
    const content = [first, 'child;start;notes', 'Lena, Mia;2026-12-01T10:00:00Z;a'].join('\r\n')
    const answer = parse({ format: 'CSV', content, columns: {} })
    expect('rows' in answer && answer.rows).toEqual([
      { source: { child: 'Lena, Mia', start: '2026-12-01T10:00:00Z', notes: 'a' } },
    ])
  },
)
