export const IfspStatus = ['DRAFT', 'PRESENTED', 'SIGNED', 'SUPERSEDED', 'WITHDRAWN'] as const
export type IfspStatus = (typeof IfspStatus)[number]

export const IFSP_KINDS = ['INITIAL', 'PERIODIC_REVIEW', 'ANNUAL'] as const
export type IfspKind = (typeof IFSP_KINDS)[number]

/** The meeting of each kind, as the milestone of the program that the clocks count. */
export const MEETINGS = {
  INITIAL: 'IFSP',
  PERIODIC_REVIEW: 'PERIODIC_REVIEW',
  ANNUAL: 'ANNUAL_IFSP_MEETING',
} as const satisfies Record<IfspKind, string>

/** The five domains of 34 CFR 303.344(a). */
export const DOMAINS = [
  'physical',
  'cognitive',
  'communication',
  'socialOrEmotional',
  'adaptive',
] as const

/** The parts of a plan, as the changes of a version name them. */
export const PARTS = [
  'PRESENT_LEVELS',
  'FAMILY',
  'OUTCOMES',
  'SERVICES',
  'OTHER_SERVICES',
  'TRANSITION',
  'SERVICE_COORDINATOR',
] as const
export type IfspPart = (typeof PARTS)[number]
