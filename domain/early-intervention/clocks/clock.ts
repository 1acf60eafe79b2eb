import type { Milestone } from '#vocabulary/milestones.ts'

/** What a clock counts from. BIRTH and REFERRAL are those dates. */
export type Anchor = 'BIRTH' | 'REFERRAL' | Milestone

export interface Clock {
  name: string
  countsFrom: Anchor
  amount: number
  unit: 'DAYS' | 'WORKING_DAYS' | 'MONTHS'
  /** Moves the deadline earlier by this many calendar days. */
  daysBefore: number
  awaitedMilestone: Milestone
  /** Other milestones that meet it. */
  alsoMetBy?: readonly Milestone[]
  /** It restarts each time it is met. */
  repeats: boolean
  /** Documented delays caused by the family do not count. */
  pausable: boolean
  /** Calendar days before the deadline from which it is at risk. */
  warningDays: number
  /** If the program lists services, each has its own period, from the consent to its start. */
  perIfspService?: boolean
  /** A deadline after the child's exit is due on the last day, instead of not owed. */
  owedUntilExit?: boolean
  /** Does not apply to a child referred fewer days than this before the third birthday. */
  waivedUnderDays?: number
  /** …except for requirements due this many days after the referral. */
  daysAfterLateReferral?: number
  /** Days after the eligibility decision, if that is later than the deadline. */
  daysAfterEligibility?: number
  /** The milestone may be reached at most this many months before the third birthday. */
  earliestMonthsBefore?: number
  /** The rule it implements. */
  source: string
}

/** Only days of delays caused by the family are excluded (34 CFR 303.310(b)). */
export const DELAY_CAUSES = ['FAMILY', 'PROVIDER', 'SYSTEM'] as const
export type DelayCause = (typeof DELAY_CAUSES)[number]

/** Calendar dates, inclusive; open without `endsOn`. */
export interface Delay {
  cause: DelayCause
  startsOn: string
  endsOn: string | null
}

/** Calendar dates, inclusive. */
export interface Holiday {
  startsOn: string
  endsOn: string
}

export interface ReachedMilestone {
  kind: Milestone
  occurredOn: string
  /** The consent record of a CONSENT, if there is one. */
  consentId?: string
  /** The family declined it, so nothing more is owed. */
  declinedByFamily?: true
  /** For ELIGIBILITY: the child is not eligible, so nothing more is owed. */
  notEligible?: true
  /** …and when the parents received prior written notice. */
  noticeGivenOn?: string
  /** For data sent to LEA and SEA beyond what 34 CFR 303.401(d)(1) permits without consent. */
  recordsShared?: true
}

/** An IFSP service as its clock needs it. */
interface ServiceDates {
  key: string
  consentedOn: string | null
  startedOn: string | null
  endedOn: string | null
}

/** The input of deadlines. Dates are calendar dates at the program's location. */
export interface ClockFacts {
  birthDate: string
  referralReceivedOn: string
  milestones: readonly ReachedMilestone[]
  delays: readonly Delay[]
  ifspServices: readonly ServiceDates[]
  /** Non-working days besides weekends. */
  holidays: readonly Holiday[]
  /** Null while the program is active. */
  closedOn: string | null
}
