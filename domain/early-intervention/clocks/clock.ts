import type { Milestone } from '#vocabulary/milestones.ts'

/** What a clock counts from. BIRTH and REFERRAL are those dates. */
export type Anchor = 'BIRTH' | 'REFERRAL' | Milestone

export interface Clock {
  name: string
  countsFrom: Anchor
  amount: number
  unit: 'DAYS' | 'WORKING_DAYS' | 'MONTHS'
  /** Calendar days that the deadline comes earlier than that. */
  daysBefore: number
  awaitedMilestone: Milestone
  /** Milestones that meet it as well. */
  alsoMetBy?: readonly Milestone[]
  /** It starts anew each time that it is met. */
  repeats: boolean
  /** Days of a documented delay caused by the family do not count. */
  pausable: boolean
  /** Calendar days before the deadline from which it is at risk. */
  warningDays: number
  /** Where the program lists services, each has a period of its own, from the consent to it until it is given. */
  perIfspService?: boolean
  /** What would fall due after the child has left is due on its last day, instead of not owed. */
  owedUntilExit?: boolean
  /** Of a child referred fewer days than this before the third birthday it asks nothing. */
  waivedUnderDays?: number
  /** …but for what is owed to it so many days from the referral. */
  daysAfterLateReferral?: number
  /** Days from the eligibility of a child who was found eligible after the deadline. */
  daysAfterEligibility?: number
  /** The milestone may be reached at most so many months before the third birthday. */
  earliestMonthsBefore?: number
  /** The rule that it comes from. */
  source: string
}

/** Of those of the family alone the days do not count (34 CFR 303.310(b)). */
export const DELAY_CAUSES = ['FAMILY', 'PROVIDER', 'SYSTEM'] as const
export type DelayCause = (typeof DELAY_CAUSES)[number]

/** Calendar dates, both inclusive; without `endsOn` it still lasts. */
export interface Delay {
  cause: DelayCause
  startsOn: string
  endsOn: string | null
}

/** Calendar dates, both inclusive. */
export interface Holiday {
  startsOn: string
  endsOn: string
}

export interface ReachedMilestone {
  kind: Milestone
  occurredOn: string
  /** The consent that a CONSENT is, where there is a record of it. */
  consentId?: string
  /** It did not take place, as the family may decide: nothing is owed any more. */
  declinedByFamily?: true
  /** Of ELIGIBILITY: the child is not, so that nothing more is owed. */
  notEligible?: true
  /** …and when the parents were given prior written notice of it. */
  noticeGivenOn?: string
  /** Of what is sent to the LEA and SEA: more than 34 CFR 303.401(d)(1) lets be sent without consent. */
  recordsShared?: true
}

/** A service of the IFSP, as far as its clock goes. */
interface ServiceDates {
  key: string
  consentedOn: string | null
  startedOn: string | null
  endedOn: string | null
}

/** What deadlines depend on. Dates are calendar dates where the program is. */
export interface ClockFacts {
  birthDate: string
  referralReceivedOn: string
  milestones: readonly ReachedMilestone[]
  delays: readonly Delay[]
  ifspServices: readonly ServiceDates[]
  /** No working days, besides weekends. */
  holidays: readonly Holiday[]
  /** Null while the program runs. */
  closedOn: string | null
}
