/** Small files that would take for ever to read: for a test of each, and the drill of all. */

const START = 'DTSTART:20271201T100000Z'
const END = 'DTEND:20271201T110000Z'

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR'].join('\r\n')
const ruled = (rule: string) => calendar(event('UID:1', START, END, 'SUMMARY:x', `RRULE:${rule}`))
const many = (count: number, ...lines: string[]) =>
  calendar(
    ...Array.from({ length: count }, (_, index) => event(`UID:${index}`, START, END, ...lines)),
  )

const zoned = (rule: string) =>
  calendar(
    [
      'BEGIN:VTIMEZONE',
      'TZID:Own',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      `RRULE:${rule}`,
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n'),
    event('UID:1', 'DTSTART;TZID=Own:20271201T100000', 'DURATION:PT45M', 'SUMMARY:x'),
  )

export interface Bomb {
  name: string
  format: 'ICS' | 'CSV'
  content: string
  /** Codes of its rows, each once, or of the whole file. */
  codes: readonly string[]
}

const ics = (name: string, content: string, ...codes: string[]): Bomb => ({
  name,
  format: 'ICS',
  content,
  codes,
})
const csv = (name: string, content: string, ...codes: string[]): Bomb => ({
  name,
  format: 'CSV',
  content,
  codes,
})

/** Each takes a fraction of a second with its limit. The first eight used to hang a process. */
export const BOMBS: readonly Bomb[] = [
  ics(
    'a day that no year has',
    ruled('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=5'),
    'no_occurrence',
  ),
  ics('every second of a month', ruled('FREQ=SECONDLY;BYMONTH=11;COUNT=5'), 'rule_unsupported'),
  ics(
    'every 86,400 seconds',
    ruled('FREQ=SECONDLY;INTERVAL=86400;BYHOUR=3;COUNT=2'),
    'rule_unsupported',
  ),
  ics(
    'every hour of a day that no year has',
    ruled('FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30;UNTIL=99991231T000000Z'),
    'rule_unsupported',
  ),
  ics('a zone by the hour', zoned('FREQ=HOURLY'), 'unknown_time_zone'),
  ics('a zone by the minute', zoned('FREQ=MINUTELY'), 'unknown_time_zone'),
  ics(
    'a zone that never changes',
    zoned('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
    'unknown_time_zone',
  ),
  ics('a sixth Monday', ruled('FREQ=MONTHLY;BYDAY=6MO;COUNT=2'), 'no_occurrence'),
  ics(
    'until the end of the calendar',
    ruled('FREQ=DAILY;UNTIL=99991231T000000Z'),
    'too_many_occurrences',
  ),
  ics('no frequency', ruled('COUNT=2'), 'malformed'),
  ics('a duration of nothing', calendar(event('UID:1', START, 'DURATION:PX')), 'malformed'),
  ics('calendars in calendars', 'BEGIN:VCALENDAR\r\n'.repeat(50_000), 'malformed_ics'),
  csv('a cell of 900,000 characters', `child,start\n${'x'.repeat(900_000)},2\n`, 'too_long'),
  csv('a row of 900,000 cells', `child,start\na${','.repeat(900_000)}\n`, 'too_many_cells'),
  csv(
    'a header of 900,000 columns',
    `child,start${','.repeat(900_000)}\n1,2\n`,
    'too_many_columns',
  ),
  csv('a quote that never ends', `child,start\n"${'a,b\n'.repeat(200_000)}`, 'malformed_csv'),
]

/** Each keeps a parser busy for a second or more. */
export const HEAVY_BOMBS: readonly Bomb[] = [
  ics(
    '5,000 rules that find nothing',
    many(5_000, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5'),
    'no_occurrence',
  ),
  ics('2,000 rules of 399 days', many(2_000, 'RRULE:FREQ=DAILY;COUNT=399'), 'too_many_rows'),
  ics('7,000 events', many(7_000), 'too_many_rows'),
  ics(
    'a summary of 900,000 characters, 399 times',
    calendar(
      event('UID:1', START, END, `SUMMARY:${'x'.repeat(900_000)}`, 'RRULE:FREQ=DAILY;COUNT=399'),
    ),
    'too_long',
  ),
  ics(
    '220,000 parameters',
    calendar(event('UID:1', 'DTSTART:20271201T100000', `ATTENDEE${';a=b'.repeat(220_000)}:x`)),
    'unknown',
  ),
]
