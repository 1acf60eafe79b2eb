import { describe, expect, test } from 'vitest'
import { planExpiry, type ExpiryFacts } from '#people/consents/expiry-plan.ts'
import { planChase, type ChaseFacts } from '#clinical/form-responses/plan-chase.ts'
import type { PlannedStep } from '#messaging/follow-ups/plan.ts'

const QUIET = { timeZone: 'Europe/Berlin', quietHours: { startTime: '21:00', endTime: '07:00' } }
const at = (text: string) => new Date(`${text}:00+01:00`)
const shown = (steps: PlannedStep[]) =>
  steps.map(({ step, dueAt }) => {
    const local = new Date(dueAt.getTime() + 3_600_000).toISOString()
    return `${step} ${local.slice(5, 10)} ${local.slice(11, 16)}`
  })

describe('a form request', () => {
  const facts = (more: Partial<ChaseFacts> = {}): ChaseFacts => ({
    ...QUIET,
    status: 'OPEN',
    childArchived: false,
    askedAt: at('2026-11-20T10:00'),
    neededBy: at('2026-12-01T10:00'),
    remindDaysBefore: [7, 2],
    ...more,
  })

  test.each<[string, Partial<ChaseFacts>, string[]]>([
    [
      'request, reminders, attention',
      {},
      [
        'request 11-20 10:00',
        'reminder-7d 11-24 10:00',
        'reminder-2d 11-29 10:00',
        'attention 11-30 10:00',
      ],
    ],
    [
      'at short notice: no reminder right after the request, and staff know at once',
      { neededBy: at('2026-11-20T18:00') },
      ['request 11-20 10:00', 'attention 11-20 10:00'],
    ],
    [
      'not at night',
      { askedAt: at('2026-11-20T23:00'), neededBy: at('2026-12-01T06:30') },
      [
        'request 11-21 07:00',
        'reminder-7d 11-24 07:00',
        'reminder-2d 11-29 07:00',
        'attention 11-30 06:30',
      ],
    ],
    ['not without a need', { neededBy: null }, []],
    ['not when nobody is to be asked', { askedAt: null }, []],
    ['not once it was submitted', { status: 'SUBMITTED' }, []],
    ['not for an archived child', { childArchived: true }, []],
  ])('%s', (_, more, steps) => {
    expect(shown(planChase(facts(more)))).toEqual(steps)
  })
})

describe('an expiring consent', () => {
  const facts = (more: Partial<ExpiryFacts> = {}): ExpiryFacts => ({
    ...QUIET,
    expiresAt: at('2027-01-31T10:00'),
    recordedAt: at('2026-11-20T10:00'),
    revokedAt: null,
    childArchived: false,
    childDischarged: false,
    superseded: false,
    remindDaysBefore: [30, 7],
    ...more,
  })

  test.each<[string, Partial<ExpiryFacts>, string[]]>([
    [
      'is reminded of, then seen to',
      {},
      ['reminder-30d 01-01 10:00', 'reminder-7d 01-24 10:00', 'expired 01-31 10:00'],
    ],
    [
      'of reminders that lie before its record none is sent',
      { recordedAt: at('2027-01-10T10:00') },
      ['reminder-7d 01-24 10:00', 'expired 01-31 10:00'],
    ],
    ['by the terms of the centre', { remindDaysBefore: [] }, ['expired 01-31 10:00']],
    ['not when it was revoked', { revokedAt: at('2026-12-01T10:00') }, []],
    ['not when another lasts longer', { superseded: true }, []],
    ['not for an archived child', { childArchived: true }, []],
    ['not for a discharged child', { childDischarged: true }, []],
    ['not without an end', { expiresAt: null }, []],
    ['not when it had expired when it was recorded', { expiresAt: at('2026-11-20T10:00') }, []],
  ])('%s', (_, more, steps) => {
    expect(shown(planExpiry(facts(more)))).toEqual(steps)
  })
})
