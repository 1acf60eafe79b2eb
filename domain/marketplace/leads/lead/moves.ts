import type { Lead, LeadOffer } from '#prisma/generated/client.ts'
import { announcing, defineMoves, waking } from '#platform/core/records/moves.ts'
import { leadEventFacts, leadEvents } from './events.ts'
import { LeadOfferStatus, LeadStage, LeadStatus, type LostReason } from './rules.ts'
import { leadQualificationWorkflow } from './workflows.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'

const wakes = [waking(leadQualificationWorkflow)]

export const leadMoves = defineMoves<Lead>()({
  noun: 'A lead',
  subject: 'lead',
  states: LeadStatus,
  initial: ['NEW'],
  waits: {
    NEW: { followUp: 'leadQualification' },
    QUALIFYING: { followUp: 'leadQualification' },
    QUALIFIED: { followUp: 'leadQualification' },
    MATCHED: { followUp: 'leadQualification' },
    CONVERTED: ENDED,
    LOST: ENDED,
    EXPIRED: ENDED,
  },
  moves: {
    begin: { from: ['NEW'], to: 'QUALIFYING', wakes, byPlatform: true },
    qualify: {
      from: ['NEW', 'QUALIFYING'],
      to: 'QUALIFIED',
      event: announcing(leadEvents['lead.qualified'], leadEventFacts),
      wakes,
    },
    match: {
      from: ['QUALIFIED', 'MATCHED'],
      to: 'MATCHED',
      event: announcing(leadEvents['lead.matched'], (lead) => ({
        ...leadEventFacts(lead),
        matchId: lead.matchId!,
      })),
      wakes,
    },
    offer: { from: ['MATCHED'] },
    convert: {
      from: ['QUALIFIED', 'MATCHED'],
      to: 'CONVERTED',
      event: announcing(leadEvents['lead.converted'], (lead) => ({
        ...leadEventFacts(lead),
        childId: lead.childId!,
        clientId: lead.clientId!,
      })),
      wakes,
    },
    lose: {
      from: LeadStage,
      to: 'LOST',
      event: announcing(leadEvents['lead.lost'], (lead) => ({
        ...leadEventFacts(lead),
        reason: lead.lostReason as LostReason,
      })),
      wakes,
    },
    expire: {
      from: LeadStage,
      to: 'EXPIRED',
      event: announcing(leadEvents['lead.expired'], leadEventFacts),
      wakes,
      byPlatform: true,
    },
    /** The family of a closed lead requests erasure. An open lead is lost instead. */
    erase: { from: ['LOST', 'EXPIRED'], wakes },
  },
})

const wakesLead = [waking<LeadOffer>(leadQualificationWorkflow, ({ leadId }) => leadId)]

export const leadOfferMoves = defineMoves<LeadOffer>()({
  noun: 'An offer',
  subject: 'leadOffer',
  states: LeadOfferStatus,
  initial: ['OPEN'],
  waits: {
    OPEN: { followUp: 'leadQualification' },
    ACCEPTED: { followUp: 'leadQualification' },
    DECLINED: ENDED,
    EXPIRED: ENDED,
    WITHDRAWN: ENDED,
  },
  moves: {
    accept: { from: ['OPEN'], to: 'ACCEPTED', wakes: wakesLead },
    decline: { from: ['OPEN'], to: 'DECLINED', wakes: wakesLead },
    withdraw: { from: ['OPEN', 'ACCEPTED'], to: 'WITHDRAWN', wakes: wakesLead },
    expire: { from: ['OPEN'], to: 'EXPIRED', wakes: wakesLead, byPlatform: true },
  },
})
