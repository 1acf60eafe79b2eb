import { addMinutes, atLocalTime, dateIn } from '#platform/core/time/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'
import { earliest, isRunning, itemWaitsFor, stateOf, type ItemState } from './rules.ts'

const DAY = 24 * 60
/** How long an item may await verification before the centre is notified. */
const VERIFICATION_DAYS = 3
const REFEREE_REMINDER_DAYS = 7
const REFEREE_DAYS = 14
/** How long before an accepted item's expiry the centre is notified. */
const RENEWAL_DAYS = 30
/** Retention of an unapproved applicant's data: a year, after 29 CFR 1602.14. */
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
    /** Licenses of working providers are watched separately. */
    isLicense: boolean
  })[]
  /** Requested agreements that are no longer needed. */
  hasUnwantedForms: boolean
  /** The applicant was not approved, then or in another onboarding, and data remains. */
  hasPastApplication: boolean
  references: { id: string; status: string; askedAt: Date }[]
}

/** Kinds of steps by name prefix. */
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

/** The item or reference of a step. */
export const stepSubject = (step: string): string => step.slice(step.indexOf('-') + 1)

/** The open steps of an onboarding, given its current state. Pure. */
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

/** Whom a running onboarding waits for: the first of several, in order of turn. Pure. */
export const onboardingWaitsFor = ({ items }: OnboardingFacts): string =>
  stateOf(items).waitingOn[0]!.toLowerCase()

/** The last decision about an item or the onboarding. */
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
    // An applicant invited the day before is not reminded.
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
  // A withdrawn applicant needs no message.
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
