import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { AppointmentFacts } from './appointment-facts.ts'
import { skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { notifyAll } from './invite.ts'

/** Removes a cancelled appointment from the calendars of the people who were notified of it. */
export const cancellationNotice = async (
  tx: Transaction,
  facts: AppointmentFacts,
  stepRun: StepRun,
): Promise<Outcome> => {
  if (facts.startsAt <= tx.now) return skipped('not sent: the appointment had already begun')
  const [told] = await tx.sql(TOLD, [tx.tenantId, facts.id])
  if (!told) return skipped('not sent: nobody was told of the appointment')
  return notifyAll(tx, facts, stepRun, 'cancelled')
}

const TOLD = `
  SELECT 1 FROM messages WHERE tenant_id = $1 AND subject_id = $2 AND status <> 'SKIPPED'
    AND template IN ('appointment.notice', 'appointment.decision', 'appointment.reminder') LIMIT 1`
