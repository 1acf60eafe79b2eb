import type { Milestone } from '#vocabulary/milestones.ts'

/** The date from which a clock counts. BIRTH and REFERRAL are the child's birth and the referral. */
export type Anchor = 'BIRTH' | 'REFERRAL' | Milestone

export interface Clock {
  name: string
  countsFrom: Anchor
  amount: number
  unit: 'DAYS' | 'WORKING_DAYS' | 'MONTHS'
  /** The number of calendar days by which the deadline is earlier. */
  daysBefore: number
  awaitedMilestone: Milestone
  /** Other milestones that meet the deadline. */
  alsoMetBy?: readonly Milestone[]
  /** Whether the clock restarts each time it is met. */
  repeats: boolean
  /**
   * If the awaited milestone is at most this many days early, the clock restarts on the due date instead of that
   * day. One that is earlier, or another milestone that meets the deadline, restarts it on its day.
   */
  earlyDays?: number
  /** Whether documented delays caused by the family are excluded. */
  pausable: boolean
  /** The number of calendar days before the deadline from which it is at risk. */
  warningDays: number
  /** If the program lists services, each service has its own period, from the consent to its start. */
  perIfspService?: boolean
  /** Whether a deadline after the child's exit is due on the last day. Otherwise it is not owed. */
  owedUntilExit?: boolean
  /** The clock does not apply to a child referred fewer than this many days before the third birthday. */
  waivedUnderDays?: number
  /** For a late referral, the requirement is instead due this many days after the referral. */
  daysAfterLateReferral?: number
  /** The deadline is this many days after the eligibility decision, if that is later. */
  daysAfterEligibility?: number
  /** The milestone may be reached at most this many months before the third birthday. */
  earliestMonthsBefore?: number
  /** The legal rule that the clock implements. */
  source: string
}

/** Only delays caused by the family are excluded (34 CFR 303.310(b)). */
export const DELAY_CAUSES = ['FAMILY', 'PROVIDER', 'SYSTEM'] as const
export type DelayCause = (typeof DELAY_CAUSES)[number]

/** Calendar dates, inclusive. Without `endsOn` the delay is open. */
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
  /** The consent record behind a CONSENT milestone, if there is one. */
  consentId?: string
  /** The family declined the milestone, so nothing more is owed. */
  declinedByFamily?: true
  /** For ELIGIBILITY: the child is not eligible, so nothing more is owed. */
  notEligible?: true
  /** For an ineligible child: when the parents received prior written notice. */
  noticeGivenOn?: string
  /** Whether data beyond what 34 CFR 303.401(d)(1) permits without consent was sent to the LEA and the SEA. */
  recordsShared?: true
}

/** The dates of an IFSP service that its clock needs. */
interface ServiceDates {
  key: string
  consentedOn: string | null
  startedOn: string | null
  endedOn: string | null
}

/** The facts from which deadlines are computed. Dates are calendar dates at the program's location. */
export interface ClockFacts {
  birthDate: string
  referralReceivedOn: string
  milestones: readonly ReachedMilestone[]
  delays: readonly Delay[]
  ifspServices: readonly ServiceDates[]
  /** Days off in addition to weekends. */
  holidays: readonly Holiday[]
  /** Null while the program is active. */
  closedOn: string | null
}
