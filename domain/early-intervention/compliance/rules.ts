import type { Milestone } from '#vocabulary/milestones.ts'

export const INDICATORS = [
  'INDICATOR_1',
  'INDICATOR_7',
  'INDICATOR_8A',
  'INDICATOR_8B',
  'INDICATOR_8C',
] as const
export type Indicator = (typeof INDICATORS)[number]

/** The indicator to which clocks belong, by their milestone, in any clock set. */
export const INDICATOR_OF: Partial<Record<Milestone, Indicator>> = {
  SERVICES_STARTED: 'INDICATOR_1',
  EVALUATION: 'INDICATOR_7',
  CHILD_ASSESSMENT: 'INDICATOR_7',
  FAMILY_ASSESSMENT: 'INDICATOR_7',
  IFSP: 'INDICATOR_7',
  TRANSITION_PLAN: 'INDICATOR_8A',
  LEA_NOTIFICATION: 'INDICATOR_8B',
  TRANSITION_CONFERENCE: 'INDICATOR_8C',
}

/** From best to worst. A child counts once per indicator, with its worst deadline. */
export const OUTCOMES = ['TIMELY', 'LATE_BY_FAMILY', 'PENDING', 'LATE_OTHERWISE'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Children who are late because of the family count as timely. Pending ones are not counted. */
export const percentOf = (counts: Readonly<Record<Outcome, number>>): number | null => {
  const compliant = counts.TIMELY + counts.LATE_BY_FAMILY
  const decided = compliant + counts.LATE_OTHERWISE
  return decided === 0 ? null : Math.round((1_000 * compliant) / decided) / 10
}
