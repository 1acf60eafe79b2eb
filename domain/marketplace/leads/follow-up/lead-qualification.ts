import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import {
  defineFollowUp,
  done,
  leftThePlan,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { askFamily } from '../questions/ask-family.ts'
import { askProvider } from '../offers/ask-provider.ts'
import { changeLead } from '../lead/change-lead.ts'
import { decideLeadOffer } from '../offers/decide-lead-offer.ts'
import { forgetLead } from '../lead/forget-lead.ts'
import { unansweredAttempts } from '../lead/lead-row.ts'
import { passOn } from '../offers/pass-on.ts'
import {
  leadStepKindOf,
  leadStepSubject,
  leadWaitsFor,
  planLead,
  type LeadPlanFacts,
  type LeadStepKind,
} from './plan-lead.ts'
import { loadLead } from '../lead/queries.ts'
import { isOpenLead, missingFacts } from '../lead/rules.ts'

interface Facts extends LeadPlanFacts {
  id: string
  language: Language
}

/** Follows a lead from intake to anonymization. */
export const leadQualification = defineFollowUp<Facts>({
  resource: 'leads',
  facts: async (tx, id) => {
    await lockRecord(tx, 'leads', id)
    const row = await loadLead(tx, id)
    const { timeZone, quietHours } = await loadMessagingTerms(tx)
    const { status, stageEnteredAt, dueAt, heardAt, closedAt, offers, attempts } = row
    return {
      id,
      status,
      stageEnteredAt,
      dueAt,
      heardAt,
      closedAt,
      isForgotten: row.forgottenAt !== null,
      language: row.language as Language,
      missing: missingFacts(row),
      hasEmail: row.contactEmail !== null,
      unanswered: unansweredAttempts(row),
      lastAttempt: attempts.at(-1),
      offers,
      timeZone,
      quietHours,
    }
  },
  plan: planLead,
  cancelReason: (facts) => whyNot(facts) ?? 'what it waits for has changed',
  waitsFor: leadWaitsFor,
  finalStatus: ({ status }) => (status === 'CONVERTED' ? 'COMPLETED' : 'CANCELLED'),
  isSettled: leftThePlan,
  whenLate: (step) => (TELLS.has(leadStepKindOf(step)!) ? 'SKIPPED' : 'DONE'),
  whileRestricted: () => 'DONE',
  perform: (tx, facts, stepRun) => {
    const because = whyNot(facts)
    const kind = leadStepKindOf(stepRun.step)
    if (because && kind !== 'deletion') return skipped(because)
    switch (kind) {
      case 'begin':
        return begin(tx, facts)
      case 'questions':
      case 'reminder':
        return askFamily(tx, facts, stepRun, kind)
      case 'ask-by-phone':
        return done('there is no e-mail address', 'call the family: something is missing')
      case 'qualification':
        return done('all required facts are known', 'the lead waits to be qualified')
      case 'centre':
        return done('its response time is over', `the lead is overdue: ${nextOfCentre(facts)}`)
      case 'offer':
        return askProvider(tx, facts, stepRun)
      case 'offer-expiry':
        return expireOffer(tx, stepRun)
      case 'queue':
        return done(
          'nobody took it',
          'no matched provider accepts the family: offer it to another, or match again',
        )
      case 'conversion':
        return done('a provider has accepted the family', 'the lead waits to be converted')
      case 'call':
        return done('the last attempt did not reach them', 'call the family')
      case 'expiry':
        return expire(tx, facts)
      case 'deletion':
        return forget(tx, facts)
      case undefined:
        return skipped('this version of the platform does not know the step')
    }
  },
})

/** Steps that only send a message. */
const TELLS: ReadonlySet<LeadStepKind> = new Set(['questions', 'reminder', 'offer'])

const whyNot = (facts: Facts): string | undefined =>
  isOpenLead(facts) ? undefined : `it is ${facts.status}`

/** What the centre must do before the lead can leave its stage. */
const nextOfCentre = ({ status, missing }: Facts): string => {
  if (status === 'QUALIFYING') return missing.length > 0 ? 'call the family' : 'qualify it'
  return status === 'QUALIFIED' ? 'match it' : 'offer or convert it'
}

const begin = async (tx: Transaction, { id }: Facts): Promise<Outcome> => {
  await changeLead(tx, { id, move: 'begin' })
  return done('the family was asked for what is missing')
}

const expireOffer = async (tx: Transaction, { step }: StepRun): Promise<Outcome> => {
  await decideLeadOffer(tx, { id: leadStepSubject(step), verb: 'expire', effects: passOn })
  return done('nobody answered in time: it goes to the next provider, or into the queue')
}

const expire = async (tx: Transaction, { id }: Facts): Promise<Outcome> => {
  await changeLead(tx, { id, move: 'expire' })
  return done('the family did not answer')
}

const forget = async (tx: Transaction, { id }: Facts): Promise<Outcome> => {
  await forgetLead(tx, id)
  return done('deleted: everything that identifies the family')
}
