import type { Permission } from '#platform/core/access/permissions.ts'
import type { Dimension } from '../families/family.ts'
import { FAMILIES, type FamilyName } from '../families/families.ts'

export const METRIC_UNITS = ['COUNT', 'RATIO', 'MINUTES', 'DAYS', 'MONEY'] as const

/** Measures of one family, added up. */
export interface Sum {
  family: FamilyName
  measures: readonly string[]
}

/** The one written definition of a metric, for documents, for the API and for how it is computed. */
export interface Metric {
  title: string
  unit: (typeof METRIC_UNITS)[number]
  /** What is counted or added up. */
  numerator: Sum
  /** What that is divided by. */
  denominator?: Sum
  /** How many records a figure is of, where neither of the two says it: by it small figures are known. */
  records?: Sum
  /** The same in words. */
  counts: string
  dividedBy?: string
  excludes: string
  /** On which day a record counts, and in which zone. */
  countedOn: string
  /** How the figure changes when a record is corrected. */
  whenCorrected: string
  /** Besides `analytics:read`. */
  needs?: Permission
  /** To see the records behind it. */
  recordsNeed: Permission
  /** …those by which it is divided, where they are others. */
  denominatorRecordsNeed?: Permission
}

export const defineMetrics = <const M extends Record<string, Metric>>(metrics: M): M => metrics

export const sumOf = <Name extends FamilyName>(
  family: Name,
  ...measures: [
    (typeof FAMILIES)[Name]['measures'][number],
    ...(typeof FAMILIES)[Name]['measures'][number][],
  ]
): Sum => ({ family, measures })

/** The families that a metric is made of. */
export const familiesOf = ({ numerator, denominator }: Metric): FamilyName[] => [
  ...new Set([numerator.family, ...(denominator ? [denominator.family] : [])]),
]

/** What a metric can be grouped and filtered by: what all of its families have. */
export const dimensionsOf = (metric: Metric): Dimension[] => {
  const [first, ...others] = familiesOf(metric).map(
    (name): readonly Dimension[] => FAMILIES[name].dimensions,
  )
  return first!.filter((it) => others.every((dimensions) => dimensions.includes(it)))
}
