import { dateText, dateIn } from '#platform/core/time/time.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import {
  defineFollowUp,
  done,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { loadChild } from '#people/children/queries.ts'
import { loadOutlooks, recountCycles } from './recount-cycles.ts'
import { planCycle, type CycleFacts } from './plan-cycle.ts'
import { loadTreatmentCycle } from './queries.ts'
import { percentOf, type Threshold } from './rules.ts'
import { treatmentCycleEvents } from './events.ts'

interface Facts extends CycleFacts {
  id: string
  childId: string
  providerId: string | null
  used: number
  authorized: number
  today: string
}

/** Follows an authorization with warnings when it is nearly used up, its renewal, and its end. */
export const treatmentCycle = defineFollowUp<Facts>({
  resource: 'treatment-cycles',
  facts: async (tx, id) => {
    const { childId } = await loadTreatmentCycle(tx, id)
    // Corrects the counts in case sessions changed in other ways.
    await recountCycles(tx, childId)
    await lockRecord(tx, 'treatment_cycles', id)
    const row = await loadTreatmentCycle(tx, id)
    const child = await loadChild(tx, row.childId)
    const outlooks = await loadOutlooks(tx, [id])
    const { timeZone, quietHours } = await loadMessagingTerms(tx)
    const { used, authorized, reached80At, reached90At } = row
    return {
      id,
      childId,
      providerId: row.providerId ?? child.primaryProviderId,
      used,
      authorized,
      reached80At,
      reached90At,
      closed: row.closedAt !== null,
      archived: child.archivedAt !== null,
      endsOn: dateText(row.endsOn),
      renewOn: dateText(row.renewOn),
      renewed: outlooks.get(id)!.renewedById !== null,
      today: dateIn(tx.now, timeZone),
      timeZone,
      quietHours,
    }
  },
  plan: planCycle,
  cancelReason: ({ closed, archived, renewed }) =>
    closed
      ? 'it is CLOSED'
      : archived
        ? 'the child is archived'
        : renewed
          ? 'it was renewed, or its dates or use have changed'
          : 'its dates or its use have changed',
  finalStatus: () => 'COMPLETED',
  isSettled: ({ closed, renewed, archived }) => closed || renewed || archived,
  whenLate: (step) => (step.startsWith('warning') ? 'SKIPPED' : 'DONE'),
  whileRestricted: () => 'WAITS',
  perform: (tx, facts, stepRun) => {
    if (facts.closed) return skipped('it is CLOSED')
    if (facts.archived) return skipped('the child is archived')
    switch (stepRun.step) {
      case 'warning-80':
        return warn(tx, facts, stepRun, 80)
      case 'warning-90':
        return warn(tx, facts, stepRun, 90)
      case 'renewal':
        return askForRenewal(tx, facts, stepRun)
      default:
        return end(tx, facts)
    }
  },
})

const warn = async (
  tx: Transaction,
  facts: Facts,
  stepRun: StepRun,
  threshold: Threshold,
): Promise<Outcome> => {
  const { id: cycleId, childId, used, authorized } = facts
  if (percentOf(facts) < threshold) return skipped(`less than ${threshold} % are used`)
  const subject = { type: 'treatmentCycle', id: cycleId } as const
  const event = { cycleId, childId, threshold, used, authorized }
  tx.emit(treatmentCycleEvents['treatment_cycle.threshold_reached'], subject, event)
  // If both thresholds have been passed, only one e-mail is sent.
  if (threshold === 80 && facts.reached90At) return done('the event was sent; 90 % are reached too')
  return done(`the event was sent; ${await tell(tx, facts, stepRun, 'nearly-used')}`)
}

const askForRenewal = async (tx: Transaction, facts: Facts, stepRun: StepRun): Promise<Outcome> => {
  const { id: cycleId, childId, endsOn } = facts
  if (facts.renewed) return skipped('it was renewed')
  if (facts.today > endsOn) return skipped('it has ended')
  const subject = { type: 'treatmentCycle', id: cycleId } as const
  tx.emit(treatmentCycleEvents['treatment_cycle.renewal_due'], subject, {
    cycleId,
    childId,
    endsOn,
  })
  const told = await tell(tx, facts, stepRun, 'renewal')
  return done(told, `ask the payer for the next authorization before ${endsOn}`)
}

const end = (tx: Transaction, { id: cycleId, childId, used, authorized }: Facts): Outcome => {
  const subject = { type: 'treatmentCycle', id: cycleId } as const
  tx.emit(treatmentCycleEvents['treatment_cycle.ended'], subject, {
    cycleId,
    childId,
    used,
    authorized,
  })
  return done(`the period has ended: ${used} of ${authorized} were used`)
}

const tell = async (
  tx: Transaction,
  { id, providerId, endsOn, timeZone, reached80At, reached90At }: Facts,
  { step, followUpId, runNow }: StepRun,
  what: 'nearly-used' | 'renewal',
): Promise<string> => {
  const recipient = providerId && (await findRecipient(tx, { type: 'provider', id: providerId }))
  if (!recipient) return 'there is no provider to notify'
  // Announced again if it is reached again.
  const occasion = [endsOn, reached80At?.getTime(), reached90At?.getTime()].join('/')
  await queueMessage(tx, {
    template: 'treatment_cycle.near',
    variables: { firstName: recipient.firstName, cycleId: id, endsOn, what },
    recipient,
    subject: { type: 'treatmentCycle', id },
    dedupeKey: `${followUpId}/${step}/${occasion}`,
    followUp: { id: followUpId, step },
    timeZone,
    now: runNow,
  })
  return 'e-mail to the provider'
}
