import { addMinutes } from '#platform/core/time/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'
import { isOpenLead, type LeadFact } from '../lead/rules.ts'

const DAY = 24 * 60
/** After how many days a family is reminded of questions. */
const REMINDER_DAYS = [3, 7] as const
/** How many days a family can answer through a link. */
export const ANSWER_DAYS = 14
/** After how many days without contact a lead ends, counted from the first failed attempt or the request to call. */
const SILENCE_DAYS = 30
/** After how many days the family's data in a lost lead is deleted. */
const KEPT_DAYS = 180

export interface LeadPlanFacts extends Quiet {
  status: string
  stageEnteredAt: Date
  dueAt: Date | null
  heardAt: Date
  closedAt: Date | null
  isForgotten: boolean
  missing: readonly LeadFact[]
  hasEmail: boolean
  /** Attempts since the last contact with the family. */
  unanswered: readonly { madeAt: Date }[]
  /** The latest of all attempts. */
  lastAttempt: { id: string; outcome: string; madeAt: Date; callAt: Date | null } | undefined
  offers: readonly {
    id: string
    status: string
    createdAt: Date
    expiresAt: Date
    decidedAt: Date | null
  }[]
}

/** The kinds of steps, by the prefix of their name. */
const STEP_KINDS = [
  'begin',
  'questions',
  'reminder',
  'ask-by-phone',
  'qualification',
  'centre',
  'offer-expiry',
  'offer',
  'queue',
  'conversion',
  'call',
  'expiry',
  'deletion',
] as const
export type LeadStepKind = (typeof STEP_KINDS)[number]

export const leadStepKindOf = (step: string): LeadStepKind | undefined =>
  STEP_KINDS.find((kind) => step === kind || step.startsWith(`${kind}-`))

/** The id of the offer or attempt that a step is about. */
export const leadStepSubject = (step: string): string => step.slice(step.lastIndexOf('-') + 1)

/** The pending steps of a lead, given its current state. Pure. */
export const planLead = (facts: LeadPlanFacts): PlannedStep[] => {
  switch (facts.status) {
    case 'NEW':
      return [{ step: 'begin', dueAt: facts.stageEnteredAt }]
    case 'QUALIFYING':
      return [...ofQualifying(facts), ...ofSilence(facts)]
    case 'QUALIFIED':
      return [ofCentre(facts, facts.stageEnteredAt), ...ofSilence(facts)]
    case 'MATCHED':
      return [...ofMatched(facts), ...ofSilence(facts)]
    case 'CONVERTED':
      return []
    default:
      return facts.isForgotten
        ? []
        : [{ step: 'deletion', dueAt: addMinutes(facts.closedAt!, KEPT_DAYS * DAY) }]
  }
}

const ofQualifying = (facts: LeadPlanFacts): PlannedStep[] => {
  const { stageEnteredAt, heardAt, missing, hasEmail } = facts
  const since = later(stageEnteredAt, heardAt)
  if (missing.length === 0) return [{ step: 'qualification', dueAt: since }, ofCentre(facts, since)]
  if (!hasEmail)
    return [{ step: 'ask-by-phone', dueAt: stageEnteredAt }, ofCentre(facts, stageEnteredAt)]
  return [
    afterQuiet('questions', stageEnteredAt, facts),
    ...REMINDER_DAYS.map((days) =>
      afterQuiet(`reminder-${days}d`, addMinutes(since, days * DAY), facts),
    ),
  ]
}

const ofMatched = (facts: LeadPlanFacts): PlannedStep[] => {
  const { offers, stageEnteredAt } = facts
  const open = offers.find(({ status }) => status === 'OPEN')
  if (open)
    return [
      afterQuiet(`offer-${open.id}`, open.createdAt, facts),
      { step: `offer-expiry-${open.id}`, dueAt: open.expiresAt },
    ]
  const accepted = offers.find(({ status }) => status === 'ACCEPTED')
  const last = accepted ?? offers.at(-1)
  if (!last) return [ofCentre(facts, stageEnteredAt)]
  const step = accepted ? `conversion-${last.id}` : `queue-${last.id}`
  return [{ step, dueAt: last.decidedAt! }, ofCentre(facts, last.decidedAt!)]
}

/**
 * Reminds the centre when a stage's response time has passed. Work that arises late in the stage gets one day
 * first.
 */
const ofCentre = ({ dueAt }: LeadPlanFacts, since: Date): PlannedStep => ({
  step: 'centre',
  dueAt: later(dueAt!, addMinutes(since, DAY)),
})

/** Whom a lead waits for, even if no steps are planned because they were skipped. Pure. */
export const leadWaitsFor = (
  facts: Pick<LeadPlanFacts, 'status' | 'missing' | 'hasEmail' | 'offers'>,
): 'family' | 'provider' | 'centre' | undefined => {
  if (!isOpenLead(facts)) return undefined
  if (facts.offers.some(({ status }) => status === 'OPEN')) return 'provider'
  const asksByEmail = facts.status === 'QUALIFYING' && facts.missing.length > 0 && facts.hasEmail
  return asksByEmail ? 'family' : 'centre'
}

/** Steps after a family was not reached: another call, and finally the end. */
const ofSilence = (facts: LeadPlanFacts): PlannedStep[] => {
  const { lastAttempt } = facts
  const endsAt = silenceEndsAt(facts)
  return [
    ...(lastAttempt && lastAttempt.outcome !== 'REACHED'
      ? [{ step: `call-${lastAttempt.id}`, dueAt: callAtOf(lastAttempt) }]
      : []),
    ...(endsAt ? [{ step: 'expiry', dueAt: endsAt }] : []),
  ]
}

const callAtOf = ({ outcome, madeAt, callAt }: NonNullable<LeadPlanFacts['lastAttempt']>): Date =>
  callAt ?? (outcome === 'WRONG_CONTACT' ? madeAt : addMinutes(madeAt, DAY))

/** When a family's silence ends a lead. Inaction of the centre never does. */
const silenceEndsAt = (facts: LeadPlanFacts): Date | undefined => {
  const { unanswered, stageEnteredAt, heardAt } = facts
  const since = later(stageEnteredAt, heardAt)
  const [first] = unanswered
  if (leadWaitsFor(facts) === 'family') return addMinutes(since, ANSWER_DAYS * DAY)
  return first && addMinutes(first.madeAt, SILENCE_DAYS * DAY)
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)
