import { cleaned, type Block } from './block.ts'
import { HTML_ELEMENTS } from './html-elements.ts'
import { tableText, type Cell, type TableText } from './table-text.ts'

type Attributes = Record<string, string>

/** A table that is being read. */
interface OpenTable {
  text: TableText
  headings: string[]
  row: Cell[]
  cell: Omit<Cell, 'text'> | undefined
}

/** Puts the visible text of HTML together, element by element. */
export interface HtmlBlocks {
  open: (name: string, attributes: Attributes) => void
  close: (name: string) => void
  write: (text: string) => void
  end: () => Block[]
}

const { bold, cells, inline, lists, void: empty } = HTML_ELEMENTS

/** The blocks of HTML. A table that contains others or headings serves the layout: its cells are blocks. */
export const htmlBlocks = (): HtmlBlocks => {
  const blocks: Block[] = []
  const headings: string[] = []
  let text = ''
  let boldElements = 0
  let table: OpenTable | undefined

  const take = () => {
    const said = cleaned(text)
    text = ''
    return said
  }
  const takeHeading = () => take().replaceAll('\n', ' ').slice(0, LONGEST_HEADING)
  const push = (said: string, of: Pick<Block, 'headings' | 'table'>) => {
    if (HAS_WORDS.test(said)) blocks.push({ page: null, text: said, ...of })
  }
  const flush = () => push(take(), { headings: headings.filter(Boolean) })
  const endCell = (of: OpenTable) => {
    if (of.cell) of.row.push({ ...of.cell, text: take() })
    of.cell = undefined
  }
  const endRow = (of: OpenTable) => {
    endCell(of)
    if (of.row.length > 0) of.text.add(of.row)
    of.row = []
  }
  const endTable = () => {
    if (table) {
      endRow(table)
      const said = table.text.end()
      push(said.text, { headings: table.headings, table: said.table })
    }
    table = undefined
    flush()
  }
  /** The text of the cell so far becomes a block after the rows above it. */
  const treatAsLayout = (of: OpenTable) => {
    const before = text
    text = ''
    of.cell = undefined
    endTable()
    text = before
    flush()
  }
  const openInTable = (of: OpenTable, name: string, attributes: Attributes) => {
    if (name === 'tr') endRow(of)
    else if (cells.has(name)) {
      endCell(of)
      if (text.trim() !== '') flush()
      const columns = spanOf(attributes['colspan'], MOST_COLUMNS)
      const rows = spanOf(attributes['rowspan'], MOST_ROWS)
      of.cell = { isHeader: name === 'th', isBold: true, columns, rows }
    } else if (name === 'br' || isBlock(name)) text += '\n'
  }
  const closeInTable = (of: OpenTable, name: string) => {
    if (name === 'caption') of.headings = [...of.headings, takeHeading()].filter(Boolean)
    else if (cells.has(name)) endCell(of)
    else if (name === 'tr') endRow(of)
    else if (isBlock(name)) text += '\n'
  }
  const closeHeading = (level: number) => {
    headings.length = Math.min(headings.length, level - 1)
    while (headings.length < level - 1) headings.push('')
    headings.push(takeHeading())
  }

  return {
    open: (name, attributes) => {
      if (bold.has(name)) boldElements += 1
      if (table && (name === 'table' || levelOf(name) > 0)) treatAsLayout(table)
      if (name === 'table') {
        flush()
        const above = headings.filter(Boolean)
        table = { text: tableText(), headings: above, row: [], cell: undefined }
      } else if (table) openInTable(table, name, attributes)
      else if (name === 'br' || name === 'li') text += '\n'
      else if (isBlock(name) && !lists.has(name)) flush()
    },
    close: (name) => {
      if (bold.has(name)) boldElements -= 1
      const level = levelOf(name)
      if (name === 'table') endTable()
      else if (table) closeInTable(table, name)
      else if (level > 0) closeHeading(level)
      else if (isBlock(name) && name !== 'li') flush()
    },
    write: (said) => {
      text += said.replaceAll(/\s+/g, ' ')
      if (table?.cell && boldElements === 0 && said.trim() !== '') table.cell.isBold = false
    },
    end: () => {
      endTable()
      return blocks
    },
  }
}

const LONGEST_HEADING = 200
/** What remains beside text that was left out may be punctuation only. */
const HAS_WORDS = /[\p{L}\p{N}\p{S}]/u

const isBlock = (name: string): boolean => !inline.has(name) && !empty.has(name)

const levelOf = (name: string): number => Number(/^h([1-6])$/.exec(name)?.[1] ?? 0)

/** The limits of browsers. */
const MOST_COLUMNS = 1_000
const MOST_ROWS = 65_534

const spanOf = (attribute: string | undefined, most: number): number =>
  Math.min(Math.max(Math.trunc(Number(attribute)) || 1, 1), most)
