import { leadMoves, leadOfferMoves } from '#marketplace/leads/lead/moves.ts'
import { statusAfter } from '#platform/core/records/moves.ts'
import { describe, expect, test } from 'vitest'
import {
  ageInMonths,
  clockOf,
  LeadStatus,
  missingFacts,
  stageDueAt,
} from '#marketplace/leads/lead/rules.ts'
import { scoreOf, type ScoredLead } from '#marketplace/leads/lead/score.ts'

type LeadVerb = Exclude<keyof typeof leadMoves.moves, 'erase'>

const NOW = new Date('2026-11-21T09:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

describe('the actions on a lead', () => {
  const ALLOWED: Record<LeadVerb, Partial<Record<LeadStatus, LeadStatus>>> = {
    begin: { NEW: 'QUALIFYING' },
    qualify: { NEW: 'QUALIFIED', QUALIFYING: 'QUALIFIED' },
    match: { QUALIFIED: 'MATCHED', MATCHED: 'MATCHED' },
    offer: { MATCHED: 'MATCHED' },
    convert: { QUALIFIED: 'CONVERTED', MATCHED: 'CONVERTED' },
    lose: { NEW: 'LOST', QUALIFYING: 'LOST', QUALIFIED: 'LOST', MATCHED: 'LOST' },
    expire: { NEW: 'EXPIRED', QUALIFYING: 'EXPIRED', QUALIFIED: 'EXPIRED', MATCHED: 'EXPIRED' },
  }
  const rows = (Object.keys(ALLOWED) as LeadVerb[]).flatMap((verb) =>
    LeadStatus.map((status) => ({ verb, status, to: ALLOWED[verb][status] })),
  )
  test.each(rows)('$verb changes the status from $status to $to', ({ verb, status, to }) => {
    if (to) expect(statusAfter(leadMoves, verb, status)).toBe(to)
    else
      expect(() => statusAfter(leadMoves, verb, status)).toThrow(
        expect.objectContaining({ code: 'invalid_transition' }),
      )
  })

  test('an offer is answered once, and an acceptance can be withdrawn', () => {
    expect(statusAfter(leadOfferMoves, 'accept', 'OPEN')).toBe('ACCEPTED')
    expect(statusAfter(leadOfferMoves, 'withdraw', 'ACCEPTED')).toBe('WITHDRAWN')
    for (const status of ['ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN'])
      expect(() => statusAfter(leadOfferMoves, 'accept', status)).toThrow(
        expect.objectContaining({ code: 'invalid_transition' }),
      )
  })
})

describe('the clock of a stage', () => {
  test.each([
    { dueAt: at(1), leftAt: null, clock: 'DUE' },
    { dueAt: at(-1), leftAt: null, clock: 'LATE' },
    { dueAt: at(1), leftAt: at(-1), clock: 'MET' },
    { dueAt: at(-2), leftAt: at(-1), clock: 'LATE' },
    { dueAt: null, leftAt: null, clock: null },
  ])('$clock', ({ dueAt, leftAt, clock }) => {
    expect(clockOf({ dueAt, leftAt }, NOW)).toBe(clock)
  })

  test('a final stage has no clock', () => {
    expect(stageDueAt('LOST', NOW)).toBeNull()
    expect(stageDueAt('QUALIFIED', NOW)).toEqual(at(48))
  })
})

test.each([
  { lead: {}, missing: [] },
  { lead: { contactEmail: null }, missing: ['CONTACT'] },
  { lead: { contactEmail: null, contactPhone: '+49 30 1' }, missing: [] },
  { lead: { childBirthDate: null, needs: [] }, missing: ['CHILD_BIRTH_DATE', 'NEEDS'] },
])('$lead lacks $missing', ({ lead, missing }) => {
  const whole = {
    contactName: 'Mara Weiss',
    contactEmail: 'mara@example.com',
    contactPhone: null,
    childBirthDate: new Date('2024-04-30'),
    needs: ['speech_delay'],
  }
  expect(missingFacts({ ...whole, ...lead })).toEqual(missing)
})

test.each([
  ['2024-04-30', '2026-11-21', 30],
  ['2023-11-22', '2026-11-21', 35],
  ['2023-11-21', '2026-11-21', 36],
  ['2026-12-01', '2026-11-21', 0],
])('a child born on %s is %s %i months old', (birthDate, today, months) => {
  expect(ageInMonths(birthDate, today)).toBe(months)
})

describe('the score', () => {
  const LEAD: ScoredLead = {
    hasName: true,
    hasEmail: true,
    hasPhone: true,
    childBirthDate: '2022-01-01',
    needs: 1,
    details: 2,
    latestStartOn: '2027-03-01',
    heardAt: at(-1),
    unanswered: 0,
  }
  const points = (lead: Partial<ScoredLead>) => {
    const { value, reasons } = scoreOf({ ...LEAD, ...lead }, '2026-11-21', NOW)
    expect(value).toBe(reasons.reduce((sum, reason) => sum + reason.points, 0))
    for (const reason of reasons) {
      expect(reason.points).toBeGreaterThanOrEqual(0)
      expect(reason.points).toBeLessThanOrEqual(reason.of)
    }
    expect(reasons.reduce((sum, { of }) => sum + of, 0)).toBe(100)
    return Object.fromEntries(reasons.map((reason) => [reason.code, reason.points]))
  }

  test.each<[string, Partial<ScoredLead>, Record<string, number>]>([
    ['all is known', {}, { completeness: 40, urgency: 8, eligibility: 14, response: 15 }],
    [
      'hardly anything',
      {
        hasEmail: false,
        hasPhone: false,
        childBirthDate: null,
        needs: 0,
        details: 0,
        latestStartOn: null,
      },
      { completeness: 5, urgency: 5, eligibility: 0 },
    ],
    ['a start that is near', { latestStartOn: '2026-12-01' }, { urgency: 25 }],
    ['a start in five weeks', { latestStartOn: '2026-12-26' }, { urgency: 15 }],
    ['under three', { childBirthDate: '2025-04-30' }, { eligibility: 20, urgency: 8 }],
    ['almost three', { childBirthDate: '2023-12-30' }, { eligibility: 20, urgency: 25 }],
    ['three by a day', { childBirthDate: '2023-11-21' }, { eligibility: 14 }],
    ['needs that are not known', { needs: 0 }, { eligibility: 6, completeness: 35 }],
    ['not reached once', { unanswered: 1 }, { response: 4 }],
    ['not reached three times', { unanswered: 3 }, { response: 0 }],
    ['heard of last week', { heardAt: at(-24 * 7) }, { response: 10 }],
    ['heard of a month ago', { heardAt: at(-24 * 30) }, { response: 4 }],
  ])('%s', (_, lead, expected) => {
    expect(points(lead)).toMatchObject(expected)
  })
})
