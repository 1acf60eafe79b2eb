import { Temporal } from 'temporal-polyfill'
import { DomainError } from '#platform/core/errors/errors.ts'
import { addMinutes } from '#platform/core/time/time.ts'

/** Stages of an open lead. */
export const LeadStage = ['NEW', 'QUALIFYING', 'QUALIFIED', 'MATCHED'] as const
export type LeadStage = (typeof LeadStage)[number]

export const LeadStatus = [...LeadStage, 'CONVERTED', 'LOST', 'EXPIRED'] as const
export type LeadStatus = (typeof LeadStatus)[number]

/** How a family found the centre. */
export const LeadSource = [
  'FORM',
  'PHONE',
  'EMAIL',
  'REFERRAL',
  'WALK_IN',
  'PARTNER',
  'OTHER',
] as const

export type LeadSource = (typeof LeadSource)[number]

export const LostReason = [
  'NO_ANSWER',
  'NO_CAPACITY',
  'NOT_ELIGIBLE',
  'WENT_ELSEWHERE',
  'TOO_FAR',
  'COST',
  'DUPLICATE',
  'WITHDRAWN',
  'ERASED',
  'OTHER',
] as const
export type LostReason = (typeof LostReason)[number]

export const ContactOutcome = [
  'REACHED',
  'NO_ANSWER',
  'LEFT_MESSAGE',
  'CALL_BACK',
  'WRONG_CONTACT',
] as const
export const ContactChannel = ['EMAIL', 'PHONE'] as const

export const LeadOfferStatus = ['OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN'] as const
export type LeadOfferStatus = (typeof LeadOfferStatus)[number]

export const isOpenLead = ({ status }: { status: string }): boolean =>
  (LeadStage as readonly string[]).includes(status)

export const assertOpenLead = (lead: { status: string }): void => {
  if (isOpenLead(lead)) return
  throw new DomainError(
    'invalid_transition',
    `The lead is ${lead.status}, so it is closed and cannot change.`,
    {
      extra: { status: lead.status, allowed: [] },
    },
  )
}

/** The target number of hours for each stage. */
const RESPONSE_HOURS: Readonly<Record<LeadStage, number>> = {
  NEW: 4,
  QUALIFYING: 72,
  QUALIFIED: 48,
  MATCHED: 120,
}

/** The deadline for leaving a stage that a lead enters now; null for a final stage. */
export const stageDueAt = (status: LeadStatus, now: Date): Date | null =>
  isOpenLead({ status }) ? addMinutes(now, RESPONSE_HOURS[status as LeadStage] * 60) : null

export const Clock = ['DUE', 'MET', 'LATE'] as const
export type Clock = (typeof Clock)[number]

/** The state of a stage's clock; null if no clock is running. */
export const clockOf = (
  { dueAt, leftAt }: { dueAt: Date | null; leftAt: Date | null },
  now: Date,
): Clock | null => {
  if (dueAt === null) return null
  if ((leftAt ?? now) > dueAt) return 'LATE'
  return leftAt ? 'MET' : 'DUE'
}

/** The minimum facts about a family that are needed to find a therapist. */
export const LeadFact = ['CONTACT', 'CHILD_BIRTH_DATE', 'NEEDS'] as const
export type LeadFact = (typeof LeadFact)[number]

export interface LeadFacts {
  contactName: string | null
  contactEmail: string | null
  contactPhone: string | null
  childBirthDate: Date | null
  needs: readonly string[]
}

export const missingFacts = (lead: LeadFacts): LeadFact[] => {
  const has: Record<LeadFact, boolean> = {
    CONTACT: lead.contactName !== null && (lead.contactEmail ?? lead.contactPhone) !== null,
    CHILD_BIRTH_DATE: lead.childBirthDate !== null,
    NEEDS: lead.needs.length > 0,
  }
  return LeadFact.filter((fact) => !has[fact])
}

export const assertComplete = (lead: LeadFacts): void => {
  const missing = missingFacts(lead)
  if (missing.length === 0) return
  throw new DomainError(
    'lead_incomplete',
    `The lead lacks ${missing.join(', ')}. Ask the family for it, or record it.`,
    { extra: { missing } },
  )
}

/** The number of complete months from a birth date to a calendar day. */
export const ageInMonths = (birthDate: string, today: string): number =>
  Math.max(0, Temporal.PlainDate.from(birthDate).until(today, { largestUnit: 'month' }).months)
