/** Half-open, in epoch milliseconds. */
export interface Range {
  from: number
  until: number
}

export const ALWAYS: Range = { from: -Infinity, until: Infinity }

/** Combines ranges to sorted ranges with the same instants, none of which overlap or touch. */
export const union = (ranges: readonly Range[]): Range[] => {
  const merged: Range[] = []
  for (const { from, until } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from >= until) continue
    const last = merged.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else merged.push({ from, until })
  }
  return merged
}

/** `ranges` minus `away`. Both must be sorted and disjoint. */
export const without = (ranges: readonly Range[], away: readonly Range[]): Range[] => {
  if (away.length === 0) return [...ranges]
  return ranges.flatMap((range) => {
    const left: Range[] = []
    let { from } = range
    for (const gone of away) {
      if (gone.until <= from || gone.from >= range.until) continue
      if (gone.from > from) left.push({ from, until: gone.from })
      from = gone.until
    }
    return from < range.until ? [...left, { from, until: range.until }] : left
  })
}

/** The index of the first range that ends after an instant. The ranges must be sorted and disjoint. */
export const firstEndingAfter = (ranges: readonly Range[], instant: number): number => {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranges[middle]!.until > instant) high = middle
    else low = middle + 1
  }
  return low
}

/** The first range that intersects `range`. The ranges must be sorted and disjoint. */
export const overlapping = <R extends Range>(
  ranges: readonly R[],
  { from, until }: Range,
): R | undefined => {
  const candidate = ranges[firstEndingAfter(ranges, from)]
  return candidate && candidate.from < until ? candidate : undefined
}
