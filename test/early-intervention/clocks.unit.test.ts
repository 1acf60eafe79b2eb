import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { MILESTONES } from '#vocabulary/milestones.ts'
import { type Clock, type ClockFacts, type DelayCause } from '#early-intervention/clocks/clock.ts'
import { IDEA_PART_C } from '#early-intervention/clocks/idea-part-c.ts'
import { deadlinesOf, earliestOf, isRunning, statusOf } from '#early-intervention/clocks/rules.ts'
import { programs } from '#early-intervention/programs/resource.ts'
import {
  assertDocumented,
  assertReachable,
  withAttempt,
  withDelay,
  withDelayEnded,
  withMilestone,
  withoutMilestone,
  type StoredDelay,
} from '#early-intervention/programs/rules.ts'

const facts = (it: Partial<ClockFacts> = {}): ClockFacts => ({
  birthDate: '2025-04-30',
  referralReceivedOn: '2026-10-05',
  milestones: [],
  delays: [],
  ifspServices: [],
  holidays: [],
  closedOn: null,
  ...it,
})
const family = (startsOn: string, endsOn: string | null) =>
  ({ cause: 'FAMILY', startsOn, endsOn }) as const
const due = (name: string, it: Partial<ClockFacts>, clocks: readonly Clock[] = IDEA_PART_C) =>
  deadlinesOf(clocks, facts(it)).find((at) => at.clock === name && isRunning(at))

describe('IDEA Part C', () => {
  // The third birthday is 30 April 2028; 90 days before it is 31 January.
  const eligible = (occurredOn: string, referralReceivedOn = '2027-12-20') => ({
    referralReceivedOn,
    milestones: [{ kind: 'ELIGIBILITY' as const, occurredOn }],
  })
  test('deadlines after a late eligibility count from it and are at risk immediately', () => {
    expect(due('transition-conference', eligible('2028-02-01'))).toMatchObject({
      startsOn: '2028-02-01',
      warnOn: '2028-02-01',
      paused: false,
    })
  })

  test('a declined conference is not owed, and it cannot be held without approval', () => {
    const declined = {
      kind: 'TRANSITION_CONFERENCE',
      occurredOn: '2027-06-01',
      declinedByFamily: true,
    } as const
    expect(due('transition-conference', { milestones: [declined] })).toBeUndefined()
    expect(due('lea-notification', { milestones: [declined] })?.dueOn).toBe('2028-01-31')
    const earliest = earliestOf(IDEA_PART_C, 'TRANSITION_CONFERENCE', '2025-04-30')
    expect(() => assertReachable(declined, earliest)).not.toThrow()
    expect(() => assertReachable({ ...declined, kind: 'TRANSITION_PLAN' }, earliest)).toThrow(
      'cannot decline TRANSITION_PLAN',
    )
  })

  test.each<
    ['TRANSITION_CONFERENCE' | 'TRANSITION_PLAN' | 'LEA_NOTIFICATION', string, string | undefined]
  >([
    ['TRANSITION_CONFERENCE', '2025-04-30', '2027-07-30'],
    ['TRANSITION_PLAN', '2025-04-30', '2027-07-30'],
    ['TRANSITION_CONFERENCE', '2024-02-29', '2026-05-28'],
    ['LEA_NOTIFICATION', '2025-04-30', undefined],
  ])('a %s of a child born on %s is due on %s at the earliest', (kind, birthDate, earliest) => {
    expect(earliestOf(IDEA_PART_C, kind, birthDate)).toBe(earliest)
    const on = (occurredOn: string) => () => assertReachable({ kind, occurredOn }, earliest)
    expect(on('2029-01-01')).not.toThrow()
    if (!earliest) return
    expect(on(earliest)).not.toThrow()
    expect(on(Temporal.PlainDate.from(earliest).subtract({ days: 1 }).toString())).toThrow(
      `earlier than ${earliest}`,
    )
  })

  test('an open delay pauses the clock and is named', () => {
    const delays = [family('2026-10-20', null)]
    expect(due('ifsp', { delays })).toMatchObject({ paused: true, dueOn: '2026-11-19' })
    expect(due('transition-plan', { delays })).toMatchObject({ paused: false })
    expect(due('ifsp', { delays: [family('2026-11-20', null)] })).toMatchObject({
      paused: false,
    })
  })

  const of = (cause: DelayCause, startsOn: string, endsOn: string | null) => ({
    cause,
    startsOn,
    endsOn,
  })
  test.each<[string, ClockFacts['delays'], string, DelayCause | null]>([
    ['nobody’s', [], 'ifsp', null],
    ['the provider’s', [of('PROVIDER', '2026-10-20', '2026-10-22')], 'ifsp', 'PROVIDER'],
    [
      'the last one’s',
      [of('SYSTEM', '2026-10-25', null), of('PROVIDER', '2026-10-20', null)],
      'ifsp',
      'SYSTEM',
    ],
    ['nobody’s, before it began', [of('PROVIDER', '2026-09-01', '2026-10-04')], 'ifsp', null],
    ['nobody’s, after it was due', [of('PROVIDER', '2026-11-20', null)], 'ifsp', null],
    // Delays of the family move the plan, but not the third birthday.
    ['nobody’s, since the days do not count', [family('2026-10-20', '2026-10-22')], 'ifsp', null],
    ['the family’s', [family('2028-01-30', '2028-01-31')], 'transition-plan', 'FAMILY'],
    ['not the family’s', [family('2028-01-20', '2028-01-30')], 'transition-plan', null],
    [
      'the family’s, even if others had one',
      [of('PROVIDER', '2028-01-30', null), family('2028-01-20', null)],
      'transition-plan',
      'FAMILY',
    ],
  ])('lateness of %s', (_, delays, clock, cause) => {
    expect(due(clock, { delays })?.lateCause).toBe(cause)
  })

  test('every clock names its rule', () => {
    for (const { source } of IDEA_PART_C) expect(source).toMatch(/^34 CFR 303\.\d+/)
  })
})

describe('clocks of a centre', () => {
  const workingDays: Clock = {
    name: 'visit',
    countsFrom: 'REFERRAL',
    amount: 5,
    unit: 'WORKING_DAYS',
    daysBefore: 0,
    awaitedMilestone: 'SERVICES_STARTED',
    repeats: false,
    pausable: true,
    warningDays: 2,
    source: 'Contract',
  }
  test.each<[string, Partial<ClockFacts>, string]>([
    ['five working days over a weekend', { referralReceivedOn: '2026-12-17' }, '2026-12-24'],
    [
      '…and holidays',
      {
        referralReceivedOn: '2026-12-21',
        holidays: [{ startsOn: '2026-12-24', endsOn: '2026-12-25' }],
      },
      '2026-12-30',
    ],
    [
      '…not for ever, however long the centre is closed',
      {
        referralReceivedOn: '2026-12-21',
        holidays: [{ startsOn: '2026-12-24', endsOn: '9999-12-31' }],
      },
      '2037-01-07',
    ],
    [
      'a holiday on a Sunday changes nothing',
      {
        referralReceivedOn: '2026-12-17',
        holidays: [{ startsOn: '2026-12-20', endsOn: '2026-12-20' }],
      },
      '2026-12-24',
    ],
    [
      'delayed working days',
      {
        referralReceivedOn: '2026-12-17',
        delays: [family('2026-12-21', '2026-12-22')],
      },
      '2026-12-28',
    ],
  ])('%s', (_, it, dueOn) => {
    expect(due('visit', it, [workingDays])?.dueOn).toBe(dueOn)
  })
})

test.each([
  ['2026-11-03', 'ON_TRACK'],
  ['2026-11-04', 'AT_RISK'],
  ['2026-11-19', 'AT_RISK'],
  ['2026-11-20', 'MISSED'],
])('on %s, a deadline of 19 November is %s', (today, status) => {
  const dates = {
    dueOn: '2026-11-19',
    warnOn: '2026-11-04',
    state: 'RUNNING',
    metOn: null,
  } as const
  expect(statusOf({ ...dates, paused: false }, today)).toBe(status)
  expect(statusOf({ ...dates, paused: true }, today)).toBe('PAUSED')
})

describe('the records of a program', () => {
  test('include every milestone in the audit trail', () => {
    expect(programs.records.program.audit).toEqual(expect.arrayContaining([...MILESTONES]))
  })

  test('correct a repeated milestone, collect reviews, and refuse to remove a missing one', () => {
    const plan = { kind: 'IFSP', occurredOn: '2026-11-01' } as const
    expect(withMilestone([plan], { kind: 'IFSP', occurredOn: '2026-11-02' })).toHaveLength(1)
    const reviews = withMilestone([{ kind: 'PERIODIC_REVIEW', occurredOn: '2027-05-01' }], {
      kind: 'PERIODIC_REVIEW',
      occurredOn: '2027-11-01',
    })
    expect(reviews).toHaveLength(2)
    expect(
      withoutMilestone(reviews, { kind: 'PERIODIC_REVIEW', occurredOn: '2027-05-01' }),
    ).toHaveLength(1)
    expect(() => withoutMilestone([plan], { kind: 'IFSP', occurredOn: '2026-11-02' })).toThrow(
      'no IFSP',
    )
  })

  const delay = (
    startsOn: string,
    endsOn: string | null,
    cause: DelayCause = 'FAMILY',
  ): StoredDelay => ({
    cause,
    startsOn,
    endsOn,
    attempts: [],
    reason: 'FAMILY_UNAVAILABLE',
    note: 'x',
  })
  test('refuse overlapping delays and delays that end before they begin', () => {
    const open = [delay('2026-10-20', null)]
    expect(() => withDelay(open, delay('2026-10-25', '2026-10-26'))).toThrow('on record')
    expect(withDelay(open, delay('2026-10-10', '2026-10-19'))).toHaveLength(2)
    expect(() => withDelay([], delay('2026-10-20', '2026-10-19'))).toThrow('before startsOn')
    expect(withDelayEnded(open, 'FAMILY', '2026-10-20')).toEqual([
      delay('2026-10-20', '2026-10-20'),
    ])
    expect(() => withDelayEnded(open, 'FAMILY', '2026-10-19')).toThrow('first day')
    expect(() => withDelayEnded([], 'FAMILY', '2026-10-19')).toThrow(
      'no current delay caused by FAMILY',
    )
    // A delay with another cause may overlap and ends separately.
    const both = withDelay(open, delay('2026-10-25', null, 'PROVIDER'))
    expect(withDelayEnded(both, 'PROVIDER', '2026-10-26')).toMatchObject([
      { endsOn: null },
      { endsOn: '2026-10-26' },
    ])
    const phoned = { attemptedOn: '2026-10-27', channel: 'PHONE' } as const
    const wrote = { attemptedOn: '2026-10-22', channel: 'LETTER' } as const
    expect(withAttempt(withAttempt(both, 'FAMILY', phoned), 'FAMILY', wrote)).toMatchObject([
      { attempts: [wrote, phoned] },
      { attempts: [] },
    ])
    expect(() => withAttempt(open, 'SYSTEM', phoned)).toThrow('no current delay caused by SYSTEM')
  })

  const span = { earliest: { occurredOn: '2026-10-05', what: 'referral' }, today: '2026-11-01' }
  const attempt = (attemptedOn: string) => ({ attemptedOn, channel: 'PHONE' }) as const
  const { reason: _, ...plain } = delay('2026-10-20', null)
  const withheld = { ...plain, reason: 'CONSENT_NOT_GIVEN' } as const
  test.each<[string, StoredDelay, string | undefined]>([
    ['unavailable', delay('2026-10-20', null), undefined],
    ['a family without a reason', plain, 'reason'],
    ['a provider', { ...plain, cause: 'PROVIDER' }, undefined],
    ['a provider with the reason of a family', delay('2026-10-20', null, 'PROVIDER'), 'reason'],
    ['consent without attempts', withheld, 'attempts'],
    [
      'consent after two on one day',
      { ...withheld, attempts: [attempt('2026-10-10'), attempt('2026-10-10')] },
      'attempts',
    ],
    [
      'consent after two',
      { ...withheld, attempts: [attempt('2026-10-10'), attempt('2026-10-12')] },
      undefined,
    ],
    [
      'an attempt to come',
      { ...delay('2026-10-20', null), attempts: [attempt('2026-11-02')] },
      'attempts.0.attemptedOn',
    ],
  ])('document a delay: %s', (_what, it, path) => {
    const check = () => assertDocumented(it, span)
    if (path === undefined) expect(check).not.toThrow()
    else
      expect(check).toThrow(
        expect.objectContaining({
          issues: [
            { path, code: expect.any(String) as string, message: expect.any(String) as string },
          ],
        }),
      )
  })
})
