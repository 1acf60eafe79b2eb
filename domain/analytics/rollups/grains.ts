import { DIMENSION_COLUMNS, KEPT_DIMENSIONS, type Dimension } from '../families/family.ts'

/** What rows are grouped by beside day, location and currency, as GROUPING() writes it: a bit for each dimension that is not. */
const grainOf = (dimensions: ReadonlySet<Dimension>): number =>
  KEPT_DIMENSIONS.reduce((bits, it) => bits * 2 + (dimensions.has(it) ? 0 : 1), 0)

/** The groupings that are kept: none, each alone, and all together. */
const KEPT: readonly (readonly Dimension[])[] = [
  [],
  ...KEPT_DIMENSIONS.map((it) => [it]),
  KEPT_DIMENSIONS,
]

export const GRAINS = KEPT.map((dimensions) => grainOf(new Set(dimensions)))

/** Months are not kept by all dimensions together: these rows are nearly as many as those of days. */
export const GRAINS_OF_MONTHS = GRAINS.slice(0, -1)

/** The coarsest grain that has all of these dimensions. */
export const grainFor = (dimensions: ReadonlySet<Dimension>): number =>
  grainOf(dimensions.size > 1 ? new Set(KEPT_DIMENSIONS) : dimensions)

const column = (dimension: Dimension) => DIMENSION_COLUMNS[dimension]

/** The kept dimensions as columns. */
export const KEPT_COLUMNS = KEPT_DIMENSIONS.map(column)

/** For GROUP BY GROUPING SETS. */
export const GROUPING_SETS = KEPT.map(
  (dimensions) =>
    `(${['counted_on', 'location_id', 'currency', ...dimensions.map(column)].join(', ')})`,
).join(', ')
