import { DIMENSION_COLUMNS, KEPT_DIMENSIONS, type Dimension } from '../families/family.ts'

/**
 * The grouping of rows in addition to day, location and currency, as GROUPING() returns it: one bit for each
 * omitted dimension.
 */
const grainOf = (dimensions: ReadonlySet<Dimension>): number =>
  KEPT_DIMENSIONS.reduce((bits, it) => bits * 2 + (dimensions.has(it) ? 0 : 1), 0)

/** The stored groupings: by no dimension, by each dimension alone, and by all. */
const KEPT: readonly (readonly Dimension[])[] = [
  [],
  ...KEPT_DIMENSIONS.map((it) => [it]),
  KEPT_DIMENSIONS,
]

export const GRAINS = KEPT.map((dimensions) => grainOf(new Set(dimensions)))

/** Months are not stored by all dimensions, because they would have nearly as many rows as days. */
export const GRAINS_OF_MONTHS = GRAINS.slice(0, -1)

/** The coarsest grain that contains all these dimensions. */
export const grainFor = (dimensions: ReadonlySet<Dimension>): number =>
  grainOf(dimensions.size > 1 ? new Set(KEPT_DIMENSIONS) : dimensions)

const column = (dimension: Dimension) => DIMENSION_COLUMNS[dimension]

/** The stored dimensions as columns. */
export const KEPT_COLUMNS = KEPT_DIMENSIONS.map(column)

/** The sets for GROUP BY GROUPING SETS. */
export const GROUPING_SETS = KEPT.map(
  (dimensions) =>
    `(${['counted_on', 'location_id', 'currency', ...dimensions.map(column)].join(', ')})`,
).join(', ')
