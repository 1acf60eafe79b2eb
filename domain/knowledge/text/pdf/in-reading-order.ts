import { linesOf, type Line, type Piece, type Rule } from './lines-of.ts'

/** A page is cut no more often than this into columns, and what is above and below them. */
const MOST_CUTS = 6
/** The number of left edges that are tried as the edge of a column. */
const MOST_EDGES = 20
/** Left edges within so many points are one. */
const EDGE = 3
/** The space between two columns, relative to the letters. */
const GUTTER = 0.8

/**
 * The pieces of a page by column, in the order in which a person reads them. A column is running text beside other
 * running text; what looks like a table stays together.
 */
export const inReadingOrder = (
  pieces: readonly Piece[],
  rules: readonly Rule[] = [],
  cuts = 0,
): Piece[][] => {
  const columns = cuts < MOST_CUTS ? columnsOf(pieces, rules) : undefined
  if (!columns) return pieces.length === 0 ? [] : [[...pieces]]
  const { edge, top, bottom } = columns
  const inside = pieces.filter(({ baseline }) => baseline >= top && baseline <= bottom)
  return [
    pieces.filter(({ baseline }) => baseline < top),
    inside.filter(({ left }) => left < edge - EDGE),
    inside.filter(({ left }) => left >= edge - EDGE),
    pieces.filter(({ baseline }) => baseline > bottom),
  ].flatMap((part) => inReadingOrder(part, rules, cuts + 1))
}

interface Columns {
  /** The left edge of the right column. */
  edge: number
  top: number
  bottom: number
}

/** The largest part of a page that has two columns of running text. */
const columnsOf = (pieces: readonly Piece[], rules: readonly Rule[]): Columns | undefined => {
  const sorted = pieces.toSorted((a, b) => a.baseline - b.baseline)
  const found = edgesOf(pieces).flatMap((edge) =>
    runsBeside(sorted, edge).map((run) => ({ edge, run })),
  )
  const best = found
    .filter(({ edge, run }) => isRunningBeside(run, edge) && !isRuled(run, edge, rules))
    .reduce<(typeof found)[number] | undefined>(
      (most, next) => (next.run.length > (most?.run.length ?? 0) ? next : most),
      undefined,
    )
  if (!best) return undefined
  return { edge: best.edge, top: best.run[0]!.baseline, bottom: best.run.at(-1)!.baseline }
}

/** The left edges that most pieces have in common. */
const edgesOf = (pieces: readonly Piece[]): number[] => {
  const edges = Map.groupBy(pieces, ({ left }) => Math.round(left / EDGE))
  return [...edges.values()]
    .filter((alike) => alike.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_EDGES)
    .map((alike) => Math.min(...alike.slice(0, 100).map(({ left }) => left)))
}

/** The parts of a page in which no piece crosses the space on the left of this edge. */
const runsBeside = (sorted: readonly Piece[], edge: number): Piece[][] => {
  const runs: Piece[][] = [[]]
  for (const piece of sorted) {
    const crosses = piece.left < edge - EDGE && piece.right > edge - GUTTER * piece.size
    if (crosses) runs.push([])
    else runs.at(-1)!.push(piece)
  }
  return runs.flatMap((run) => betweenGaps(run, edge))
}

/** A larger distance, relative to the letters, ends columns if only one side goes on. */
const APART = 1.7

/**
 * A run without what stands alone above and below its columns, such as a short heading; and each of its parts with
 * two sides, because there may be a table above or below.
 */
const betweenGaps = (run: readonly Piece[], edge: number): Piece[][] => {
  const groups: Piece[][] = []
  let above = -Infinity
  for (const piece of run) {
    if (piece.baseline - above > APART * piece.size) groups.push([])
    groups.at(-1)!.push(piece)
    above = piece.baseline
  }
  const hasBoth = (group: readonly Piece[]) =>
    group.some(({ left }) => left < edge - EDGE) && group.some(({ left }) => left >= edge - EDGE)
  const first = groups.findIndex(hasBoth)
  return first < 0
    ? []
    : [groups.slice(first, groups.findLastIndex(hasBoth) + 1).flat(), ...groups.filter(hasBoth)]
}

/** The least number of lines and words of a line in each of two columns. */
const LEAST_LINES = 2
const LEAST_WORDS = 3
/** The least share of lines that continue a sentence, and of lines at the usual distance. */
const CONTINUED = 0.25
const DENSE = 0.7
const UNEVEN = 0.25

const isRunningBeside = (run: readonly Piece[], edge: number): boolean => {
  const sides = [
    run.filter(({ left }) => left < edge - EDGE),
    run.filter(({ left }) => left >= edge - EDGE),
  ]
  if (sides.some((side) => side.length < LEAST_LINES)) return false
  const columns = sides.map((side) => linesOf(side))
  const lines = columns.flat()
  const continued = lines.filter(({ pieces }) => /^\p{Ll}/u.test(pieces[0]!.text)).length
  return (
    columns.every(
      (column) => column.length >= LEAST_LINES && wordsPerLine(column) >= LEAST_WORDS,
    ) &&
    continued / lines.length >= CONTINUED &&
    areBeside(columns)
  )
}

const wordsPerLine = (lines: readonly Line[]): number =>
  lines.flatMap(({ pieces }) => pieces).reduce((sum, { text }) => sum + text.split(' ').length, 0) /
  lines.length

/** Lines across both columns, as between the rows of a table. */
const LEAST_RULES = 2

const isRuled = (run: readonly Piece[], edge: number, rules: readonly Rule[]): boolean => {
  const [top, bottom] = [run[0]!.baseline, run.at(-1)!.baseline]
  const across = rules.filter(
    ({ left, right, height }) => left < edge - 1 && right > edge && height > top && height < bottom,
  )
  return across.length >= LEAST_RULES
}

interface OnBaseline {
  baseline: number
}

const areBeside = ([a, b]: readonly (readonly OnBaseline[])[]): boolean =>
  isDense(a!) &&
  isDense(b!) &&
  a![0]!.baseline < b!.at(-1)!.baseline &&
  b![0]!.baseline < a!.at(-1)!.baseline

/** Whether lines follow each other evenly, unlike the cells of a table beside longer ones. */
const isDense = (lines: readonly OnBaseline[]): boolean => {
  const gaps = lines.slice(1).map(({ baseline }, index) => baseline - lines[index]!.baseline)
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]!
  const even = gaps.filter((gap) => Math.abs(gap - usual) <= usual * UNEVEN)
  return even.length >= gaps.length * DENSE
}
