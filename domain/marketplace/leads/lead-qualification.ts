import { lockRecord } from '#platform/core/lock-record.ts'
import { addMinutes, inZone } from '#platform/core/time.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import {
  defineFollowUp,
  done,
  leftThePlan,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { askEach } from '#messaging/links/ask-each.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import type { Language } from '#messaging/messages/templates/define-template.ts'
import { changeLead } from './change-lead.ts'
import { decideLeadOffer } from './decide-lead-offer.ts'
import { entering } from './enter-lead-stage.ts'
import { forgetLead } from './forget-lead.ts'
import { unansweredAttempts } from './lead-row.ts'
import { passOn } from './pass-on.ts'
import {
  ANSWER_DAYS,
  leadStepKindOf,
  leadStepSubject,
  planLead,
  type LeadPlanFacts,
  type LeadStepKind,
} from './plan-lead.ts'
import { loadLead, loadLeadOffer } from './queries.ts'
import { isOpenLead, leadStatusAfter, missingFacts } from './rules.ts'

interface Facts extends LeadPlanFacts {
  id: string
  language: Language
}

/** A lead from the day it came to what became of it, and to the day on which nothing of it names anybody. */
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
        return done(
          'there is no e-mail address',
          'the family has to be called: something is missing',
        )
      case 'qualification':
        return done('all that is needed is known', 'the lead waits to be qualified')
      case 'matching':
        return done('it is overdue', 'the lead waits to be matched')
      case 'contact':
        return done('it is overdue', 'the lead waits to be offered or converted')
      case 'offer':
        return askProvider(tx, facts, stepRun)
      case 'offer-expiry':
        return expireOffer(tx, stepRun)
      case 'queue':
        return done(
          'nobody took it',
          'nobody of the match takes the family: offer it, or match again',
        )
      case 'conversion':
        return done('a provider takes the family', 'the lead waits to be converted')
      case 'call':
        return done('the last attempt did not reach them', 'the family has to be called')
      case 'expiry':
        return expire(tx, facts)
      case 'deletion':
        return forget(tx, facts)
      case undefined:
        return skipped('this version of the platform does not know the step')
    }
  },
})

/** Steps that do nothing but write to somebody. */
const TELLS: ReadonlySet<LeadStepKind> = new Set(['questions', 'reminder', 'offer'])

const whyNot = (facts: Facts): string | undefined =>
  isOpenLead(facts) ? undefined : `it is ${facts.status}`

const begin = async (tx: Transaction, { id }: Facts): Promise<Outcome> => {
  await changeLead(tx, {
    id,
    fields: (before) => entering(tx, leadStatusAfter('begin', before)),
  })
  return done('what is missing is asked for')
}

const askFamily = async (
  tx: Transaction,
  { id, language, timeZone, missing }: Facts,
  stepRun: StepRun,
  occasion: 'questions' | 'reminder',
): Promise<Outcome> => {
  const recipient = await findRecipient(tx, { type: 'lead', id })
  if (!recipient) return skipped('there is nobody to write to')
  const question = {
    template: 'lead.questions',
    purpose: 'lead-questions',
    subject: { type: 'lead', id },
    variables: ({ firstName }: { firstName: string }, path: string) => ({
      firstName,
      path,
      occasion,
    }),
    expiresAt: addMinutes(tx.now, ANSWER_DAYS * 24 * 60),
    timeZone,
    language,
    occasion: stepRun.dueAt.getTime(),
  } as const
  await askEach(tx, [recipient], question, stepRun)
  return done(`e-mail to the family: ${missing.length} facts are missing`)
}

/** Of the family nothing is in the message; the page says what the centre may say. */
const askProvider = async (
  tx: Transaction,
  { timeZone }: Facts,
  stepRun: StepRun,
): Promise<Outcome> => {
  const id = leadStepSubject(stepRun.step)
  const { providerId, expiresAt } = await loadLeadOffer(tx, id)
  const recipient = await findRecipient(tx, { type: 'provider', id: providerId })
  if (!recipient) return skipped('there is nobody to write to')
  const question = {
    template: 'lead.offer',
    purpose: 'lead-offer',
    subject: { type: 'leadOffer', id },
    variables: ({ firstName }: { firstName: string }, path: string) => ({
      firstName,
      path,
      expiresAt: inZone(expiresAt, timeZone),
      timeZone,
    }),
    expiresAt,
    timeZone,
  } as const
  await askEach(tx, [recipient], question, stepRun)
  return done('e-mail to the provider')
}

const expireOffer = async (tx: Transaction, { step }: StepRun): Promise<Outcome> => {
  await decideLeadOffer(tx, { id: leadStepSubject(step), verb: 'expire', effects: passOn })
  return done('nobody answered in time: it goes on to the next, or into the queue')
}

const expire = async (tx: Transaction, { id }: Facts): Promise<Outcome> => {
  await changeLead(tx, {
    id,
    fields: (before) => entering(tx, leadStatusAfter('expire', before)),
  })
  return done('the family did not answer')
}

const forget = async (tx: Transaction, { id }: Facts): Promise<Outcome> => {
  await forgetLead(tx, id)
  return done('deleted: all that names the family')
}
