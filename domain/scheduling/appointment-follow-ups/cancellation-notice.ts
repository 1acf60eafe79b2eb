import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { AppointmentFacts } from './appointment-facts.ts'
import { skipped, type Outcome, type StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { notifyAll } from './invite.ts'

/** Tells guardians that an appointment is cancelled, and removes it from calendars. */
export const cancellationNotice = async (
  tx: Transaction,
  facts: AppointmentFacts,
  stepRun: StepRun,
): Promise<Outcome> =>
  facts.startsAt <= tx.now
    ? skipped('not sent: the appointment had already begun')
    : notifyAll(tx, facts, stepRun)
