import { firstEndingAfter, type Range } from '#platform/core/time/ranges.ts'

/** Maximum number of appointments per file. */
export const MOST_ROWS = 5_000

export const ImportStatus = [
  'READING',
  'CHECKING',
  'CHECKED',
  'RUNNING',
  'DONE',
  'UNDOING',
  'UNDONE',
  'FAILED',
] as const
export type ImportStatus = (typeof ImportStatus)[number]

export const RowResult = [
  'WOULD_CREATE',
  'CREATED',
  'UNCHANGED',
  'CONFLICT',
  'INVALID',
  'UNDONE',
  'KEPT',
] as const
export type RowResult = (typeof RowResult)[number]

export const RowAction = ['CHECK', 'CREATE', 'UNDO'] as const
export type RowAction = (typeof RowAction)[number]

/** The status of an import after its last pending row. */
export const SETTLED: Partial<Record<ImportStatus, ImportStatus>> = {
  CHECKING: 'CHECKED',
  RUNNING: 'DONE',
  UNDOING: 'UNDONE',
}

interface Interval {
  number: number
  /** What the row occupies, for example `provider prv_…`. */
  takes: readonly (Range & { id: string })[]
}

/** The rows that conflict with an earlier row of the file, with the number of that row. */
export const clashes = (rows: readonly Interval[]): Map<number, number> => {
  /** Keyed by resource. The ranges are sorted and disjoint, because conflicting rows occupy nothing. */
  const taken = new Map<string, (Range & { number: number })[]>()
  const found = new Map<number, number>()
  for (const { number, takes } of rows) {
    const others = takes.flatMap(({ id, ...range }) => overlaps(taken.get(id) ?? [], range))
    if (others[0]) {
      found.set(number, others[0].number)
      continue
    }
    for (const { id, from, until } of takes) {
      const known = taken.get(id) ?? []
      taken.set(id, known)
      known.splice(firstEndingAfter(known, from), 0, { from, until, number })
    }
  }
  return found
}

/** Those of sorted, disjoint ranges that intersect `range`, ordered by row number. */
const overlaps = <R extends Range & { number: number }>(
  ranges: readonly R[],
  range: Range,
): R[] => {
  const found: R[] = []
  for (let index = firstEndingAfter(ranges, range.from); index < ranges.length; index += 1) {
    if (ranges[index]!.from >= range.until) break
    found.push(ranges[index]!)
  }
  return found.toSorted((a, b) => a.number - b.number)
}
