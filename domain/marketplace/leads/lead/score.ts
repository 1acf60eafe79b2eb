import { DAY_MS } from '#platform/core/time/time.ts'
import { ageInMonths } from './rules.ts'

/** The components of a score. */
export const SCORE_CODES = ['completeness', 'urgency', 'eligibility', 'response'] as const

/** The facts that a lead's score uses: the family's statements and responsiveness, never their identity. */
export interface ScoredLead {
  hasName: boolean
  hasEmail: boolean
  hasPhone: boolean
  childBirthDate: string | null
  needs: number
  /** How many of languages, modality and payer the family named. */
  details: number
  latestStartOn: string | null
  heardAt: Date
  /** The number of failed attempts since the last contact. */
  unanswered: number
}

interface ScoreReason {
  code: (typeof SCORE_CODES)[number]
  points: number
  of: number
  text: string
}

export interface Score {
  value: number
  reasons: ScoreReason[]
}

const THIRD_BIRTHDAY = 36
/** From this age in months, referred children rarely start a program before their third birthday. */
const NEAR_THIRD_BIRTHDAY = 33

/** A score from 0 to 100 for how promising and urgent a lead is, with reasons. `today` is the centre's date. Pure. */
export const scoreOf = (lead: ScoredLead, today: string, now: Date): Score => {
  const reasons = [
    completeness(lead),
    urgency(lead, today),
    eligibility(lead, today),
    response(lead, now),
  ]
  return { value: reasons.reduce((sum, { points }) => sum + points, 0), reasons }
}

const completeness = (lead: ScoredLead): ScoreReason => {
  const known = [
    lead.hasName,
    lead.hasEmail,
    lead.hasPhone,
    lead.childBirthDate !== null,
    lead.needs > 0,
    lead.details > 0,
    lead.latestStartOn !== null,
    lead.details > 1,
  ].filter(Boolean).length
  return {
    code: 'completeness',
    points: known * 5,
    of: 40,
    text: `${known} of 8 facts are known.`,
  }
}

const urgency = ({ childBirthDate, latestStartOn }: ScoredLead, today: string): ScoreReason => {
  const months = childBirthDate === null ? null : ageInMonths(childBirthDate, today)
  if (months !== null && months >= NEAR_THIRD_BIRTHDAY && months < THIRD_BIRTHDAY)
    return { code: 'urgency', points: 25, of: 25, text: 'The third birthday is near.' }
  if (latestStartOn === null)
    return { code: 'urgency', points: 5, of: 25, text: 'The preferred start date is not known.' }
  const days = Math.round((Date.parse(latestStartOn) - Date.parse(today)) / DAY_MS)
  if (days <= 14)
    return { code: 'urgency', points: 25, of: 25, text: 'The preferred start is within 14 days.' }
  if (days <= 42)
    return { code: 'urgency', points: 15, of: 25, text: 'The preferred start is within six weeks.' }
  return { code: 'urgency', points: 8, of: 25, text: 'The preferred start is later.' }
}

const eligibility = ({ childBirthDate, needs }: ScoredLead, today: string): ScoreReason => {
  if (childBirthDate === null)
    return { code: 'eligibility', points: 0, of: 20, text: 'The age of the child is not known.' }
  if (ageInMonths(childBirthDate, today) < THIRD_BIRTHDAY)
    return {
      code: 'eligibility',
      points: 20,
      of: 20,
      text: 'The child is under three, so early intervention may apply.',
    }
  return needs > 0
    ? { code: 'eligibility', points: 14, of: 20, text: 'The centre meets the needs.' }
    : { code: 'eligibility', points: 6, of: 20, text: 'The needs are not known.' }
}

const response = ({ heardAt, unanswered }: ScoredLead, now: Date): ScoreReason => {
  if (unanswered > 0)
    return {
      code: 'response',
      points: Math.max(0, 8 - 4 * unanswered),
      of: 15,
      text: `The family was not reached in ${unanswered} attempts.`,
    }
  const days = Math.floor((now.getTime() - heardAt.getTime()) / DAY_MS)
  if (days <= 3)
    return {
      code: 'response',
      points: 15,
      of: 15,
      text: 'There was contact within the last three days.',
    }
  return days <= 14
    ? { code: 'response', points: 10, of: 15, text: 'There was contact within the last two weeks.' }
    : { code: 'response', points: 4, of: 15, text: 'There has been no contact for two weeks.' }
}
