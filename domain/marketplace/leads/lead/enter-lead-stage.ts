import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { endOpenOffers } from '../offers/end-offer.ts'
import { leadEvents } from './events.ts'
import type { LeadRow } from './lead-row.ts'
import {
  isOpenLead,
  stageDueAt,
  type LeadSource,
  type LeadStatus,
  type LostReason,
} from './rules.ts'

/** The columns of a lead that enters a stage now. */
export const entering = (tx: Transaction, status: LeadStatus) => ({
  status,
  stageEnteredAt: tx.now,
  dueAt: stageDueAt(status, tx.now),
  ...(!isOpenLead({ status }) && { closedAt: tx.now }),
})

/** What follows when a lead is at another stage: its history, and who is told. A closed one is offered to nobody. */
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
  emitStage(tx, after)
}

/** Of matches each is told, see match-lead.ts. */
const emitStage = (tx: Transaction, lead: LeadRow): void => {
  const subject = { type: 'lead', id: lead.id } as const
  const facts = leadEventFacts(lead)
  switch (lead.status as LeadStatus) {
    case 'NEW':
      return tx.emit(leadEvents['lead.created'], subject, facts)
    case 'QUALIFIED':
      return tx.emit(leadEvents['lead.qualified'], subject, facts)
    case 'CONVERTED':
      return tx.emit(leadEvents['lead.converted'], subject, {
        ...facts,
        childId: lead.childId!,
        clientId: lead.clientId!,
      })
    case 'LOST':
      return tx.emit(leadEvents['lead.lost'], subject, {
        ...facts,
        reason: lead.lostReason as LostReason,
      })
    case 'EXPIRED':
      return tx.emit(leadEvents['lead.expired'], subject, facts)
    case 'QUALIFYING':
    case 'MATCHED':
  }
}

export const leadEventFacts = ({ id, source, locationId }: LeadRow) => ({
  leadId: id,
  source: source as LeadSource,
  ...(locationId !== null && { locationId }),
})
