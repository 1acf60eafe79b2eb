import { describe, expect, test } from 'vitest'
import { planAfterVisit } from '#scheduling/appointment-follow-ups/appointment-follow-up-plan.ts'
import { planOf } from '#scheduling/appointment-follow-ups/appointment-lifecycle-plan.ts'
import { nextOf, revise, type RecordedStep } from '#messaging/follow-ups/plan.ts'

const at = (time: string) => new Date(`2026-12-01T${time}:00+01:00`)
const recorded = (step: string, time: string, more: Partial<RecordedStep> = {}): RecordedStep => ({
  step,
  dueAt: at(time),
  status: 'SCHEDULED',
  runNowAt: null,
  ...more,
})
const planned = (step: string, time: string) => ({ step, dueAt: at(time) })

describe('a revision of the recorded steps', () => {
  test('changes nothing if they match the plan', () => {
    const steps = [recorded('a', '10:00'), recorded('b', '11:00', { status: 'DONE' })]
    const plan = [planned('a', '10:00'), planned('b', '11:00')]
    expect(revise(steps, plan)).toEqual({ keep: [], put: [], describe: [], cancel: [] })
  })

  test('moves future steps, keeps past ones, and cancels the rest', () => {
    const steps = [
      recorded('a', '10:00'),
      recorded('b', '11:00', { status: 'DONE' }),
      recorded('b.1', '09:00', { status: 'DONE' }),
      recorded('c', '12:00'),
      recorded('d', '12:00', { status: 'SKIPPED' }),
      recorded('e', '12:00', { status: 'CANCELLED' }),
    ]
    const plan = [planned('a', '13:00'), planned('b', '14:00'), planned('e', '12:00')]
    expect(revise(steps, plan)).toEqual({
      keep: [{ step: 'b', as: 'b.2' }],
      put: plan,
      describe: [],
      cancel: ['c'],
    })
  })

  test('updates the description of a future step at the same time, and keeps past ones', () => {
    const steps = [
      recorded('a', '10:00', { description: 'charges' }),
      recorded('b', '11:00', { description: 'charges', status: 'DONE' }),
      recorded('c', '12:00', { description: 'marks' }),
    ]
    const [a, b, c] = [planned('a', '10:00'), planned('b', '11:00'), planned('c', '12:00')].map(
      (step) => ({ ...step, description: 'marks' }),
    )
    expect(revise(steps, [a!, b!, c!])).toEqual({ keep: [], put: [], describe: [a], cancel: [] })
  })
})

describe('the next step', () => {
  const next = (steps: RecordedStep[], plan: ReturnType<typeof planned>[]) =>
    nextOf(steps, plan, revise(steps, plan))
  const plan = [planned('a', '10:00'), planned('b', '11:00')]

  test('is the earliest pending one', () => {
    expect(next([], plan)).toEqual({ step: 'a', dueAt: at('10:00'), at: at('10:00') })
    const skipped = recorded('a', '10:00', { status: 'SKIPPED' })
    expect(next([skipped, recorded('b', '11:00')], plan)).toMatchObject({ step: 'b' })
    const settled = plan.map(({ step, dueAt }) => ({
      ...recorded(step, '10:00'),
      dueAt,
      status: 'DONE',
    }))
    expect(next(settled, plan)).toBeNull()
  })

  test('is the one that is run now, with its planned time', () => {
    const steps = [recorded('a', '10:00'), recorded('b', '11:00', { runNowAt: at('08:00') })]
    expect(next(steps, plan)).toEqual({ step: 'b', dueAt: at('11:00'), at: at('08:00') })
  })

  test('is not one that is recorded as skipped', () => {
    const late = [{ ...planned('a', '10:00'), skipped: 'too late' }, planned('b', '11:00')]
    expect(next([], late)).toMatchObject({ step: 'b' })
  })
})

const NOTICES = {
  noticesSince: null,
  announcesBooking: false,
  isMoved: false,
  movedFrom: null,
  holdMinutes: 2,
}

const AUTOMATION = {
  noShowMode: 'MARK',
  noShowGraceMinutes: 30,
  completionMode: 'MARK',
  completionDelayMinutes: 60,
} as const

describe('reminders and quiet hours', () => {
  const facts = {
    status: 'CONFIRMED' as const,
    bookedAt: at('00:00'),
    statusChangedAt: at('00:00'),
    invitationsSince: null,
    ...NOTICES,
    reminderOffsetsMinutes: [120],
    ...AUTOMATION,
    confirmationWindowMinutes: 120,
    decidedAt: null,
    timeZone: 'Europe/Berlin',
    quietHours: { startTime: '21:00', endTime: '07:00' },
  }
  const reminder = (startsAt: string, more = {}) => {
    const start = new Date(startsAt)
    const endsAt = new Date(start.getTime() + 3_600_000)
    return planOf({ ...facts, startsAt: start, endsAt, ...more })[0]
  }

  test.each([
    ['by day it stays', '2026-12-02T10:00:00+01:00', '2026-12-02T08:00:00+01:00', undefined],
    [
      'it waits until the morning',
      '2026-12-02T08:00:00+01:00',
      '2026-12-02T07:00:00+01:00',
      '2026-12-02T06:00:00+01:00',
    ],
    [
      'or comes the evening before',
      '2026-12-02T07:30:00+01:00',
      '2026-12-01T20:59:00+01:00',
      '2026-12-02T05:30:00+01:00',
    ],
  ])('%s', (_, startsAt, dueAt, originallyDueAt) => {
    expect(reminder(startsAt)).toEqual({
      step: 'reminder-2h',
      dueAt: new Date(dueAt),
      ...(originallyDueAt && { originallyDueAt: new Date(originallyDueAt) }),
    })
  })

  test('skips a reminder that was due before the booking', () => {
    const bookedAt = new Date('2026-12-01T22:00:00+01:00')
    expect(reminder('2026-12-02T07:30:00+01:00', { bookedAt })).toMatchObject({
      skipped: 'already past when booked',
    })
  })
})

test('a decision about a booking is sent immediately, but not at night', () => {
  const facts = {
    status: 'DECLINED' as const,
    bookedAt: at('00:00'),
    statusChangedAt: at('00:00'),
    invitationsSince: null,
    ...NOTICES,
    startsAt: new Date('2026-12-02T10:00:00+01:00'),
    endsAt: new Date('2026-12-02T11:00:00+01:00'),
    reminderOffsetsMinutes: [120],
    ...AUTOMATION,
    confirmationWindowMinutes: 120,
    timeZone: 'Europe/Berlin',
    quietHours: { startTime: '21:00', endTime: '07:00' },
  }
  const day = { step: 'decision-notice', dueAt: at('12:00') }
  expect(planOf({ ...facts, decidedAt: at('12:00') })).toEqual([day])
  expect(planOf({ ...facts, decidedAt: at('22:00') })).toMatchObject([
    { dueAt: new Date('2026-12-02T07:00:00+01:00'), originallyDueAt: at('22:00') },
  ])
  expect(planOf({ ...facts, decidedAt: null })).toEqual([])
})

test('after a visit: feedback, note and next appointment, none of it at night', () => {
  const facts = {
    status: 'COMPLETED' as const,
    statusChangedAt: at('20:00'),
    timeZone: 'Europe/Berlin',
    quietHours: { startTime: '21:00', endTime: '07:00' },
    isLateEntry: false,
  }
  expect(planAfterVisit(facts)).toEqual([
    {
      step: 'feedback-request',
      dueAt: new Date('2026-12-02T07:00:00+01:00'),
      originallyDueAt: at('22:00'),
    },
    { step: 'note-missing', dueAt: new Date('2026-12-02T20:00:00+01:00') },
    { step: 'note-missing-supervisor', dueAt: new Date('2026-12-03T20:00:00+01:00') },
    { step: 'rebooking-offer', dueAt: new Date('2026-12-03T20:00:00+01:00') },
  ])
  expect(planAfterVisit({ ...facts, status: 'CHECKED_IN' })).toEqual([])
  // Of a visit that was recorded later, families are asked nothing.
  const late = planAfterVisit({ ...facts, isLateEntry: true })
  expect(late.map(({ step }) => step)).toEqual(['note-missing', 'note-missing-supervisor'])
})

describe('an invitation', () => {
  const facts = {
    status: 'CONFIRMED' as const,
    bookedAt: at('12:00'),
    statusChangedAt: at('14:00'),
    ...NOTICES,
    invitationsSince: at('12:00'),
    startsAt: new Date('2026-12-02T10:00:00+01:00'),
    endsAt: new Date('2026-12-02T11:00:00+01:00'),
    reminderOffsetsMinutes: [],
    ...AUTOMATION,
    confirmationWindowMinutes: 120,
    decidedAt: at('14:00'),
    timeZone: 'Europe/Berlin',
    quietHours: null,
  }
  const steps = (more: object) => planOf({ ...facts, ...more }).map(({ step }) => step)

  test('is sent immediately and contains the information of the decision', () => {
    expect(planOf(facts)[0]).toEqual({ step: 'invitation', dueAt: at('12:00') })
    expect(steps({})).not.toContain('decision-notice')
  })

  test('is withdrawn when the appointment is cancelled', () => {
    const [step] = planOf({ ...facts, status: 'CANCELLED' })
    expect(step).toEqual({ step: 'cancellation-notice', dueAt: at('14:00') })
    expect(steps({ status: 'ENTERED_IN_ERROR' })).toEqual(['cancellation-notice'])
  })

  test('is not sent for bookings from before the setting, or if the setting is off', () => {
    for (const invitationsSince of [null, at('12:01')]) {
      expect(steps({ invitationsSince })).toEqual(['decision-notice', 'no-show-check'])
      const status = 'CANCELLED'
      expect(steps({ invitationsSince, status })).toEqual(['cancellation-notice'])
      expect(steps({ invitationsSince, status, noticesSince: at('14:01') })).toEqual([])
    }
  })
})

describe('the notice of a move', () => {
  const start = (time: string) => new Date(`2026-12-02T${time}:00+01:00`)
  const facts = {
    status: 'CONFIRMED' as const,
    ...NOTICES,
    isMoved: true,
    bookedAt: at('12:00'),
    movedFrom: start('09:00'),
    startsAt: start('10:00'),
    endsAt: start('11:00'),
    statusChangedAt: at('08:00'),
    invitationsSince: null,
    reminderOffsetsMinutes: [],
    ...AUTOMATION,
    confirmationWindowMinutes: 120,
    decidedAt: null,
    timeZone: 'Europe/Berlin',
    quietHours: null,
  }
  const first = (more: object = {}) => planOf({ ...facts, ...more })[0]

  test('waits, so that the move can be taken back', () => {
    expect(first()).toEqual({ step: 'invitation', dueAt: at('12:02') })
    expect(first({ holdMinutes: 0 })).toEqual({ step: 'invitation', dueAt: at('12:00') })
  })

  test.each([
    ['soon', '13:00', '12:00'],
    ['in two hours and a minute', '14:01', '12:01'],
    ['later', '15:00', '12:02'],
  ])('waits less if the visit begins %s, at its old or its new time', (_, begins, dueAt) => {
    expect(first({ startsAt: at(begins) })).toEqual({ step: 'invitation', dueAt: at(dueAt) })
    expect(first({ movedFrom: at(begins) })).toEqual({ step: 'invitation', dueAt: at(dueAt) })
  })

  test.each([
    [
      'of the night when clocks go forward',
      '2027-03-27T22:00:00+01:00',
      '2027-03-28T07:00:00+02:00',
    ],
    ['of the night when clocks go back', '2027-10-30T22:00:00+02:00', '2027-10-31T07:00:00+01:00'],
  ])('waits for the end of quiet hours %s', (_, movedAt, dueAt) => {
    const bookedAt = new Date(movedAt)
    const begins = new Date(bookedAt.getTime() + 3 * 24 * 3_600_000)
    const quiet = { quietHours: { startTime: '21:00', endTime: '07:00' } }
    const times = { bookedAt, startsAt: begins, movedFrom: begins, endsAt: begins }
    expect(first({ ...quiet, ...times })).toMatchObject({ dueAt: new Date(dueAt) })
    const cancelled = { status: 'CANCELLED', statusChangedAt: bookedAt }
    expect(first({ ...quiet, ...times, ...cancelled })).toMatchObject({
      step: 'cancellation-notice',
      dueAt: new Date(dueAt),
    })
  })

  test('is not sent for a move from before an update of the platform', () => {
    expect(first({ noticesSince: at('12:01') })).toMatchObject({ step: 'no-show-check' })
  })

  test('is not sent if the decision about the booking states the new time', () => {
    expect(first({ decidedAt: at('12:30') })).toMatchObject({ step: 'decision-notice' })
    expect(first({ decidedAt: at('11:30') })).toMatchObject({ step: 'invitation' })
  })
})
