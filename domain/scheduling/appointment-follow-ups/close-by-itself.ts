import {
  CHARGING,
  COMPLETION_DOES,
  completionDueAt,
  NO_SHOW_DOES,
  noShowDueAt,
} from '../appointment-automation/rules.ts'
import { completeAppointment } from '../appointments/complete-appointment.ts'
import { notShowing } from '../appointments/mark-appointment-no-show.ts'
import { moveAppointment } from '../appointments/move-appointment.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { AppointmentFacts } from './appointment-facts.ts'
import { done, skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'

/** The rules may have changed since the plan. If they give another time, the step is planned again. */
const LATER = 'the rules now allow it more time'

/** Marks an appointment without a check-in as the current rules require. */
export const checkForNoShow = async (
  tx: Transaction,
  facts: AppointmentFacts,
  { dueAt, runNow }: StepRun,
): Promise<Outcome> => {
  const { id, status, noShowMode } = facts
  if (status !== 'CONFIRMED') return skipped(`the appointment is ${status}`)
  if (noShowMode === 'OFF') return skipped(NO_SHOW_DOES.OFF)
  if (noShowDueAt(facts, facts) > dueAt && !runNow) return skipped(LATER)
  const charging = CHARGING[noShowMode]
  const { fee } = await moveAppointment(tx, { id }, notShowing({ absentParty: 'CLIENT', charging }))
  const marked = 'nobody checked in: marked as NO_SHOW, absent party CLIENT'
  if (fee?.decision === 'PROPOSED')
    return done(`${marked}; a fee is proposed`, 'a no-show fee is proposed: charge or waive it')
  if (fee?.decision === 'CHARGED') return done(`${marked}; its fee is charged by ${fee.orderId}`)
  if (fee?.decision === 'PREPAID') return done(`${marked}; the appointment was already paid`)
  return done(`${marked}; no fee`)
}

/** Completes an appointment that is still open. */
export const closeByItself = async (
  tx: Transaction,
  facts: AppointmentFacts,
  { dueAt, runNow }: StepRun,
): Promise<Outcome> => {
  const { id, status, completionMode } = facts
  if (status !== 'CHECKED_IN' && status !== 'IN_PROGRESS') {
    return skipped(`the appointment is ${status}`)
  }
  if (completionMode === 'OFF') return skipped(COMPLETION_DOES.OFF)
  if (completionDueAt(facts, facts) > dueAt && !runNow) return skipped(LATER)
  await completeAppointment(tx, { id })
  return done('nobody closed it: marked as COMPLETED')
}
