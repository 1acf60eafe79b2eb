import { cleaned, type Block } from '../block.ts'
import { tableText, type Cell } from '../table-text.ts'
import { inReadingOrder } from './in-reading-order.ts'
import { hyphenatedWords, joinedLines } from './joined-lines.ts'
import { linesOf, type Piece } from './lines-of.ts'
import type { PageText } from './pieces-of.ts'
import { EMPTY_CELL, partsOf, type PagePart } from './parts-of.ts'

/** Letters larger by this factor than most of a document make a heading. */
const LARGER = 1.12
const LONGEST_HEADING = 150
const MOST_HEADING_LINES = 2
/** The number of sizes of headings that are told apart. */
const MOST_LEVELS = 6
/** Left edges of columns within so many points are the same on the next page. */
const SAME_EDGE = 12

/** The blocks of a document. A page without text has an empty block. */
export const blocksOf = (pages: readonly LaidOut[]): Block[] => {
  const usual = usualLetters(pages.flatMap(({ pieces }) => pieces.flat()))
  const parts = pages.map((page) => joinedAcross(partsOfPage(page, usual)))
  const paragraphs = parts.flat().filter((part) => part.kind === 'paragraph')
  const hyphenated = hyphenatedWords(paragraphs.flatMap(({ lines }) => lines))
  const levels = headingSizes(paragraphs, usual.size)
  const blocks: Block[] = []
  const headings: string[] = []
  /** A heading without text so far. It becomes a block if it has none in the end, so that its words are found. */
  let bare: Block | undefined
  let table: OpenTable | undefined
  const push = (page: number, block: Pick<Block, 'text' | 'table'>) => {
    bare = undefined
    blocks.push({ page, headings: headings.filter(Boolean), ...block })
  }
  const pushBare = () => {
    if (bare) blocks.push(bare)
    bare = undefined
  }
  for (const [index, found] of parts.entries()) {
    const page = index + 1
    const before = blocks.length
    for (const part of found) {
      if (part.kind === 'table') {
        table = continued(part, table)
        push(page, written(table.rows))
        continue
      }
      const text = cleaned(joinedLines(part.lines, hyphenated)).replaceAll('\n', ' ')
      const level = isHeading(part, text, usual.size) ? levels.indexOf(sizeOf(part)) : -1
      if (level < 0) push(page, { text })
      else {
        if (headings.length > level) pushBare()
        headings.length = Math.min(headings.length, level)
        while (headings.length < level) headings.push('')
        bare = { page, headings: headings.filter(Boolean), text }
        headings.push(text)
      }
    }
    if (blocks.length > before) continue
    const isTitled = bare?.page === page
    pushBare()
    if (!isTitled) push(page, { text: '' })
  }
  pushBare()
  return blocks
}

/** The pieces of a page by their direction, and its level lines. */
type LaidOut = Pick<PageText, 'pieces' | 'rules'>

const partsOfPage = ({ pieces, rules }: LaidOut, { font }: Letters): PagePart[] =>
  pieces.flatMap((upright) =>
    inReadingOrder(
      linesOf(upright).flatMap((line) => line.pieces),
      rules,
    ).flatMap((column) => partsOf(linesOf(column), { font, rules })),
  )

interface Letters {
  size: number
  font: string
}

/** The size and the font of most letters. */
const usualLetters = (pieces: readonly Piece[]): Letters => {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  for (const piece of pieces) {
    const size = sizeOf(piece)
    sizes.set(size, (sizes.get(size) ?? 0) + piece.text.length)
    fonts.set(piece.font, (fonts.get(piece.font) ?? 0) + piece.text.length)
  }
  return { size: mostOf(sizes) ?? 0, font: mostOf(fonts) ?? '' }
}

const mostOf = <Key>(counts: ReadonlyMap<Key, number>): Key | undefined =>
  [...counts].reduce<[Key, number] | undefined>(
    (most, next) => (next[1] > (most?.[1] ?? 0) ? next : most),
    undefined,
  )?.[0]

/** In half points, because sizes are rarely exact. */
const sizeOf = ({ size }: { size: number }): number => Math.round(size * 2) / 2

type Paragraph = Extract<PagePart, { kind: 'paragraph' }>
type PageTable = Extract<PagePart, { kind: 'table' }>

const isHeading = (part: Paragraph, text: string, usual: number): boolean =>
  sizeOf(part) >= usual * LARGER &&
  part.lines.length <= MOST_HEADING_LINES &&
  text.length <= LONGEST_HEADING &&
  /\p{L}/u.test(text) &&
  !/[.!;,]$|:.*\p{N}/u.test(text)

/** The sizes of headings, largest first. */
const headingSizes = (paragraphs: readonly Paragraph[], usual: number): number[] =>
  [
    ...new Set(
      paragraphs
        .filter((part) => isHeading(part, part.lines.join(' '), usual))
        .map((part) => sizeOf(part)),
    ),
  ]
    .toSorted((a, b) => b - a)
    .slice(0, MOST_LEVELS)

/** A sentence that goes on in the next column is one paragraph. */
const joinedAcross = (parts: readonly PagePart[]): PagePart[] => {
  const joined: PagePart[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    if (
      before?.kind === 'paragraph' &&
      part.kind === 'paragraph' &&
      /^\p{Ll}/u.test(part.lines[0]!) &&
      !/[.!?:;]$/.test(before.lines.at(-1)!) &&
      sizeOf(before) === sizeOf(part)
    )
      before.lines.push(...part.lines)
    else joined.push(part)
  }
  return joined
}

interface OpenTable extends PageTable {
  header: Cell[]
}

/** A table with columns of the one before continues it, so it has the same header. */
const continued = (part: PageTable, before: OpenTable | undefined): OpenTable => {
  const columns = part.edges.map(
    (edge) => before?.edges.findIndex((it) => Math.abs(it - edge) <= SAME_EDGE) ?? -1,
  )
  if (!before || columns.includes(-1) || new Set(columns).size < columns.length)
    return { ...part, header: part.rows[0]! }
  const rows = part.rows.map((row) =>
    row.length < columns.length ? row : widened(row, columns, before),
  )
  const header = before.header.map((cell) => ({ ...cell, isHeader: true }))
  const isRepeated = textOf(rows[0]!) === textOf(header)
  return { ...before, rows: [header, ...rows.slice(isRepeated ? 1 : 0)] }
}

/** A row with an empty cell for each column that has no text on this page. */
const widened = (row: readonly Cell[], columns: readonly number[], { edges }: PageTable): Cell[] =>
  edges.map((_, column) => row[columns.indexOf(column)] ?? EMPTY_CELL)

const textOf = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join('\n')

const written = (rows: readonly Cell[][]): Pick<Block, 'text' | 'table'> => {
  const table = tableText()
  for (const row of rows) table.add(row.map((cell) => ({ ...cell, text: cleaned(cell.text) })))
  return table.end()
}
