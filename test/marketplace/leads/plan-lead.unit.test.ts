import { describe, expect, test } from 'vitest'
import {
  leadStepKindOf,
  leadStepSubject,
  leadWaitsFor,
  planLead,
  type LeadPlanFacts,
} from '#marketplace/leads/follow-up/plan-lead.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const DAY = 24 * 60 * 60_000
const after = (days: number) => new Date(NOW.getTime() + days * DAY)
const attempt = (outcome: string, callAt: Date | null = null) => ({
  id: 'lca_1',
  outcome,
  madeAt: after(1),
  callAt,
})
const offer = (status: string) => ({
  id: 'lof_1',
  status,
  createdAt: NOW,
  expiresAt: after(2),
  decidedAt: status === 'OPEN' ? null : after(1),
})

const FACTS: LeadPlanFacts = {
  status: 'QUALIFYING',
  stageEnteredAt: NOW,
  dueAt: after(3),
  heardAt: NOW,
  closedAt: null,
  isForgotten: false,
  missing: [],
  hasEmail: true,
  unanswered: [],
  lastAttempt: undefined,
  offers: [],
  timeZone: 'UTC',
  quietHours: null,
}

describe('the plan of a lead', () => {
  test.each<[string, Partial<LeadPlanFacts>, [step: string, at: Date][]]>([
    ['that is new', { status: 'NEW' }, [['begin', NOW]]],
    [
      'that is whole',
      {},
      [
        ['qualification', NOW],
        ['centre', after(3)],
      ],
    ],
    [
      'that is whole when its response time is nearly over',
      { heardAt: after(2.5) },
      [
        ['qualification', after(2.5)],
        ['centre', after(3.5)],
      ],
    ],
    [
      'of which something is missing',
      { missing: ['NEEDS'] },
      [
        ['questions', NOW],
        ['reminder-3d', after(3)],
        ['reminder-7d', after(7)],
        ['expiry', after(14)],
      ],
    ],
    [
      'of which something is missing, without an e-mail address',
      { missing: ['NEEDS'], hasEmail: false },
      [
        ['ask-by-phone', NOW],
        ['centre', after(3)],
      ],
    ],
    ['that is qualified', { status: 'QUALIFIED' }, [['centre', after(3)]]],
    ['that is matched', { status: 'MATCHED' }, [['centre', after(3)]]],
    [
      'that is offered',
      { status: 'MATCHED', offers: [offer('OPEN')] },
      [
        ['offer-lof_1', NOW],
        ['offer-expiry-lof_1', after(2)],
      ],
    ],
    [
      'that was accepted',
      { status: 'MATCHED', offers: [offer('ACCEPTED')] },
      [
        ['conversion-lof_1', after(1)],
        ['centre', after(3)],
      ],
    ],
    [
      'that nobody took',
      { status: 'MATCHED', offers: [offer('DECLINED')] },
      [
        ['queue-lof_1', after(1)],
        ['centre', after(3)],
      ],
    ],
    [
      'whose family was not reached',
      {
        status: 'QUALIFIED',
        unanswered: [attempt('NO_ANSWER')],
        lastAttempt: attempt('NO_ANSWER'),
      },
      [
        ['centre', after(3)],
        ['call-lca_1', after(2)],
        ['expiry', after(31)],
      ],
    ],
    [
      'whose family wants to be called',
      { status: 'QUALIFIED', lastAttempt: attempt('CALL_BACK', after(9)) },
      [
        ['centre', after(3)],
        ['call-lca_1', after(9)],
      ],
    ],
    [
      'whose contact is wrong',
      { status: 'QUALIFIED', lastAttempt: attempt('WRONG_CONTACT') },
      [
        ['centre', after(3)],
        ['call-lca_1', after(1)],
      ],
    ],
    ['that was converted', { status: 'CONVERTED', closedAt: NOW }, []],
    ['that was lost', { status: 'LOST', closedAt: NOW }, [['deletion', after(180)]]],
    ['that was forgotten', { status: 'EXPIRED', closedAt: NOW, isForgotten: true }, []],
  ])('%s', (_, facts, expected) => {
    expect(planLead({ ...FACTS, ...facts }).map(({ step, dueAt }) => [step, dueAt])).toEqual(
      expected,
    )
  })

  const STAGES: readonly [string, Partial<LeadPlanFacts>, waitsFor: string][] = [
    ['that is whole', {}, 'centre'],
    ['of which something is missing', { missing: ['NEEDS'] }, 'family'],
    ['without an e-mail address', { missing: ['NEEDS'], hasEmail: false }, 'centre'],
    ['that is qualified', { status: 'QUALIFIED' }, 'centre'],
    ['that is matched', { status: 'MATCHED' }, 'centre'],
    ['that is offered', { status: 'MATCHED', offers: [offer('OPEN')] }, 'provider'],
    ['that was accepted', { status: 'MATCHED', offers: [offer('ACCEPTED')] }, 'centre'],
    ['that nobody took', { status: 'MATCHED', offers: [offer('DECLINED')] }, 'centre'],
  ]
  test.each(STAGES)(
    'schedules another check for a lead %s, which waits for a person',
    (_, facts, who) => {
      const plan = planLead({ ...FACTS, ...facts })
      expect(plan.some(({ dueAt }) => dueAt > after(1))).toBe(true)
      expect(leadWaitsFor({ ...FACTS, ...facts })).toBe(who)
    },
  )

  test.each(['CONVERTED', 'LOST', 'EXPIRED'])(
    'has nothing to do for a lead that is %s',
    (status) => {
      expect(leadWaitsFor({ ...FACTS, status })).toBeUndefined()
    },
  )

  test('contacts nobody at night', () => {
    const quiet = {
      quietHours: { startTime: '08:00', endTime: '12:00' },
      missing: ['NEEDS'] as const,
    }
    const [questions, , , expiry] = planLead({ ...FACTS, ...quiet })
    expect(questions!.dueAt).toEqual(new Date('2026-11-20T12:00:00Z'))
    expect(expiry!.dueAt).toEqual(after(14))
  })

  test.each([
    ['offer-expiry-lof_1', 'offer-expiry', 'lof_1'],
    ['offer-lof_1', 'offer', 'lof_1'],
    ['call-lca_1', 'call', 'lca_1'],
    ['reminder-3d', 'reminder', '3d'],
  ])('%s is of the kind %s', (step, kind, subject) => {
    expect(leadStepKindOf(step)).toBe(kind)
    expect(leadStepSubject(step)).toBe(subject)
  })

  test('an unknown step has no kind', () => {
    expect(leadStepKindOf('something')).toBeUndefined()
  })
})
