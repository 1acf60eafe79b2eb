import type { Cell } from '../table-text.ts'
import { joinedLines } from './joined-lines.ts'
import type { Line, Piece, Rule } from './lines-of.ts'
import { tableAt, type Table } from './table-at.ts'

/** A paragraph of a column. */
interface Paragraph {
  kind: 'paragraph'
  lines: string[]
  size: number
}

/** A table, with the left edges of its columns. */
interface PageTable {
  kind: 'table'
  rows: Cell[][]
  edges: number[]
}

export type PagePart = Paragraph | PageTable

/** A larger distance between lines parts paragraphs, relative to the usual one. */
const APART = 1.35
/** …and a distance that no text has between its lines, relative to the letters. */
const FAR = 2.5
/** A larger difference of size parts them too. */
const SAME_SIZE = 1.12
/** A line that ends before this share of the width, with the end of a sentence, ends its paragraph. */
const SHORT = 0.75
const BULLET = /^(?:[•●○▪■◦‣*–—-]|\(?(?:\d{1,2}|[a-z])[.)])$/u
const STARTS_ITEM = /^(?:[•●○▪■◦‣*–—-]|\(?(?:\d{1,2}|[a-z])[.)])\s/u

/** The paragraphs and tables of a column. */
export const partsOf = (
  given: readonly Line[],
  { font, rules }: { font: string; rules: readonly Rule[] },
): PagePart[] => {
  const lines = given.map(withBullet)
  const right = lines.reduce((most, { pieces }) => Math.max(most, pieces.at(-1)!.right), 0)
  const left = lines.reduce((least, { pieces }) => Math.min(least, pieces[0]!.left), Infinity)
  const usual = usualGap(lines)
  const parts: PagePart[] = []
  let above: Line | undefined
  for (let at = 0; at < lines.length;) {
    const table = tableAt(lines, at, rules)
    if (table) {
      parts.push({ kind: 'table', rows: cellsOf(table, font), edges: table.edges })
      at += table.lines
      above = undefined
      continue
    }
    const line = lines[at]!
    const text = line.pieces.map((piece) => piece.text).join(' ')
    const open = parts.at(-1)
    const isEnded =
      !above ||
      line.baseline - above.baseline > Math.min(usual * APART, line.size * FAR) ||
      Math.max(line.size, above.size) / Math.min(line.size, above.size) > SAME_SIZE ||
      STARTS_ITEM.test(text) ||
      (/[.!?:]$/.test(above.pieces.at(-1)!.text) &&
        above.pieces.at(-1)!.right < left + (right - left) * SHORT)
    if (open?.kind === 'paragraph' && !isEnded) open.lines.push(text)
    else parts.push({ kind: 'paragraph', lines: [text], size: line.size })
    above = line
    at += 1
  }
  return parts
}

/** A bullet and its text are no cells of a table. */
const withBullet = (line: Line): Line => {
  const [bullet, text, ...others] = line.pieces
  if (!bullet || !text || !BULLET.test(bullet.text)) return line
  const item: Piece = { ...text, text: `${bullet.text} ${text.text}`, left: bullet.left }
  return { ...line, pieces: [item, ...others] }
}

/** The least distance between two lines that do not overlap. */
const usualGap = (lines: readonly Line[]): number =>
  lines.slice(1).reduce((least, line, index) => {
    const gap = line.baseline - lines[index]!.baseline
    return gap >= line.size * 0.9 ? Math.min(least, gap) : least
  }, Infinity)

/** The rows of a table as cells. Lines of one row have been put together. */
const cellsOf = ({ rows, edges }: Table, font: string): Cell[][] =>
  rows.map((row) => {
    const isTitle = row.length === 1 && row[0]!.columns > 1
    if (isTitle) return [cellOf(row[0]!, font)]
    const cells: Cell[] = []
    for (let column = 0; column < edges.length; column += 1) {
      const cell = row.find((it) => it.column === column)
      cells.push(cell ? cellOf(cell, font) : EMPTY_CELL)
      if (cell) column += cell.columns - 1
    }
    return cells
  })

/** A cell without text. It counts as bold, so that a header row with an empty cell is still recognized. */
export const EMPTY_CELL: Cell = { text: '', isHeader: false, isBold: true, columns: 1, rows: 1 }

const cellOf = (
  { lines, columns, font: own }: Table['rows'][number][number],
  font: string,
): Cell => ({
  text: joinedLines(lines),
  isHeader: false,
  isBold: own !== font,
  columns,
  rows: 1,
})
