import type { Line, Piece, Rule } from './lines-of.ts'

interface TableCell {
  lines: string[]
  column: number
  columns: number
  font: string
}

/** A table of a page. */
export interface Table {
  /** The number of lines that it takes. */
  lines: number
  rows: TableCell[][]
  /** The left edge of each column. */
  edges: number[]
}

/** The space between two columns, which is free in all rows. */
interface Gutter {
  from: number
  to: number
}

/** The least width of a gutter, relative to the letters. */
const NARROWEST = 0.7
/** A larger distance between lines ends a table, and a smaller one continues a row, relative to the letters. */
const FARTHEST = 3.5
const CLOSE = 1.45
/** A title within a table is shorter. */
const LONGEST_TITLE = 80
const LEAST_ROWS = 2
/** One rule is that below the header. */
const LEAST_RULES = 2
/** What is closer below a baseline underlines it, relative to the letters. */
const UNDERLINE = 0.22
/** The lines of a cell are closer to each other than rows, by this share. */
const CLOSER = 0.85
const MOST_COLUMNS = 60
const SMALL_LETTER = /^[\p{Ll}(]/u
/** The number of lines in one column alone after which the next row is looked for. */
const MOST_LINES_OF_CELL = 5

/**
 * The table that starts with a line: at least two lines have pieces on both sides of the same gutters. Lines between
 * the rules of a page are one row.
 */
export const tableAt = (
  lines: readonly Line[],
  start: number,
  rules: readonly Rule[] = [],
): Table | undefined => {
  let free = guttersOf(lines[start]!)
  if (free.length === 0) return undefined
  let end = start + 1
  for (; end < lines.length; end += 1) {
    const line = lines[end]!
    if (line.baseline - lines[end - 1]!.baseline > FARTHEST * line.size) break
    if (line.pieces.length > 1) {
      const left = withoutPieces(free, line)
      if (left.length === 0) break
      // A cell that spans columns does not join them in the other rows.
      if (end === start + 1 || left.length === free.length) free = left
    } else if (!belongs(lines, end, free)) break
  }
  const taken = lines.slice(start, end)
  const gutters = commonGutters(taken)
  if (!gutters?.length) return undefined
  const left = taken.reduce((least, { pieces }) => Math.min(least, pieces[0]!.left), Infinity)
  const edges = [left, ...gutters.map(({ to }) => to)]
  return { lines: taken.length, rows: rowsOf(taken, gutters, rules), edges }
}

/** The gutters of the row with most cells, as far as most rows have them; undefined without a second row. */
const commonGutters = (rows: readonly Line[]): Gutter[] | undefined => {
  const [first, ...others] = rows.filter(({ pieces }) => pieces.length > 1)
  if (!first || others.length + 1 < LEAST_ROWS) return undefined
  const fullest = others.reduce(
    (most, row) => (row.pieces.length > most.pieces.length ? row : most),
    first,
  )
  return guttersOf(fullest).flatMap((gutter) => {
    const free = rows.flatMap((row) => withoutPieces([gutter], row))
    if (free.length < rows.length / 2) return []
    const from = free.reduce((most, it) => Math.max(most, it.from), gutter.from)
    const to = free.reduce((least, it) => Math.min(least, it.to), gutter.to)
    return to > from ? [{ from, to }] : []
  })
}

const guttersOf = ({ pieces }: Line): Gutter[] =>
  pieces.length > MOST_COLUMNS
    ? []
    : pieces.slice(1).map(({ left }, index) => ({ from: pieces[index]!.right, to: left }))

/** What remains of gutters beside the pieces of a line. */
const withoutPieces = (gutters: readonly Gutter[], { pieces, size }: Line): Gutter[] => {
  let at = 0
  return gutters.flatMap(({ from, to }) => {
    let start = from
    let next = to
    // Both are sorted, so each piece is looked at once, and the last of a gutter again for the next one.
    for (; at < pieces.length && pieces[at]!.left < to; at += 1) {
      const { left, right } = pieces[at]!
      if (right <= from) continue
      if (left <= start) start = Math.max(start, right)
      else next = Math.min(next, left)
    }
    at = Math.max(0, at - 1)
    return next - start >= NARROWEST * size ? [{ from: start, to: next }] : []
  })
}

/** Whether a line with one piece is part of the table above it: of a cell, or a title with more rows below. */
const belongs = (lines: readonly Line[], at: number, gutters: readonly Gutter[]): boolean => {
  const line = lines[at]!
  const isClose = line.baseline - lines[at - 1]!.baseline <= CLOSE * line.size
  const isOfOneCell = withoutPieces(gutters, line).length === gutters.length
  const [piece] = line.pieces
  const goesOn = columnOf(piece!, gutters) > 0 || SMALL_LETTER.test(piece!.text)
  if (isOfOneCell && isClose && goesOn) return true
  const next = lines.slice(at + 1, at + 1 + MOST_LINES_OF_CELL)
  const row = next.findIndex(({ pieces }) => pieces.length > 1)
  const between = next.slice(0, row)
  return (
    row >= 0 &&
    piece!.text.length <= LONGEST_TITLE &&
    between.every((it) => withoutPieces(gutters, it).length === gutters.length) &&
    withoutPieces(gutters, next[row]!).length === gutters.length &&
    [line, ...next.slice(0, row + 1)].every(
      (it, index, all) =>
        index === 0 || it.baseline - all[index - 1]!.baseline <= FARTHEST * it.size,
    )
  )
}

/** The number of gutters on the left of a piece. */
const columnOf = ({ left }: Pick<Piece, 'left'>, gutters: readonly Gutter[]): number => {
  const after = gutters.findIndex(({ to }) => left < to - 1)
  return after < 0 ? gutters.length : after
}

const rowsOf = (
  lines: readonly Line[],
  gutters: readonly Gutter[],
  rules: readonly Rule[],
): TableCell[][] => {
  const isRuled = ruledLines(lines, rules)
  const hasRules = isRuled.filter(Boolean).length >= LEAST_RULES
  const gaps = lines.map((line, index) =>
    index === 0 ? Infinity : line.baseline - lines[index - 1]!.baseline,
  )
  const betweenRows = gaps.filter(
    (_, index) => lines[index]!.pieces.length > 1 && (lines[index - 1]?.pieces.length ?? 0) > 1,
  )
  const least = betweenRows.reduce((a, b) => Math.min(a, b), Infinity)
  const columns = gutters.length + 1
  const rows: TableCell[][] = []
  for (const [index, line] of lines.entries()) {
    const cells = cellsIn(line, gutters)
    const row = rows.at(-1)
    const isClose = gaps[index]! <= CLOSE * line.size
    const isCloser = isClose && gaps[index]! <= least * CLOSER
    const continues = hasRules
      ? !isRuled[index] && (cells.length < columns || cells.some(isInSmallLetters))
      : isClose && continuesRow(cells, columns, isCloser)
    if (row && continues) extend(row, cells)
    else rows.push(cells)
  }
  return rows
}

/** Whether there is a rule above each line. */
const ruledLines = (lines: readonly Line[], rules: readonly Rule[]): boolean[] => {
  const left = lines.reduce((least, { pieces }) => Math.min(least, pieces[0]!.left), Infinity)
  const right = lines.reduce((most, { pieces }) => Math.max(most, pieces.at(-1)!.right), 0)
  const across = rules.filter((rule) => rule.left < right && rule.right > left)
  let at = 0
  return lines.map(({ baseline, size }, index) => {
    const above = (index === 0 ? baseline : lines[index - 1]!.baseline) + UNDERLINE * size
    while (at < across.length && across[at]!.height <= above) at += 1
    return index > 0 && at < across.length && across[at]!.height < baseline
  })
}

const cellsIn = ({ pieces }: Line, gutters: readonly Gutter[]): TableCell[] => {
  const cells: TableCell[] = []
  for (const piece of pieces) {
    const column = columnOf(piece, gutters)
    const last = Math.max(columnOf({ left: piece.right }, gutters), column)
    const before = cells.at(-1)
    if (before && before.column + before.columns > column) before.lines[0] += ` ${piece.text}`
    else cells.push({ lines: [piece.text], column, columns: last - column + 1, font: piece.font })
  }
  return cells
}

/** The first column is empty, words go on in small letters, or the first column goes on closer than rows are. */
const continuesRow = (cells: readonly TableCell[], columns: number, isCloser: boolean): boolean =>
  cells.every(({ column }) => column > 0) ||
  (cells.length < columns && cells.every(isInSmallLetters)) ||
  (cells.length === 1 && cells[0]!.columns === 1 && isCloser)

const isInSmallLetters = ({ lines }: TableCell): boolean => SMALL_LETTER.test(lines[0]!)

const extend = (row: TableCell[], cells: readonly TableCell[]): void => {
  for (const cell of cells) {
    const same = row.find(({ column }) => column === cell.column)
    if (same) same.lines.push(...cell.lines)
    else row.push(cell)
  }
  row.sort((a, b) => a.column - b.column)
}
