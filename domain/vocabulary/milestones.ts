/** Milestones of an early-intervention program (IDEA Part C). Clocks count from these, and programs record them. */
export const MILESTONES = [
  'SCREENING',
  'EVALUATION',
  'ELIGIBILITY',
  'CHILD_ASSESSMENT',
  'FAMILY_ASSESSMENT',
  'INTERIM_IFSP',
  'IFSP',
  'CONSENT',
  'SERVICES_STARTED',
  'PERIODIC_REVIEW',
  'ANNUAL_IFSP_MEETING',
  'TRANSITION_PLAN',
  'TRANSITION_CONFERENCE',
  'LEA_NOTIFICATION',
  'EXIT',
] as const
export type Milestone = (typeof MILESTONES)[number]
