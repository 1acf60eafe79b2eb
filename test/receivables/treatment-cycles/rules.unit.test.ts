import { describe, expect, test } from 'vitest'
import { planCycle, type CycleFacts } from '#receivables/treatment-cycles/plan-cycle.ts'
import { actionReasons, crossingsOf, cycleStatus } from '#receivables/treatment-cycles/rules.ts'

const THEN = new Date('2026-11-01T10:00:00Z')
const NOW = new Date('2026-11-21T10:00:00Z')

describe('a threshold', () => {
  const none = { reached80At: null, reached90At: null }
  const both = { reached80At: THEN, reached90At: THEN }

  test.each([
    [15, 20, none, none],
    [16, 20, none, { reached80At: NOW, reached90At: null }],
    [17, 20, { ...none, reached80At: THEN }, { reached80At: THEN, reached90At: null }],
    [18, 20, { ...none, reached80At: THEN }, { reached80At: THEN, reached90At: NOW }],
    [25, 20, none, { reached80At: NOW, reached90At: NOW }],
    [17, 20, both, { reached80At: THEN, reached90At: null }],
    [17, 40, both, none],
    [1, 1, none, { reached80At: NOW, reached90At: NOW }],
    // 7 of 9 are 77.8 %, 8 of 9 are 88.9 %: nothing is rounded up.
    [7, 9, none, none],
    [8, 9, none, { reached80At: NOW, reached90At: null }],
  ])('%i of %i used, before %o', (used, authorized, before, expected) => {
    expect(crossingsOf({ used, authorized }, before, NOW)).toEqual(expected)
  })
})

test.each([
  ['2026-08-31', 'UPCOMING'],
  ['2026-09-01', 'ACTIVE'],
  ['2027-02-28', 'ACTIVE'],
  ['2027-03-01', 'ENDED'],
])('on %s is %s', (today, status) => {
  const period = { startsOn: '2026-09-01', endsOn: '2027-02-28' }
  expect(cycleStatus({ ...period, closed: false }, today)).toBe(status)
  expect(cycleStatus({ ...period, closed: true }, today)).toBe('CLOSED')
})

test.each([
  [{}, []],
  [{ used: 16 }, ['nearly_used_up']],
  [{ used: 20, booked: 0 }, ['used_up']],
  [{ used: 10, booked: 11 }, ['booked_beyond']],
  [{ renewOn: '2026-11-21' }, ['ending']],
  [{ renewOn: '2026-11-21', renewed: true }, []],
])('%o requires %o', (more, reasons) => {
  const facts = {
    used: 3,
    booked: 2,
    authorized: 20,
    renewOn: '2027-01-31',
    renewed: false,
    ...more,
  }
  expect(actionReasons(facts, '2026-11-21')).toEqual(reasons)
})

describe('the plan', () => {
  const plan = (more: Partial<CycleFacts> = {}) =>
    planCycle({
      closed: false,
      archived: false,
      endsOn: '2027-03-27',
      renewOn: '2027-02-27',
      renewed: false,
      reached80At: null,
      reached90At: null,
      timeZone: 'Europe/Berlin',
      quietHours: null,
      ...more,
    }).map(({ step, dueAt }) => `${step} ${dueAt.toISOString()}`)

  test('has the renewal before the end and the day after it, in local time', () => {
    expect(plan()).toEqual(['renewal 2027-02-27T08:00:00.000Z', 'end 2027-03-28T07:00:00.000Z'])
  })

  test('warns at a share, and renews early if nearly everything is used', () => {
    expect(plan({ reached80At: THEN })).toHaveLength(3)
    expect(plan({ reached80At: THEN, reached90At: NOW }).slice(0, 3)).toEqual([
      `warning-80 ${THEN.toISOString()}`,
      `warning-90 ${NOW.toISOString()}`,
      `renewal ${NOW.toISOString()}`,
    ])
  })

  test('skips renewed and closed cycles and archived children', () => {
    expect(plan({ renewed: true })).toEqual(['end 2027-03-28T07:00:00.000Z'])
    expect(plan({ closed: true })).toEqual([])
    expect(plan({ archived: true })).toEqual([])
  })
})
