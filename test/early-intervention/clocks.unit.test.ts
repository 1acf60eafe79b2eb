import { describe, expect, test } from 'vitest'
import {
  deadlinesOf,
  IDEA_PART_C,
  statusOf,
  type Clock,
  type ClockFacts,
} from '#early-intervention/clocks/rules.ts'
import {
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
  holidays: new Set(),
  ...it,
})
const due = (name: string, it: Partial<ClockFacts>, clocks: readonly Clock[] = IDEA_PART_C) =>
  deadlinesOf(clocks, facts(it)).find(({ clock }) => clock === name)

describe('IDEA Part C', () => {
  test.each<[string, string, Partial<ClockFacts>, string | undefined]>([
    ['45 days from the referral', 'ifsp', {}, '2026-11-19'],
    [
      '…over the end of summer time, and of the year',
      'ifsp',
      { referralReceivedOn: '2026-12-01' },
      '2027-01-15',
    ],
    [
      '…over a leap day',
      'ifsp',
      { referralReceivedOn: '2028-02-01', birthDate: '2027-01-01' },
      '2028-03-17',
    ],
    ['…done', 'ifsp', { milestones: [{ kind: 'IFSP', occurredOn: '2026-11-01' }] }, undefined],
    [
      '…without the days of a delay',
      'ifsp',
      { delays: [{ startsOn: '2026-10-20', endsOn: '2026-10-27' }] },
      '2026-11-27',
    ],
    [
      '…a delay at its very end moves it as well',
      'ifsp',
      { delays: [{ startsOn: '2026-11-19', endsOn: '2026-11-20' }] },
      '2026-11-21',
    ],
    [
      '…one after its end does not',
      'ifsp',
      { delays: [{ startsOn: '2026-11-20', endsOn: '2026-11-30' }] },
      '2026-11-19',
    ],
    [
      '…one before the referral does not',
      'ifsp',
      { delays: [{ startsOn: '2026-09-01', endsOn: '2026-10-05' }] },
      '2026-11-19',
    ],
    ['services wait for consent', 'services-started', {}, undefined],
    [
      '…and 30 days',
      'services-started',
      { milestones: [{ kind: 'CONSENT', occurredOn: '2026-11-10' }] },
      '2026-12-10',
    ],
    [
      'the review, 6 months after the plan',
      'periodic-review',
      { milestones: [{ kind: 'IFSP', occurredOn: '2026-08-31' }] },
      '2027-02-28',
    ],
    [
      '…and after each review',
      'periodic-review',
      {
        milestones: [
          { kind: 'IFSP', occurredOn: '2026-08-31' },
          { kind: 'PERIODIC_REVIEW', occurredOn: '2027-02-01' },
        ],
      },
      '2027-08-01',
    ],
    [
      'the evaluation, yearly',
      'annual-ifsp-meeting',
      { milestones: [{ kind: 'IFSP', occurredOn: '2026-11-10' }] },
      '2027-11-10',
    ],
    [
      'nothing falls due after the third birthday',
      'annual-ifsp-meeting',
      { milestones: [{ kind: 'IFSP', occurredOn: '2027-06-01' }] },
      undefined,
    ],
    ['the transition plan, 90 days before the third birthday', 'transition-plan', {}, '2028-01-31'],
    ['the end, the day before it', 'exit', {}, '2028-04-29'],
    ['…of a child born on a leap day', 'exit', { birthDate: '2024-02-29' }, '2027-02-27'],
    [
      'a birth date corrected moves what hangs on it',
      'exit',
      { birthDate: '2025-03-30' },
      '2028-03-29',
    ],
    [
      'a referral too close to the third birthday owes no plan',
      'ifsp',
      { birthDate: '2023-11-01', referralReceivedOn: '2026-10-05' },
      undefined,
    ],
  ])('%s', (_, clock, it, dueOn) => {
    expect(due(clock, it)?.dueOn).toBe(dueOn)
  })

  test('a delay that lasts pauses the clock, and is named', () => {
    const delays = [{ startsOn: '2026-10-20', endsOn: null }]
    expect(due('ifsp', { delays })).toMatchObject({ paused: true, dueOn: '2026-11-19' })
    expect(due('transition-plan', { delays })).toMatchObject({ paused: false })
    expect(due('ifsp', { delays: [{ startsOn: '2026-11-20', endsOn: null }] })).toMatchObject({
      paused: false,
    })
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
      { referralReceivedOn: '2026-12-21', holidays: new Set(['2026-12-24', '2026-12-25']) },
      '2026-12-30',
    ],
    [
      'a holiday on a Sunday changes nothing',
      { referralReceivedOn: '2026-12-17', holidays: new Set(['2026-12-20']) },
      '2026-12-24',
    ],
    [
      'delayed working days',
      {
        referralReceivedOn: '2026-12-17',
        delays: [{ startsOn: '2026-12-21', endsOn: '2026-12-22' }],
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
])('on %s a deadline of 19 November is %s', (today, status) => {
  const dates = { dueOn: '2026-11-19', warnOn: '2026-11-04' }
  expect(statusOf({ ...dates, paused: false }, today)).toBe(status)
  expect(statusOf({ ...dates, paused: true }, today)).toBe('PAUSED')
})

describe('what is recorded of a program', () => {
  test('a milestone said again is corrected; reviews add up; one that is not there cannot be taken back', () => {
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

  const delay = (startsOn: string, endsOn: string | null): StoredDelay => ({
    startsOn,
    endsOn,
    reason: 'FAMILY_UNAVAILABLE',
    note: 'x',
  })
  test('delays do not overlap, and end after they begin', () => {
    const open = [delay('2026-10-20', null)]
    expect(() => withDelay(open, delay('2026-10-25', '2026-10-26'))).toThrow('on record')
    expect(withDelay(open, delay('2026-10-10', '2026-10-19'))).toHaveLength(2)
    expect(() => withDelay([], delay('2026-10-20', '2026-10-19'))).toThrow('before startsOn')
    expect(withDelayEnded(open, '2026-10-20')).toEqual([delay('2026-10-20', '2026-10-20')])
    expect(() => withDelayEnded(open, '2026-10-19')).toThrow('first day')
    expect(() => withDelayEnded([], '2026-10-19')).toThrow('No delay lasts')
  })
})
