import { describe, expect, test } from 'vitest'
import { MILESTONES, type Milestone } from '#vocabulary/milestones.ts'
import {
  DELAY_CAUSES,
  type ClockFacts,
  type ReachedMilestone,
} from '#early-intervention/clocks/clock.ts'
import { IDEA_PART_C } from '#early-intervention/clocks/idea-part-c.ts'
import { deadlinesOf, type Deadline } from '#early-intervention/clocks/rules.ts'
import { dateOf, expected, monthsLater, numberOf } from './second-computation.ts'

/** The child of most cases: three years old on 30 April 2028, referred at 17 months. */
const BASE: ClockFacts = {
  birthDate: '2025-04-30',
  referralReceivedOn: '2026-10-05',
  milestones: [],
  delays: [],
  ifspServices: [],
  holidays: [],
  closedOn: null,
}

/** One line per period: its due date and its outcome. */
const lineOf = ({ ifspService, dueOn, state, metOn, notOwed, paused }: Deadline): string =>
  [ifspService, dueOn, paused && 'PAUSED', state !== 'RUNNING' && state, metOn, notOwed]
    .filter(Boolean)
    .join(' ')

const computed = (clock: string, facts: ClockFacts): string[] =>
  deadlinesOf(IDEA_PART_C, facts)
    .filter((it) => it.clock === clock)
    .map(lineOf)

/**
 * Section of 34 CFR part 303 | case | clock | dates | the state of each period of the clock. Omitted dates are
 * those of the child above; a delay is its first and last day, without the last while it is open; a service is
 * the dates of its consent, start and end.
 */
const TABLE = `
303.310(a) | 45 days from the referral | evaluation |  | 2026-11-19
303.310(a) | 45 days from the referral | eligibility |  | 2026-11-19
303.310(a) | 45 days from the referral | child-assessment |  | 2026-11-19
303.310(a) | 45 days from the referral | family-assessment |  | 2026-11-19
303.310(a) | 45 days from the referral | ifsp |  | 2026-11-19
303.310(a) | 45 days over the end of summer time | ifsp | referred 2026-10-24 | 2026-12-08
303.310(a) | 45 days over the beginning of summer time | ifsp | referred 2027-03-01 | 2027-04-15
303.310(a) | 45 days over the end of a year | ifsp | referred 2026-12-01 | 2027-01-15
303.310(a) | 45 days from the last day of a month | ifsp | referred 2026-10-31 | 2026-12-15
303.310(a) | 45 days from the last day of February | ifsp | referred 2027-02-28 | 2027-04-14
303.310(a) | 45 days over no leap day | ifsp | referred 2027-02-01 | 2027-03-18
303.310(a) | 45 days over a leap day | ifsp | born 2027-01-01, referred 2028-02-01 | 2028-03-17
303.310(a) | 45 days from a leap day | ifsp | born 2027-01-01, referred 2028-02-29 | 2028-04-14
303.310(a) | reached on day 45 it was in time, and stays | evaluation | EVALUATION 2026-11-19 | 2026-11-19 MET 2026-11-19
303.310(a) | reached on day 45 it was in time, and stays | eligibility | ELIGIBILITY 2026-11-19 | 2026-11-19 MET 2026-11-19
303.310(a) | reached on day 45 it was in time, and stays | child-assessment | CHILD_ASSESSMENT 2026-11-19 | 2026-11-19 MET 2026-11-19
303.310(a) | reached on day 45 it was in time, and stays | family-assessment | FAMILY_ASSESSMENT 2026-11-19 | 2026-11-19 MET 2026-11-19
303.310(a) | reached on day 45 it was in time, and stays | ifsp | IFSP 2026-11-19 | 2026-11-19 MET 2026-11-19
303.310(a) | reached on day 46 it was late, and stays | evaluation | EVALUATION 2026-11-20 | 2026-11-19 MET 2026-11-20
303.310(a) | reached on day 46 it was late, and stays | eligibility | ELIGIBILITY 2026-11-20 | 2026-11-19 MET 2026-11-20
303.310(a) | reached on day 46 it was late, and stays | child-assessment | CHILD_ASSESSMENT 2026-11-20 | 2026-11-19 MET 2026-11-20
303.310(a) | reached on day 46 it was late, and stays | family-assessment | FAMILY_ASSESSMENT 2026-11-20 | 2026-11-19 MET 2026-11-20
303.310(a) | reached on day 46 it was late, and stays | ifsp | IFSP 2026-11-20 | 2026-11-19 MET 2026-11-20
303.310(a) | on the day of the referral | ifsp | IFSP 2026-10-05 | 2026-11-19 MET 2026-10-05
303.310(a) | one milestone does not stop the others | ifsp | EVALUATION 2026-10-14, ELIGIBILITY 2026-10-14 | 2026-11-19
303.310(a) | the annual meeting is not the evaluation | evaluation | ANNUAL_IFSP_MEETING 2026-11-01 | 2026-11-19
303.310(a) | a screening stops nothing | evaluation | SCREENING 2026-10-10 | 2026-11-19
303.345(c) | an interim IFSP does not stop the 45 days | evaluation | INTERIM_IFSP 2026-10-10 | 2026-11-19
303.345(c) | an interim IFSP does not stop the 45 days | eligibility | INTERIM_IFSP 2026-10-10 | 2026-11-19
303.345(c) | an interim IFSP does not stop the 45 days | child-assessment | INTERIM_IFSP 2026-10-10 | 2026-11-19
303.345(c) | an interim IFSP does not stop the 45 days | family-assessment | INTERIM_IFSP 2026-10-10 | 2026-11-19
303.345(c) | an interim IFSP does not stop the 45 days | ifsp | INTERIM_IFSP 2026-10-10 | 2026-11-19
303.310(b) | the days of a delay do not count | ifsp | delay 2026-10-20/2026-10-27 | 2026-11-27
303.310(b) | the days of a delay do not count | evaluation | delay 2026-10-20/2026-10-27 | 2026-11-27
303.310(b) | the days of a delay do not count | eligibility | delay 2026-10-20/2026-10-27 | 2026-11-27
303.310(b) | the days of a delay do not count | child-assessment | delay 2026-10-20/2026-10-27 | 2026-11-27
303.310(b) | the days of a delay do not count | family-assessment | delay 2026-10-20/2026-10-27 | 2026-11-27
303.310(b) | one of a single day | ifsp | delay 2026-10-20/2026-10-20 | 2026-11-20
303.310(b) | on the last day | ifsp | delay 2026-11-19/2026-11-20 | 2026-11-21
303.310(b) | after the last day | ifsp | delay 2026-11-20/2026-11-30 | 2026-11-19
303.310(b) | up to the referral | ifsp | delay 2026-09-01/2026-10-05 | 2026-11-19
303.310(b) | that began before the referral | ifsp | delay 2026-09-01/2026-10-07 | 2026-11-21
303.310(b) | two of them | ifsp | delay 2026-10-10/2026-10-14, delay 2026-10-20/2026-10-27 | 2026-12-02
303.310(b) | a second in the days that the first added | ifsp | delay 2026-10-10/2026-10-14, delay 2026-11-21/2026-11-22 | 2026-11-26
303.310(b) | a delay that lasts pauses the clock | ifsp | delay 2026-10-20/ | 2026-11-19 PAUSED
303.310(b) | …from its first day on | ifsp | delay 2026-11-19/ | 2026-11-19 PAUSED
303.310(b) | …not one that began after the last day | ifsp | delay 2026-11-20/ | 2026-11-19
303.310(b) | …after one that has ended | ifsp | delay 2026-10-10/2026-10-14, delay 2026-10-20/ | 2026-11-24 PAUSED
303.310(b) | reached in the days that were added it was in time | ifsp | IFSP 2026-11-24, delay 2026-10-20/2026-10-27 | 2026-11-27 MET 2026-11-24
303.310(b) | reached while the delay lasts | ifsp | IFSP 2026-11-04, delay 2026-10-20/ | 2026-11-19 MET 2026-11-04
303.310(b) | does not move the review | periodic-review | IFSP 2026-11-10, delay 2027-01-10/2027-01-20 | 2027-05-10
303.310(b) | does not move the transition | transition-plan | delay 2027-10-01/2027-10-20 | 2028-01-31
303.310(a) | a referral 135 days before the third birthday | ifsp | referred 2027-12-17 | 2028-01-31
303.310(a) | a referral 91 days before the third birthday | ifsp | referred 2028-01-30 | 2028-03-15
303.310(a) | a referral 90 days before the third birthday | ifsp | referred 2028-01-31 | 2028-03-16
303.310(a) | a referral 89 days before the third birthday | ifsp | referred 2028-02-01 | 2028-03-17
303.310(a) | a referral 60 days before the third birthday | ifsp | referred 2028-03-01 | 2028-04-15
303.310(a) | a referral 46 days before the third birthday | ifsp | referred 2028-03-15 | 2028-04-29
303.310(a) | a referral 45 days before the third birthday | ifsp | referred 2028-03-16 | 2028-04-29
303.310(b) | a delay of the provider counts | ifsp | delay 2026-10-20/2026-10-27 PROVIDER | 2026-11-19
303.310(b) | a delay of the provider that lasts pauses nothing | ifsp | delay 2026-10-20/ PROVIDER | 2026-11-19
303.310(b) | a delay of the system counts | evaluation | delay 2026-10-20/2026-10-27 SYSTEM | 2026-11-19
303.310(b) | the family's days alone, of both | ifsp | delay 2026-10-20/2026-10-27, delay 2026-10-25/2026-11-05 PROVIDER | 2026-11-27
303.209(b)(1)(iii) | a referral 44 days before the third birthday | evaluation | referred 2028-03-17 | 2028-05-01 NOT_OWED LATE_REFERRAL
303.209(b)(1)(iii) | a referral 44 days before the third birthday | ifsp | referred 2028-03-17 | 2028-05-01 NOT_OWED LATE_REFERRAL
303.209(b)(1)(iii) | a referral 44 days before the third birthday | lea-notification | referred 2028-03-17 | 2028-03-27
303.209(b)(1)(iii) | a referral 30 days before the third birthday | evaluation | referred 2028-03-31 | 2028-05-15 NOT_OWED LATE_REFERRAL
303.209(b)(1)(iii) | a referral 30 days before the third birthday | ifsp | referred 2028-03-31 | 2028-05-15 NOT_OWED LATE_REFERRAL
303.209(b)(1)(iii) | a referral 30 days before the third birthday | lea-notification | referred 2028-03-31 | 2028-04-10
303.209(b)(1)(iii) | a referral 1 days before the third birthday | evaluation | referred 2028-04-29 | 2028-06-13 NOT_OWED LATE_REFERRAL
303.209(b)(1)(iii) | a referral 1 days before the third birthday | ifsp | referred 2028-04-29 | 2028-06-13 NOT_OWED LATE_REFERRAL
303.209(b)(1)(iii) | a referral 1 days before the third birthday | lea-notification | referred 2028-04-29 | 2028-04-29
303.209(b)(1)(iii) | a referral 44 days before the third birthday | transition-plan | referred 2028-03-17 | 2028-01-31 NOT_OWED LATE_REFERRAL
303.209(b)(1)(iii) | a referral 44 days before the third birthday | transition-conference | referred 2028-03-17 | 2028-01-31 NOT_OWED LATE_REFERRAL
303.209(b)(1)(iii) | referred to SEA and LEA with the parents' consent | lea-notification | referred 2028-03-17, LEA_NOTIFICATION 2028-03-27 | 2028-03-27 MET 2028-03-27
303.209(b)(1)(iii) | a day later it is late | lea-notification | referred 2028-03-17, LEA_NOTIFICATION 2028-03-28 | 2028-03-27 MET 2028-03-28
303.209(b)(1)(iii) | the parents do not consent | lea-notification | referred 2028-03-17, LEA_NOTIFICATION 2028-03-20 declined | 2028-03-27 NOT_OWED DECLINED_BY_FAMILY
303.209(b)(1)(iii) | found eligible all the same | lea-notification | referred 2028-03-17, ELIGIBILITY 2028-04-10 | 2028-03-27
303.209(b)(1)(iii) | found not eligible | lea-notification | referred 2028-03-17, ELIGIBILITY 2028-03-20 no, EXIT 2028-03-20, closed 2028-03-20 | 2028-03-27 NOT_OWED NOT_ELIGIBLE
303.209(b)(1)(iii) | born on 20 December, referred a month before the birthday | lea-notification | born 2023-12-20, referred 2026-11-20 | 2026-11-30
303.209(b)(1)(iii) | 44 days before the third birthday of a child born on a leap day | lea-notification | born 2024-02-29, referred 2027-01-15 | 2027-01-25
303.209(b)(1)(iii) | held all the same | ifsp | referred 2028-03-17, IFSP 2028-04-20 | 2028-05-01 MET 2028-04-20
303.310(a) | 45 days before the third birthday of a child born on a leap day | ifsp | born 2024-02-29, referred 2027-01-14 | 2027-02-27
303.209(b)(1)(iii) | 44 days before the third birthday of a child born on a leap day | ifsp | born 2024-02-29, referred 2027-01-15 | 2027-03-01 NOT_OWED LATE_REFERRAL
303.209(b)(1)(ii) | waits for the eligibility of a child referred 89 days before | lea-notification | referred 2028-02-01 | 2028-01-31 NOT_OWED ELIGIBILITY_PENDING
303.209(b)(1)(ii) | as soon as possible after an eligibility 80 days before | lea-notification | referred 2028-02-01, ELIGIBILITY 2028-02-10 | 2028-02-20
303.209(b)(1)(ii) | waits for the eligibility of a child referred 89 days before | transition-plan | referred 2028-02-01 | 2028-01-31 NOT_OWED ELIGIBILITY_PENDING
303.209(b)(1)(ii) | as soon as possible after an eligibility 80 days before | transition-plan | referred 2028-02-01, ELIGIBILITY 2028-02-10 | 2028-02-20
303.209(b)(1)(ii) | waits for the eligibility of a child referred 89 days before | transition-conference | referred 2028-02-01 | 2028-01-31 NOT_OWED ELIGIBILITY_PENDING
303.209(b)(1)(ii) | as soon as possible after an eligibility 80 days before | transition-conference | referred 2028-02-01, ELIGIBILITY 2028-02-10 | 2028-02-20
303.209(b)(1)(ii) | after an eligibility 89 days before | lea-notification | referred 2028-01-01, ELIGIBILITY 2028-02-01 | 2028-02-11
303.209(b)(1)(ii) | after an eligibility 46 days before | lea-notification | referred 2028-03-01, ELIGIBILITY 2028-03-15 | 2028-03-25
303.209(b)(1)(ii) | after one on the last days, up to the end | lea-notification | referred 2028-03-16, ELIGIBILITY 2028-04-27 | 2028-04-29
303.209(b)(1)(ii) | an eligibility after the end | lea-notification | referred 2028-03-16, ELIGIBILITY 2028-05-02 | 2028-05-12 NOT_OWED AFTER_EXIT
303.209(b)(1)(ii) | notified before the eligibility was decided | lea-notification | referred 2028-02-01, ELIGIBILITY 2028-02-10, LEA_NOTIFICATION 2028-02-05 | 2028-02-20 MET 2028-02-05
303.209(b)(1)(ii) | a delay that moves the eligibility beyond the day | lea-notification | referred 2027-12-17, delay 2027-12-24/2027-12-24 | 2028-01-31 NOT_OWED ELIGIBILITY_PENDING
303.209(b)(1)(i) | the eligibility is due on the very day | lea-notification | referred 2027-12-17 | 2028-01-31
303.209(b)(1)(i) | the eligibility is due a day later | lea-notification | referred 2027-12-18 | 2028-01-31 NOT_OWED ELIGIBILITY_PENDING
303.209(b)(1)(i) | undecided: the conference was held, and counts once the child is found eligible | transition-conference | referred 2028-01-01, TRANSITION_CONFERENCE 2028-01-20 | 2028-01-31 NOT_OWED ELIGIBILITY_PENDING
303.209(b)(1)(i) | undecided: declined all the same | transition-conference | referred 2028-01-01, TRANSITION_CONFERENCE 2028-01-20 declined | 2028-01-31 NOT_OWED DECLINED_BY_FAMILY
303.209(b)(1)(i) | born on 6 March, referred 106 days before | transition-plan | born 2024-03-06, referred 2026-11-20 | 2026-12-06 NOT_OWED ELIGIBILITY_PENDING
303.209(b)(1)(i) | …and found eligible a week later | transition-plan | born 2024-03-06, referred 2026-11-20, ELIGIBILITY 2026-11-27 | 2026-12-06
303.209(b)(1)(i) | after an eligibility 90 days before | lea-notification | referred 2028-01-01, ELIGIBILITY 2028-01-31 | 2028-01-31
303.310(c)(2) | a delay that ends near the third birthday: owed up to the end | ifsp | referred 2028-03-01, delay 2028-03-11/2028-04-19 | 2028-04-29
303.310(c)(2) | …while it lasts | ifsp | referred 2028-03-01, delay 2028-03-11/ | 2028-04-15 PAUSED
303.310(c)(2) | …that ends two days before | ifsp | referred 2028-03-01, delay 2028-03-11/2028-04-28 | 2028-04-29
303.310(c)(2) | …that lasts until the third birthday | ifsp | referred 2028-03-01, delay 2028-03-11/2028-04-29 | 2028-06-04 NOT_OWED AFTER_EXIT
303.310(c)(2) | …of a referral 46 days before | evaluation | referred 2028-03-15, delay 2028-04-10/2028-04-19 | 2028-04-29
303.310(c)(2) | …whose days still fit | ifsp | referred 2028-03-01, delay 2028-03-11/2028-03-15 | 2028-04-20
303.344(f)(1) | nothing before consent | services-started |  | 
303.344(f)(1) | 30 days from consent | services-started | CONSENT 2026-11-10 | 2026-12-10
303.344(f)(1) | over a leap day | services-started | born 2027-01-01, referred 2028-01-03, CONSENT 2028-01-31 | 2028-03-01
303.344(f)(1) | started on day 30 | services-started | CONSENT 2026-11-10, SERVICES_STARTED 2026-12-10 | 2026-12-10 MET 2026-12-10
303.344(f)(1) | started on day 31 | services-started | CONSENT 2026-11-10, SERVICES_STARTED 2026-12-11 | 2026-12-10 MET 2026-12-11
303.344(f)(1) | without the days of a delay | services-started | CONSENT 2026-11-10, delay 2026-11-15/2026-11-24 | 2026-12-20
303.344(f)(1) | a consent in the last days: up to the end | services-started | CONSENT 2028-04-20 | 2028-04-29
303.344(f)(1) | the consent said again counts | services-started | CONSENT 2026-11-13 | 2026-12-13
303.344(f)(1) | each service from the consent to it | services-started | service speech 2026-11-10, service vision 2026-11-15 | speech 2026-12-10; vision 2026-12-15
303.344(f)(1) | one that was added at a review | services-started | CONSENT 2026-11-10, SERVICES_STARTED 2026-11-19, service speech 2026-11-10/2026-11-19, service vision 2027-05-03 | speech 2026-12-10 MET 2026-11-19; vision 2027-06-02
303.344(f)(1) | one without consent yet | services-started | service speech 2026-11-10, service vision | speech 2026-12-10
303.344(f)(1) | one that was given on day 31 | services-started | service speech 2026-11-10/2026-12-11 | speech 2026-12-10 MET 2026-12-11
303.344(f)(1) | without the days of a delay | services-started | service speech 2026-11-10, delay 2026-11-15/2026-11-24 | speech 2026-12-20
303.344(f)(1) | given up in time | services-started | service speech 2026-11-10//2026-12-10 | speech 2026-12-10 NOT_OWED SERVICE_ENDED
303.344(f)(1) | given up too late | services-started | service speech 2026-11-10//2026-12-11 | speech 2026-12-10 NOT_MET
303.344(f)(1) | ended after it was given | services-started | service speech 2026-11-10/2026-11-18/2027-02-17 | speech 2026-12-10 MET 2026-11-18
303.344(f)(1) | consented to in the last days | services-started | service speech 2028-04-20 | speech 2028-04-29
303.420(a)(3) | a program that lists services waits for the consent to each | services-started | CONSENT 2026-11-10, service speech | 
303.342(b) | nothing before the IFSP | periodic-review |  | 
303.342(b) | six months from the IFSP | periodic-review | IFSP 2026-11-10 | 2027-05-10
303.342(b) | from the last of August | periodic-review | referred 2026-07-20, IFSP 2026-08-31 | 2027-02-28
303.342(b) | to a leap day | periodic-review | born 2026-01-31, referred 2027-07-20, IFSP 2027-08-31 | 2028-02-29
303.342(b) | and from each review | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2027-05-10 | 2027-05-10 MET 2027-05-10; 2027-11-10
303.342(b) | one that is some days early moves nothing | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2027-05-03 | 2027-05-10 MET 2027-05-03; 2027-11-10
303.342(b) | thirty days early | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2027-04-10 | 2027-05-10 MET 2027-04-10; 2027-11-10
303.342(b) | "more frequently": a month early | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2027-04-09 | 2027-05-10 MET 2027-04-09; 2027-10-09
303.342(b) | a second one before the due date | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2027-05-03, PERIODIC_REVIEW 2027-05-08 | 2027-05-10 MET 2027-05-03; 2027-11-10
303.342(b), (c) | an early review does not make a meeting in time late | periodic-review | referred 2025-08-01, IFSP 2025-09-10, PERIODIC_REVIEW 2026-03-05, ANNUAL_IFSP_MEETING 2026-09-08 | 2026-03-10 MET 2026-03-05; 2026-09-10 MET 2026-09-08; 2027-03-08
303.342(c) | nor moves it | annual-ifsp-meeting | referred 2025-08-01, IFSP 2025-09-10, PERIODIC_REVIEW 2026-03-05, ANNUAL_IFSP_MEETING 2026-09-08 | 2026-09-10 MET 2026-09-08; 2027-09-08
303.342(b), (c) | a meeting soon after an early review starts six months anew | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2027-05-03, ANNUAL_IFSP_MEETING 2027-05-07 | 2027-05-10 MET 2027-05-03; 2027-11-07
303.342(b) | one that was late | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2027-06-01 | 2027-05-10 MET 2027-06-01; 2027-12-01
303.342(b) | two of them | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2027-05-03, PERIODIC_REVIEW 2027-11-01 | 2027-05-10 MET 2027-05-03; 2027-11-10 MET 2027-11-01; 2028-05-10 NOT_OWED AFTER_EXIT
303.342(b) | not one that is before the IFSP | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2026-11-01 | 2027-05-10
303.342(b) | due after the end | periodic-review | referred 2027-10-10, IFSP 2027-11-10 | 2028-05-10 NOT_OWED AFTER_EXIT
303.342(b), (c) | the annual meeting in month 12 is the review of month 12 | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2027-05-10, ANNUAL_IFSP_MEETING 2027-11-10 | 2027-05-10 MET 2027-05-10; 2027-11-10 MET 2027-11-10; 2028-05-10 NOT_OWED AFTER_EXIT
303.342(b), (c) | …and meets its own clock | annual-ifsp-meeting | IFSP 2026-11-10, PERIODIC_REVIEW 2027-05-10, ANNUAL_IFSP_MEETING 2027-11-10 | 2027-11-10 MET 2027-11-10; 2028-11-10 NOT_OWED AFTER_EXIT
303.342(b), (c) | the meeting a week before the review | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2027-05-10, ANNUAL_IFSP_MEETING 2027-11-03, PERIODIC_REVIEW 2027-11-10 | 2027-05-10 MET 2027-05-10; 2027-11-10 MET 2027-11-03; 2028-05-03 MET 2027-11-10; 2028-05-10 NOT_OWED AFTER_EXIT
303.342(b), (c) | the review a week before the meeting | periodic-review | IFSP 2026-11-10, PERIODIC_REVIEW 2027-05-10, PERIODIC_REVIEW 2027-11-03, ANNUAL_IFSP_MEETING 2027-11-10 | 2027-05-10 MET 2027-05-10; 2027-11-10 MET 2027-11-03; 2028-05-10 NOT_OWED AFTER_EXIT
303.342(b), (c) | a meeting in place of the first review | periodic-review | IFSP 2026-11-10, ANNUAL_IFSP_MEETING 2027-05-09 | 2027-05-10 MET 2027-05-09; 2027-11-09
303.342(b), (c) | both on one day | periodic-review | IFSP 2026-11-10, ANNUAL_IFSP_MEETING 2027-05-09, PERIODIC_REVIEW 2027-05-09 | 2027-05-10 MET 2027-05-09; 2027-11-09
303.342(c) | a year from the IFSP | annual-ifsp-meeting | IFSP 2026-11-10 | 2027-11-10
303.342(c) | a review is no annual meeting | annual-ifsp-meeting | IFSP 2026-11-10, PERIODIC_REVIEW 2027-10-30 | 2027-11-10
303.342(c) | a year from each meeting | annual-ifsp-meeting | referred 2026-01-20, IFSP 2026-03-01, ANNUAL_IFSP_MEETING 2027-02-15 | 2027-03-01 MET 2027-02-15; 2028-02-15
303.342(c) | one that was late | annual-ifsp-meeting | referred 2026-01-20, IFSP 2026-03-01, ANNUAL_IFSP_MEETING 2027-03-20 | 2027-03-01 MET 2027-03-20; 2028-03-20
303.342(c) | from a leap day | annual-ifsp-meeting | born 2027-01-01, referred 2028-02-01, IFSP 2028-02-29 | 2029-02-28
303.342(c) | due after the end | annual-ifsp-meeting | IFSP 2027-06-01 | 2028-06-01 NOT_OWED AFTER_EXIT
303.209(b)(1)(i) | 90 days before the third birthday | lea-notification |  | 2028-01-31
303.209(b)(1)(i) | of a child born on a leap day | lea-notification | born 2024-02-29 | 2026-11-30
303.209(b)(1)(i) | reached on that day | lea-notification | LEA_NOTIFICATION 2028-01-31 | 2028-01-31 MET 2028-01-31
303.209(b)(1)(i) | reached a day later | lea-notification | LEA_NOTIFICATION 2028-02-01 | 2028-01-31 MET 2028-02-01
303.209(d)(2) | 90 days before the third birthday | transition-plan |  | 2028-01-31
303.209(d)(2) | of a child born on a leap day | transition-plan | born 2024-02-29 | 2026-11-30
303.209(d)(2) | reached on that day | transition-plan | TRANSITION_PLAN 2028-01-31 | 2028-01-31 MET 2028-01-31
303.209(d)(2) | reached a day later | transition-plan | TRANSITION_PLAN 2028-02-01 | 2028-01-31 MET 2028-02-01
303.209(c)(1) | 90 days before the third birthday | transition-conference |  | 2028-01-31
303.209(c)(1) | of a child born on a leap day | transition-conference | born 2024-02-29 | 2026-11-30
303.209(c)(1) | reached on that day | transition-conference | TRANSITION_CONFERENCE 2028-01-31 | 2028-01-31 MET 2028-01-31
303.209(c)(1) | reached a day later | transition-conference | TRANSITION_CONFERENCE 2028-02-01 | 2028-01-31 MET 2028-02-01
303.209(d)(2) | nine months before it may be | transition-plan | TRANSITION_PLAN 2027-07-30 | 2028-01-31 MET 2027-07-30
303.209(d)(2) | a day earlier it is not yet | transition-plan | TRANSITION_PLAN 2027-07-29 | 2028-01-31
303.209(c)(1) | nine months before it may be | transition-conference | TRANSITION_CONFERENCE 2027-07-30 | 2028-01-31 MET 2027-07-30
303.209(c)(1) | a day earlier it is not yet | transition-conference | TRANSITION_CONFERENCE 2027-07-29 | 2028-01-31
303.209(b)(1)(i) | may be earlier than nine months before | lea-notification | LEA_NOTIFICATION 2027-01-10 | 2028-01-31 MET 2027-01-10
303.209(b)(2) | declined by the family | lea-notification | LEA_NOTIFICATION 2027-09-10 declined | 2028-01-31 NOT_OWED DECLINED_BY_FAMILY
303.209(c)(1) | not approved by the family | transition-conference | TRANSITION_CONFERENCE 2027-06-01 declined | 2028-01-31 NOT_OWED DECLINED_BY_FAMILY
303.321(c)(2) | declined by the family | family-assessment | FAMILY_ASSESSMENT 2026-10-15 declined | 2026-11-19 NOT_OWED DECLINED_BY_FAMILY
303.21(a) | until the day before the third birthday | exit |  | 2028-04-29
303.21(a) | of a child born on a leap day | exit | born 2024-02-29 | 2027-02-27
303.21(a) | of a child born on 1 March | exit | born 2024-03-01 | 2027-02-28
303.21(a) | of a child born on 1 January | exit | born 2025-01-01 | 2027-12-31
303.21(a) | left on the last day | exit | EXIT 2028-04-29, closed 2028-04-29 | 2028-04-29 MET 2028-04-29
303.322 | not eligible: nothing more is owed | child-assessment | EVALUATION 2026-10-23, ELIGIBILITY 2026-10-25 no, EXIT 2026-10-25, closed 2026-10-25 | 2026-11-19 NOT_OWED NOT_ELIGIBLE
303.322 | not eligible: nothing more is owed | family-assessment | EVALUATION 2026-10-23, ELIGIBILITY 2026-10-25 no, EXIT 2026-10-25, closed 2026-10-25 | 2026-11-19 NOT_OWED NOT_ELIGIBLE
303.322 | not eligible: nothing more is owed | ifsp | EVALUATION 2026-10-23, ELIGIBILITY 2026-10-25 no, EXIT 2026-10-25, closed 2026-10-25 | 2026-11-19 NOT_OWED NOT_ELIGIBLE
303.322 | not eligible is a decision, in time | eligibility | ELIGIBILITY 2026-10-25 no, EXIT 2026-10-25, closed 2026-10-25 | 2026-11-19 MET 2026-10-25
303.322 | not eligible, decided late: no IFSP was owed | ifsp | ELIGIBILITY 2026-11-24 no, EXIT 2026-11-24, closed 2026-11-24 | 2026-11-19 NOT_OWED NOT_ELIGIBLE
303.322 | not eligible: no transition | transition-plan | ELIGIBILITY 2026-10-25 no, EXIT 2026-10-25, closed 2026-10-25 | 2028-01-31 NOT_OWED NOT_ELIGIBLE
303.310(a) | left before it was due | ifsp | EXIT 2026-11-19, closed 2026-11-19 | 2026-11-19 NOT_OWED PROGRAM_CLOSED
303.310(a) | left when it was overdue | ifsp | EXIT 2026-11-20, closed 2026-11-20 | 2026-11-19 NOT_MET
303.310(a) | left while it was paused | ifsp | EXIT 2026-12-24, delay 2026-11-04/, closed 2026-12-24 | 2026-11-19 NOT_OWED PROGRAM_CLOSED
`
  .trim()
  .split('\n')
  .map(
    (line) =>
      line.split('|').map((cell) => cell.trim()) as [string, string, string, string, string],
  )

const factsOf = (dates: string): ClockFacts => {
  const facts = {
    ...BASE,
    milestones: [...BASE.milestones],
    delays: [...BASE.delays],
    ifspServices: [...BASE.ifspServices],
  }
  for (const [what, date, more] of dates.split(', ').filter(Boolean).map(words)) {
    if (what === 'born') facts.birthDate = date
    else if (what === 'referred') facts.referralReceivedOn = date
    else if (what === 'closed') facts.closedOn = date
    else if (what === 'service') {
      const [consentedOn, startedOn, endedOn] = (more ?? '').split('/')
      facts.ifspServices.push({
        key: date,
        consentedOn: consentedOn || null,
        startedOn: startedOn || null,
        endedOn: endedOn || null,
      })
    } else if (what === 'delay') {
      const [startsOn, endsOn] = date.split('/') as [string, string]
      const cause = DELAY_CAUSES.find((it) => it === more) ?? 'FAMILY'
      facts.delays.push({ cause, startsOn, endsOn: endsOn || null })
    } else {
      const kind = MILESTONES.find((it) => it === what)
      if (!kind) throw new Error(`${what} is no milestone`)
      facts.milestones.push({
        kind,
        occurredOn: date,
        ...(more === 'declined' && { declinedByFamily: true }),
        ...(more === 'no' && { notEligible: true }),
      })
    }
  }
  return facts
}

const words = (text: string) => text.split(' ') as [string, string, string?]

describe('34 CFR part 303', () => {
  test('has test cases', () => {
    expect(TABLE.length).toBeGreaterThanOrEqual(150)
    expect(new Set(TABLE.map(([, , clock]) => clock))).toEqual(
      new Set(IDEA_PART_C.map(({ name }) => name)),
    )
  })

  test.each(TABLE)('%s: %s (%s)', (_, __, clock, dates, periods) => {
    const facts = factsOf(dates)
    expect(computed(clock, facts).join('; ')).toBe(periods)
    expect(expected(clock, facts).join('; ')).toBe(periods)
  })

  test('hundreds of random programs give equal results in both computations', () => {
    let seed = 20
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const first = numberOf('2023-01-01')
    for (let n = 0; n < 200; n += 1) {
      const birth = first + random(1_500)
      const birthday = monthsLater(dateOf(birth), 36)
      const referral = random(3) === 0 ? birthday - 1 - random(200) : birth + random(1_090)
      const soon = () => dateOf(referral + random(random(2) === 0 ? 90 : 900))
      const reach = (kind: Milestone, more: Partial<ReachedMilestone> = {}) =>
        random(2) === 0 ? [] : [{ kind, occurredOn: soon(), ...more }]
      const from = referral - 10 + random(120)
      const cause = random(3) === 0 ? 'PROVIDER' : 'FAMILY'
      const delay: ClockFacts['delays'][number] = {
        cause,
        startsOn: dateOf(from),
        endsOn: random(4) ? dateOf(from + random(40)) : null,
      }
      const service = () => ({
        key: 'speech',
        consentedOn: random(4) === 0 ? null : soon(),
        startedOn: random(2) === 0 ? null : soon(),
        endedOn: random(3) === 0 ? soon() : null,
      })
      const closed = random(5) === 0 ? soon() : null
      const facts: ClockFacts = {
        birthDate: dateOf(birth),
        referralReceivedOn: dateOf(Math.max(referral, birth)),
        milestones: [
          ...reach('EVALUATION'),
          ...reach('ELIGIBILITY', random(6) === 0 ? { notEligible: true } : {}),
          ...reach('FAMILY_ASSESSMENT', random(4) === 0 ? { declinedByFamily: true } : {}),
          ...reach('IFSP'),
          ...reach('CONSENT'),
          ...reach('SERVICES_STARTED'),
          ...reach('PERIODIC_REVIEW'),
          ...reach('PERIODIC_REVIEW'),
          ...reach('ANNUAL_IFSP_MEETING'),
          ...reach('LEA_NOTIFICATION'),
          ...reach('TRANSITION_PLAN'),
          ...reach('TRANSITION_CONFERENCE', random(4) === 0 ? { declinedByFamily: true } : {}),
          ...(closed ? [{ kind: 'EXIT' as const, occurredOn: closed }] : []),
        ],
        delays: random(2) === 0 ? [] : [delay],
        ifspServices: random(2) === 0 ? [] : [service()],
        holidays: [],
        closedOn: closed,
      }
      const lines = (of: typeof computed) => IDEA_PART_C.map(({ name }) => [name, of(name, facts)])
      expect({ facts, lines: lines(computed) }).toEqual({ facts, lines: lines(expected) })
    }
  })
})
