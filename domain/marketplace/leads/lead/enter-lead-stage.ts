import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { endOpenOffers } from '../offers/end-offer.ts'
import type { LeadRow } from './lead-row.ts'
import { isOpenLead, stageDueAt, type LeadStatus } from './rules.ts'

/** The columns of a lead that enters a stage now. */
export const entering = (tx: Transaction, status: LeadStatus) => ({
  status,
  stageEnteredAt: tx.now,
  dueAt: stageDueAt(status, tx.now),
  ...(!isOpenLead({ status }) && { closedAt: tx.now }),
})

/** Records a lead's new stage in its history. If the lead is closed, ends its offers. */
export const enterLeadStage = async (
  tx: Transaction,
  after: LeadRow,
  before?: LeadRow,
): Promise<void> => {
  if (after.status === before?.status) return
  await tx.db.leadStage.create({
    data: {
      tenantId: tx.tenantId,
      leadId: after.id,
      number: after.stages.length + 1,
      status: after.status,
      enteredAt: after.stageEnteredAt,
      dueAt: after.dueAt,
      enteredBy: tx.actor.id,
    },
  })
  if (!isOpenLead(after)) await endOpenOffers(tx, after)
}
