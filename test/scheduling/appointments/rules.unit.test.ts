import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from '#platform/core/errors/errors.ts'
import { movesFrom, nextStatus, statusAfter } from '#platform/core/records/moves.ts'
import { appointmentMoves, type AppointmentVerb } from '#scheduling/appointments/moves.ts'
import { slotOf } from '#scheduling/slots/rules.ts'
import { AppointmentStatus } from '#scheduling/slots/appointment-status.ts'

const verbs = Object.keys(appointmentMoves.moves) as AppointmentVerb[]

describe('the state machine of appointments', () => {
  test.each([
    ['confirm', 'PENDING_CONFIRMATION', 'CONFIRMED'],
    ['decline', 'PENDING_CONFIRMATION', 'DECLINED'],
    ['expire', 'PENDING_CONFIRMATION', 'EXPIRED'],
    ['cancel', 'PENDING_CONFIRMATION', 'CANCELLED'],
    ['cancel', 'CONFIRMED', 'CANCELLED'],
    ['cancel', 'CHECKED_IN', 'CANCELLED'],
    ['reschedule', 'CONFIRMED', 'CONFIRMED'],
    ['confirm-attendance', 'CONFIRMED', 'CONFIRMED'],
    ['check-in', 'CONFIRMED', 'CHECKED_IN'],
    ['start', 'CONFIRMED', 'IN_PROGRESS'],
    ['start', 'CHECKED_IN', 'IN_PROGRESS'],
    ['complete', 'CONFIRMED', 'COMPLETED'],
    ['complete', 'CHECKED_IN', 'COMPLETED'],
    ['complete', 'IN_PROGRESS', 'COMPLETED'],
    ['no-show', 'CONFIRMED', 'NO_SHOW'],
    ['undo', 'CHECKED_IN', 'CONFIRMED'],
    ['undo', 'NO_SHOW', 'CONFIRMED'],
    ['undo', 'COMPLETED', 'CHECKED_IN'],
  ] as const)('%s leads from %s to %s', (verb, from, to) => {
    expect(statusAfter(appointmentMoves, verb, from)).toBe(to)
  })

  test.each([
    ['cancel', 'COMPLETED'],
    ['cancel', 'CANCELLED'],
    ['check-in', 'CHECKED_IN'],
    ['start', 'NO_SHOW'],
    ['undo', 'CANCELLED'],
    ['mark-in-error', 'ENTERED_IN_ERROR'],
  ] as const)('%s is refused when %s, and the error names what is allowed', (verb, from) => {
    const refusal = thrownBy(() => statusAfter(appointmentMoves, verb, from))
    expect(refusal).toMatchObject({
      code: 'invalid_transition',
      extra: { status: from, allowed: movesFrom(appointmentMoves, from) },
    })
  })

  test('every state except the last can be marked as entered in error', () => {
    const states = AppointmentStatus.filter((status) =>
      nextStatus(appointmentMoves.moves['mark-in-error'], status),
    )
    expect(states).toEqual(AppointmentStatus.filter((status) => status !== 'ENTERED_IN_ERROR'))
  })

  test('allowed transitions lead to known states only', () => {
    for (const verb of verbs) {
      for (const status of AppointmentStatus) {
        const next = nextStatus(appointmentMoves.moves[verb], status)
        if (next) expect(AppointmentStatus).toContain(next)
      }
    }
  })
})

describe('the slot of a booking', () => {
  test('is widened by buffers for provider and room, but not for the appointment', () => {
    const startsAt = new Date('2026-12-01T09:00:00Z')
    expect(
      slotOf({ startsAt, durationMinutes: 45, bufferBeforeMinutes: 10, bufferAfterMinutes: 15 }),
    ).toEqual({
      startsAt,
      endsAt: new Date('2026-12-01T09:45:00Z'),
      busyFrom: new Date('2026-12-01T08:50:00Z'),
      busyUntil: new Date('2026-12-01T10:00:00Z'),
    })
  })

  test('always contains the appointment', () => {
    const minutes = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
        minutes(1440),
        minutes(240),
        minutes(240),
        (startsAt, length, before, after) => {
          const slot = slotOf({
            startsAt,
            durationMinutes: length + 1,
            bufferBeforeMinutes: before,
            bufferAfterMinutes: after,
          })
          expect(
            slot.busyFrom <= slot.startsAt &&
              slot.startsAt < slot.endsAt &&
              slot.endsAt <= slot.busyUntil,
          ).toBe(true)
        },
      ),
    )
  })
})

const thrownBy = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
