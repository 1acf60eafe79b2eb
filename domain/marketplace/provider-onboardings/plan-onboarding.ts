import { addMinutes, atLocalTime, dateIn } from '#platform/core/time/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'
import { earliest, isRunning, itemWaitsFor, stateOf, type ItemState } from './rules.ts'

const DAY = 24 * 60
/** How many days an item may await verification before the centre is notified. */
const VERIFICATION_DAYS = 3
const REFEREE_REMINDER_DAYS = 7
const REFEREE_DAYS = 14
/** How many days before an accepted item expires the centre is notified. */
const RENEWAL_DAYS = 30
/** How long the data of an applicant who was not approved is kept: one year, as in 29 CFR 1602.14. */
const APPLICATION_DAYS = 365
const MORNING = '09:00'

export interface OnboardingFacts extends Quiet {
  status: string
  stageEnteredAt: Date
  invitedAt: Date
  providerArchived: boolean
  items: (ItemState & {
    key: string
    providedAt: Date | null
    decidedAt: Date | null
    expiresAt: Date | null
    /** The licenses of working providers are watched separately. */
    isLicense: boolean
  })[]
  /** Whether agreements were requested that are no longer needed. */
  hasUnwantedForms: boolean
  /** Whether the applicant was not approved, in this or another onboarding, and data remains. */
  hasPastApplication: boolean
  references: { id: string; status: string; askedAt: Date }[]
}

/** The kinds of steps, by the prefix of their name. */
const STEP_KINDS = [
  'invitation',
  'returned',
  'reminder',
  'overdue',
  'ask',
  'remind',
  'unanswered',
  'verification',
  'centre',
  'approval',
  'expiry',
  'closing',
  'decision',
  'renewal',
  'deletion',
] as const
export type StepKind = (typeof STEP_KINDS)[number]

export const stepKindOf = (step: string): StepKind | undefined =>
  STEP_KINDS.find((kind) => step === kind || step.startsWith(`${kind}-`))

/** The item or the reference that a step is about. */
export const stepSubject = (step: string): string => step.slice(step.indexOf('-') + 1)

/** The pending steps of an onboarding, given its current state. Pure. */
export const planOnboarding = (facts: OnboardingFacts): PlannedStep[] => {
  const closing = facts.hasUnwantedForms ? [{ step: 'closing', dueAt: lastDecision(facts) }] : []
  if (!isRunning(facts)) return [...closing, ...afterTheEnd(facts)]
  if (facts.providerArchived) return []
  return [
    ...closing,
    ...ofApplicant(facts),
    ...ofReferees(facts),
    ...ofCentre(facts),
    ...accepted(facts).map(({ key, expiresAt }) => ({ step: `expiry-${key}`, dueAt: expiresAt })),
  ]
}

/** Whom an onboarding in progress waits for. If there are several, the first in order. Pure. */
export const onboardingWaitsFor = ({ items }: OnboardingFacts): string =>
  stateOf(items).waitingOn[0]!.toLowerCase()

/** When an item or the onboarding was last decided. */
const lastDecision = ({ items, stageEnteredAt }: OnboardingFacts): Date =>
  items.reduce(
    (last, { decidedAt }) => (decidedAt && decidedAt > last ? decidedAt : last),
    stageEnteredAt,
  )

const ofApplicant = (facts: OnboardingFacts): PlannedStep[] => {
  const { items, invitedAt } = facts
  const awaited = items.filter((item) => itemWaitsFor(item) === 'APPLICANT')
  const returned = awaited.flatMap(({ key, status, decidedAt }) =>
    status === 'RETURNED' ? [afterQuiet(`returned-${key}`, decidedAt!, facts)] : [],
  )
  const due = earliest(awaited.map(({ dueAt }) => dueAt))
  const invitation = afterQuiet('invitation', invitedAt, facts)
  if (!due) return [invitation, ...returned]
  const reminders = [7, 1]
    .map((days) => ({ days, at: addMinutes(due, -days * DAY) }))
    // An applicant who was invited the day before is not reminded.
    .filter(({ at }) => at > addMinutes(invitedAt, DAY))
    .map(({ days, at }) => afterQuiet(`reminder-${days}d`, at, facts))
  return [invitation, ...returned, ...reminders, afterQuiet('overdue', due, facts)]
}

const ofReferees = (facts: OnboardingFacts): PlannedStep[] =>
  facts.references
    .filter(({ status }) => status === 'ASKED')
    .flatMap(({ id, askedAt }) => [
      afterQuiet(`ask-${id}`, askedAt, facts),
      afterQuiet(`remind-${id}`, addMinutes(askedAt, REFEREE_REMINDER_DAYS * DAY), facts),
      { step: `unanswered-${id}`, dueAt: addMinutes(askedAt, REFEREE_DAYS * DAY) },
    ])

const ofCentre = ({ items, status, stageEnteredAt }: OnboardingFacts): PlannedStep[] => {
  const provided = earliest(
    items.flatMap((item) => (item.status === 'PROVIDED' ? [item.providedAt!] : [])),
  )
  const own = earliest(
    items.flatMap((item) => (itemWaitsFor(item) === 'CENTRE' ? [item.dueAt] : [])),
  )
  return [
    ...(provided
      ? [{ step: 'verification', dueAt: addMinutes(provided, VERIFICATION_DAYS * DAY) }]
      : []),
    ...(own ? [{ step: 'centre', dueAt: own }] : []),
    ...(status === 'APPROVAL' ? [{ step: 'approval', dueAt: stageEnteredAt }] : []),
  ]
}

const afterTheEnd = (facts: OnboardingFacts): PlannedStep[] => {
  const { status, stageEnteredAt, providerArchived, hasPastApplication } = facts
  // An applicant who has withdrawn needs no message.
  const isTold = status !== 'WITHDRAWN' && !providerArchived
  return [
    ...(isTold ? [afterQuiet('decision', stageEnteredAt, facts)] : []),
    ...(status === 'APPROVED' && !providerArchived ? renewals(facts) : []),
    ...(hasPastApplication
      ? [{ step: 'deletion', dueAt: addMinutes(stageEnteredAt, APPLICATION_DAYS * DAY) }]
      : []),
  ]
}

const renewals = (facts: OnboardingFacts): PlannedStep[] =>
  accepted(facts)
    .filter(({ isLicense }) => !isLicense)
    .map(({ key, expiresAt }) => ({
      step: `renewal-${key}`,
      dueAt: atLocalTime(
        dateIn(addMinutes(expiresAt, -RENEWAL_DAYS * DAY), facts.timeZone),
        MORNING,
        facts.timeZone,
      ),
    }))

const accepted = ({
  items,
}: OnboardingFacts): { key: string; isLicense: boolean; expiresAt: Date }[] =>
  items.flatMap(({ key, status, isLicense, expiresAt }) =>
    status === 'ACCEPTED' && expiresAt ? [{ key, isLicense, expiresAt }] : [],
  )
