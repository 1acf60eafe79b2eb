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
  referredOn: '2026-10-05',
  milestones: [],
  delays: [],
  holidays: new Set(),
  ...it,
})
const due = (name: string, it: Partial<ClockFacts>, clocks: readonly Clock[] = IDEA_PART_C) =>
  deadlinesOf(clocks, facts(it)).find(({ clock }) => clock === name)

describe('IDEA Part C', () => {
  test.each<[string, string, Partial<ClockFacts>, string | undefined]>([
    ['45 days from the referral', 'plan', {}, '2026-11-19'],
    [
      '…over the end of summer time, and of the year',
      'plan',
      { referredOn: '2026-12-01' },
      '2027-01-15',
    ],
    [
      '…over a leap day',
      'plan',
      { referredOn: '2028-02-01', birthDate: '2027-01-01' },
      '2028-03-17',
    ],
    ['…done', 'plan', { milestones: [{ kind: 'PLAN', on: '2026-11-01' }] }, undefined],
    [
      '…without the days of a delay',
      'plan',
      { delays: [{ from: '2026-10-20', until: '2026-10-27' }] },
      '2026-11-27',
    ],
    [
      '…a delay at its very end moves it as well',
      'plan',
      { delays: [{ from: '2026-11-19', until: '2026-11-20' }] },
      '2026-11-21',
    ],
    [
      '…one after its end does not',
      'plan',
      { delays: [{ from: '2026-11-20', until: '2026-11-30' }] },
      '2026-11-19',
    ],
    [
      '…one before the referral does not',
      'plan',
      { delays: [{ from: '2026-09-01', until: '2026-10-05' }] },
      '2026-11-19',
    ],
    ['services wait for consent', 'services', {}, undefined],
    [
      '…and 30 days',
      'services',
      { milestones: [{ kind: 'CONSENT', on: '2026-11-10' }] },
      '2026-12-10',
    ],
    [
      'the review, 6 months after the plan',
      'review',
      { milestones: [{ kind: 'PLAN', on: '2026-08-31' }] },
      '2027-02-28',
    ],
    [
      '…and after each review',
      'review',
      {
        milestones: [
          { kind: 'PLAN', on: '2026-08-31' },
          { kind: 'REVIEW', on: '2027-02-01' },
        ],
      },
      '2027-08-01',
    ],
    [
      'the evaluation, yearly',
      'evaluation',
      { milestones: [{ kind: 'PLAN', on: '2026-11-10' }] },
      '2027-11-10',
    ],
    [
      'nothing falls due after the third birthday',
      'evaluation',
      { milestones: [{ kind: 'PLAN', on: '2027-06-01' }] },
      undefined,
    ],
    ['the transition plan, 90 days before the third birthday', 'transition', {}, '2028-01-31'],
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
      'plan',
      { birthDate: '2023-11-01', referredOn: '2026-10-05' },
      undefined,
    ],
  ])('%s', (_, clock, it, dueOn) => {
    expect(due(clock, it)?.dueOn).toBe(dueOn)
  })

  test('a delay that lasts pauses the clock, and is named', () => {
    const delays = [{ from: '2026-10-20', until: null }]
    expect(due('plan', { delays })).toMatchObject({ paused: true, dueOn: '2026-11-19' })
    expect(due('transition', { delays })).toMatchObject({ paused: false })
    expect(due('plan', { delays: [{ from: '2026-11-20', until: null }] })).toMatchObject({
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
    from: 'REFERRAL',
    amount: 5,
    unit: 'WORKING_DAYS',
    lessDays: 0,
    until: 'SERVICES',
    repeats: false,
    pausable: true,
    warnDays: 2,
    source: 'Contract',
  }
  test.each<[string, Partial<ClockFacts>, string]>([
    ['five working days over a weekend', { referredOn: '2026-12-17' }, '2026-12-24'],
    [
      '…and holidays',
      { referredOn: '2026-12-21', holidays: new Set(['2026-12-24', '2026-12-25']) },
      '2026-12-30',
    ],
    [
      'a holiday on a Sunday changes nothing',
      { referredOn: '2026-12-17', holidays: new Set(['2026-12-20']) },
      '2026-12-24',
    ],
    [
      'delayed working days',
      { referredOn: '2026-12-17', delays: [{ from: '2026-12-21', until: '2026-12-22' }] },
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
    const plan = { kind: 'PLAN', on: '2026-11-01' } as const
    expect(withMilestone([plan], { kind: 'PLAN', on: '2026-11-02' })).toHaveLength(1)
    const reviews = withMilestone([{ kind: 'REVIEW', on: '2027-05-01' }], {
      kind: 'REVIEW',
      on: '2027-11-01',
    })
    expect(reviews).toHaveLength(2)
    expect(withoutMilestone(reviews, { kind: 'REVIEW', on: '2027-05-01' })).toHaveLength(1)
    expect(() => withoutMilestone([plan], { kind: 'PLAN', on: '2026-11-02' })).toThrow('no PLAN')
  })

  const delay = (from: string, until: string | null): StoredDelay => ({
    from,
    until,
    reason: 'FAMILY_UNAVAILABLE',
    note: 'x',
  })
  test('delays do not overlap, and end after they begin', () => {
    const open = [delay('2026-10-20', null)]
    expect(() => withDelay(open, delay('2026-10-25', '2026-10-26'))).toThrow('on record')
    expect(withDelay(open, delay('2026-10-10', '2026-10-19'))).toHaveLength(2)
    expect(() => withDelay([], delay('2026-10-20', '2026-10-19'))).toThrow('before from')
    expect(withDelayEnded(open, '2026-10-20')).toEqual([delay('2026-10-20', '2026-10-20')])
    expect(() => withDelayEnded(open, '2026-10-19')).toThrow('first day')
    expect(() => withDelayEnded([], '2026-10-19')).toThrow('No delay lasts')
  })
})
