import { completeAppointment } from '../appointments/complete-appointment.ts'
import { noShowAppointment } from '../appointments/no-show-appointment.ts'
import { lockAppointment } from '../appointments/queries.ts'
import type { AppointmentRow } from '../appointments/schemas.ts'
import { appointmentFacts, appointmentSubject } from '../appointments/transition.ts'
import type { Context } from '../core/context.ts'
import { transact, type Transaction } from '../core/transaction.ts'
import { COMPLETION_STEP, CONFIRMATION_STEP, isReminder, NO_SHOW_STEP } from './appointment-plan.ts'
import { openFollowUp, settleStep } from './record.ts'

/** Which step; `dueAt` is the time that it was planned for, as the workflow knows it. */
export interface AppointmentStep {
  id: string
  step: string
  dueAt: Date
}

interface Outcome {
  status: 'DONE' | 'SKIPPED'
  outcome: string
}

/**
 * Does one step of an appointment, and says on its record what was done or why not. The record and
 * the effect commit together: run twice, or for a time that was given up, it does nothing.
 */
export const runAppointmentStep = (
  ctx: Context,
  { id, step, dueAt }: AppointmentStep,
): Promise<Outcome | null> =>
  transact(ctx, 'follow-ups:write', async (tx) => {
    const appointment = await lockAppointment(tx, id)
    const followUp = await openFollowUp(tx, { kind: 'appointmentLifecycle', subjectId: id })
    const known = followUp.steps.find((other) => other.step === step)
    const subject = { type: 'follow_up', id: followUp.id }
    if (known?.status !== 'SCHEDULED' || known.dueAt.getTime() !== dueAt.getTime()) {
      tx.audit(subject, undefined, {})
      return null
    }
    const result = await perform(tx, appointment, step)
    tx.audit(subject, { [step]: known.status }, { [step]: result.status })
    await settleStep(tx, followUp.id, { step, ...result })
    return result
  })

const perform = async (
  tx: Transaction,
  appointment: AppointmentRow,
  step: string,
): Promise<Outcome> => {
  const { id, status } = appointment
  if (isReminder(step)) return remind(tx, appointment, step)
  switch (step) {
    case NO_SHOW_STEP:
      if (status !== 'CONFIRMED') return skipped(`the appointment is ${status}`)
      await noShowAppointment(tx, { id, absentParty: 'CLIENT' })
      return done('nobody checked in: marked as NO_SHOW, absent party CLIENT')
    case COMPLETION_STEP:
      if (status !== 'CHECKED_IN' && status !== 'IN_PROGRESS') {
        return skipped(`the appointment is ${status}`)
      }
      await completeAppointment(tx, { id })
      return done('nobody closed it: marked as COMPLETED')
    case CONFIRMATION_STEP:
      return status === 'PENDING_CONFIRMATION'
        ? done('the appointment was not confirmed before its start: nothing more is sent')
        : skipped(`the appointment is ${status}`)
    default:
      return skipped('this version of the platform does not know the step')
  }
}

const remind = (tx: Transaction, appointment: AppointmentRow, step: string): Outcome => {
  const { status, startsAt } = appointment
  if (status !== 'CONFIRMED') return skipped(`not sent: the appointment is ${status}`)
  if (startsAt <= tx.now) return skipped('not sent: the appointment had begun')
  const facts = appointmentFacts(appointment)
  tx.emit('appointment.reminder_due', appointmentSubject(appointment), { ...facts, step })
  return done('the event appointment.reminder_due was sent')
}

const done = (outcome: string): Outcome => ({ status: 'DONE', outcome })
const skipped = (outcome: string): Outcome => ({ status: 'SKIPPED', outcome })
