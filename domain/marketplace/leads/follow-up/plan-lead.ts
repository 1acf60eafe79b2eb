import { addMinutes } from '#platform/core/time/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'
import { isOpenLead, type LeadFact } from '../lead/rules.ts'

const DAY = 24 * 60
/** A family is reminded of questions so many days after they were asked. */
const REMINDER_DAYS = [3, 7] as const
/** So long a family has to answer by link. */
export const ANSWER_DAYS = 14
/** …and so long after the first attempt that did not reach them, or that they were to be called. */
const SILENCE_DAYS = 30
/** What a lead that came to nothing says of a family is kept for so long. */
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
  /** Since the family was last heard of. */
  unanswered: readonly { madeAt: Date }[]
  /** The last attempt of all. */
  lastAttempt: { id: string; outcome: string; madeAt: Date; callAt: Date | null } | undefined
  offers: readonly {
    id: string
    status: string
    createdAt: Date
    expiresAt: Date
    decidedAt: Date | null
  }[]
}

/** Each kind of step, by what its name begins with. */
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

/** Of which offer or attempt a step is. */
export const leadStepSubject = (step: string): string => step.slice(step.lastIndexOf('-') + 1)

/** What is still to be asked, raised and done about a lead, as it stands. Pure. */
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

/** The centre is reminded when the response time of a stage is over. What came up late in it has a day first. */
const ofCentre = ({ dueAt }: LeadPlanFacts, since: Date): PlannedStep => ({
  step: 'centre',
  dueAt: later(dueAt!, addMinutes(since, DAY)),
})

/** Whom a lead waits for, also once nothing is planned: somebody may have skipped what was. Pure. */
export const leadWaitsFor = (
  facts: Pick<LeadPlanFacts, 'status' | 'missing' | 'hasEmail' | 'offers'>,
): 'family' | 'provider' | 'centre' | undefined => {
  if (!isOpenLead(facts)) return undefined
  if (facts.offers.some(({ status }) => status === 'OPEN')) return 'provider'
  const asksByEmail = facts.status === 'QUALIFYING' && facts.missing.length > 0 && facts.hasEmail
  return asksByEmail ? 'family' : 'centre'
}

/** What follows when a family is not reached: a call, and after a while the end. */
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

/** A family's silence ends a lead; that nobody of the centre does anything does not. */
const silenceEndsAt = (facts: LeadPlanFacts): Date | undefined => {
  const { unanswered, stageEnteredAt, heardAt } = facts
  const since = later(stageEnteredAt, heardAt)
  const [first] = unanswered
  if (leadWaitsFor(facts) === 'family') return addMinutes(since, ANSWER_DAYS * DAY)
  return first && addMinutes(first.madeAt, SILENCE_DAYS * DAY)
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)
