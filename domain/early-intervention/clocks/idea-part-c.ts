import type { Clock } from './clock.ts'

const clock = (it: Omit<Clock, 'daysBefore' | 'repeats' | 'pausable'> & Partial<Clock>): Clock => ({
  daysBefore: 0,
  repeats: false,
  pausable: false,
  ...it,
})

/**
 * The days from the referral to the initial IFSP meeting. A child referred fewer days than this before the
 * third birthday is exempt.
 */
const REFERRAL_DAYS = 45

/** Clocks that are due within 45 days of the referral. */
const fromReferral = {
  countsFrom: 'REFERRAL',
  amount: REFERRAL_DAYS,
  unit: 'DAYS',
  pausable: true,
  waivedUnderDays: REFERRAL_DAYS,
  owedUntilExit: true,
} as const

/** The number of days for "as soon as possible" at the transition. */
const SOON_DAYS = 10

/** Clocks that are due 90 days before the third birthday, or as soon as possible after a late eligibility decision. */
const beforeTransition = {
  countsFrom: 'BIRTH',
  amount: 36,
  unit: 'MONTHS',
  daysBefore: 90,
  waivedUnderDays: REFERRAL_DAYS,
  daysAfterEligibility: SOON_DAYS,
  owedUntilExit: true,
} as const

const EARLIEST_TRANSITION_MONTHS = 9

/**
 * A periodic review that is held at most this many days early does not bring forward the next one: the law asks for
 * a review "every six months, or more frequently if conditions warrant" (303.342(b)(1)), and for an annual meeting
 * "on at least an annual basis" (303.342(c)). So one review between two annual meetings stays enough.
 */
const EARLY_REVIEW_DAYS = 30

/**
 * The clocks of IDEA Part C. "As soon as possible" is defined as a number of days: 30 for services after
 * consent, which states report as timely (Indicator 1), and 10 for the transition of a child found eligible or
 * referred late.
 */
export const IDEA_PART_C: readonly Clock[] = [
  clock({
    ...fromReferral,
    name: 'evaluation',
    awaitedMilestone: 'EVALUATION',
    warningDays: 25,
    source: '34 CFR 303.310(a), (b); 303.321(a)',
  }),
  clock({
    ...fromReferral,
    name: 'eligibility',
    awaitedMilestone: 'ELIGIBILITY',
    warningDays: 20,
    source: '34 CFR 303.310(a), (b); 303.321(a); 303.322',
  }),
  clock({
    ...fromReferral,
    name: 'child-assessment',
    awaitedMilestone: 'CHILD_ASSESSMENT',
    warningDays: 20,
    source: '34 CFR 303.310(a), (b); 303.321(a)(1)(ii)(A), (c)(1)',
  }),
  clock({
    ...fromReferral,
    name: 'family-assessment',
    awaitedMilestone: 'FAMILY_ASSESSMENT',
    warningDays: 20,
    source: '34 CFR 303.310(a), (d); 303.321(a)(1)(ii)(B), (c)(2)',
  }),
  clock({
    ...fromReferral,
    name: 'ifsp',
    awaitedMilestone: 'IFSP',
    warningDays: 15,
    source: '34 CFR 303.310(a), (b); 303.342(a)',
  }),
  clock({
    name: 'services-started',
    countsFrom: 'CONSENT',
    amount: 30,
    unit: 'DAYS',
    awaitedMilestone: 'SERVICES_STARTED',
    pausable: true,
    owedUntilExit: true,
    perIfspService: true,
    warningDays: 10,
    source: '34 CFR 303.344(f)(1); 303.342(e); SPP/APR Indicator 1',
  }),
  clock({
    name: 'periodic-review',
    countsFrom: 'IFSP',
    amount: 6,
    unit: 'MONTHS',
    awaitedMilestone: 'PERIODIC_REVIEW',
    alsoMetBy: ['ANNUAL_IFSP_MEETING'],
    repeats: true,
    earlyDays: EARLY_REVIEW_DAYS,
    warningDays: 30,
    source: '34 CFR 303.342(b), (c)',
  }),
  clock({
    name: 'annual-ifsp-meeting',
    countsFrom: 'IFSP',
    amount: 12,
    unit: 'MONTHS',
    awaitedMilestone: 'ANNUAL_IFSP_MEETING',
    repeats: true,
    warningDays: 30,
    source: '34 CFR 303.342(c)',
  }),
  clock({
    ...beforeTransition,
    name: 'lea-notification',
    awaitedMilestone: 'LEA_NOTIFICATION',
    daysAfterLateReferral: SOON_DAYS,
    warningDays: 30,
    source: '34 CFR 303.209(b)',
  }),
  clock({
    ...beforeTransition,
    name: 'transition-plan',
    awaitedMilestone: 'TRANSITION_PLAN',
    earliestMonthsBefore: EARLIEST_TRANSITION_MONTHS,
    warningDays: 60,
    source: '34 CFR 303.209(d)(2)',
  }),
  clock({
    ...beforeTransition,
    name: 'transition-conference',
    awaitedMilestone: 'TRANSITION_CONFERENCE',
    earliestMonthsBefore: EARLIEST_TRANSITION_MONTHS,
    warningDays: 60,
    source: '34 CFR 303.209(c)(1)',
  }),
  clock({
    name: 'exit',
    countsFrom: 'BIRTH',
    amount: 36,
    unit: 'MONTHS',
    daysBefore: 1,
    awaitedMilestone: 'EXIT',
    warningDays: 30,
    source: '34 CFR 303.21(a); 303.209(a)',
  }),
]
