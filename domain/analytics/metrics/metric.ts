import type { Permission } from '#platform/core/access/permissions.ts'
import type { Dimension } from '../families/family.ts'
import { FAMILIES, type FamilyName } from '../families/families.ts'

export const METRIC_UNITS = ['COUNT', 'RATIO', 'MINUTES', 'DAYS', 'MONEY'] as const

/** A sum of measures of one family. */
export interface Sum {
  family: FamilyName
  measures: readonly string[]
}

/** The single definition of a metric, for documents, the API and its computation. */
export interface Metric {
  title: string
  unit: (typeof METRIC_UNITS)[number]
  /** The numerator. */
  numerator: Sum
  /** The denominator. */
  denominator?: Sum
  /**
   * The number of records behind a figure, if neither numerator nor denominator is one. It identifies small
   * figures.
   */
  records?: Sum
  /** The counted records, in words. */
  counts: string
  dividedBy?: string
  excludes: string
  /** The day on which a record counts, and its zone. */
  countedOn: string
  /** How later corrections change the figure. */
  whenCorrected: string
  /** A permission required in addition to `analytics:read`. */
  needs?: Permission
  /** The permission to list the records behind the figure. */
  recordsNeed: Permission
  /** The permission for the denominator's records, if it differs. */
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

/** The families of a metric. */
export const familiesOf = ({ numerator, denominator }: Metric): FamilyName[] => [
  ...new Set([numerator.family, ...(denominator ? [denominator.family] : [])]),
]

/** The dimensions of a metric: those that all its families have. */
export const dimensionsOf = (metric: Metric): Dimension[] => {
  const [first, ...others] = familiesOf(metric).map(
    (name): readonly Dimension[] => FAMILIES[name].dimensions,
  )
  return first!.filter((it) => others.every((dimensions) => dimensions.includes(it)))
}
