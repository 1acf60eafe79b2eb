import { UnreadableDocument, type Block } from './block.ts'
import { LONGEST_PASSAGE, MOST_PASSAGES } from './rules.ts'

/** A cell of a table, as it is drawn. */
export interface Cell {
  text: string
  /** Whether the document marks it as the header of a column or row. */
  isHeader: boolean
  /** Whether all its text is bold. */
  isBold: boolean
  /** The number of columns and rows that it spans. */
  columns: number
  rows: number
}

interface Placed extends Omit<Cell, 'rows'> {
  column: number
}

interface Row {
  /** None if the row spans all columns and is not a title. */
  cells: Placed[]
  /** The title that spans all columns above this row, or the text that spans them. */
  title: string
}

/** Collects the rows of a table, and writes them as the lines of a block. */
export interface TableText {
  add: (cells: readonly Cell[]) => void
  end: () => Required<Pick<Block, 'text' | 'table'>>
}

/** Between the cells of a row that names its columns, and of one that does not. */
export const BETWEEN_LABELLED = ' · '
const BETWEEN_PLAIN = ' | '

/** What is longer is no label. Labels are repeated in each row. */
const LONGEST_LABEL = 80
/** A longer text that spans rows or columns is not repeated. */
const LONGEST_REPEATED = 200
/** Maximum number of cells that are repeated in the rows that they span, and of labels for one cell. */
const MOST_REPEATED = 20
/** The number of rows from which an unmarked header is detected. */
const SAMPLE = 12
/** A text with more characters has too many passages. */
const MOST_CHARACTERS = MOST_PASSAGES * LONGEST_PASSAGE

/**
 * Writes a table so that each row can be read and quoted alone: "Service: Speech therapy · Length: 30 min". A
 * table without a header is written with " | " between its cells. Memory depends on the text alone.
 */
export const tableText = (): TableText => {
  const lines: string[] = []
  let waiting: Row[] | undefined = []
  let labels: Labels | undefined
  let title = ''
  let hasRows = true
  let spanning: (Placed & { rows: number })[] = []
  let characters = 0

  const write = ({ cells, title: above }: Row): void => {
    const said = cells.filter(({ text }) => text !== '')
    if (said.length === 0 && cells.length > 0) return
    const named = labels
      ? said.map((cell) => labelled(cell, labels!))
      : said.map(({ text }) => text)
    const parts = above === '' ? named : [above, ...named]
    const line = parts.join(labels ? BETWEEN_LABELLED : BETWEEN_PLAIN)
    characters += line.length + 1
    if (characters > MOST_CHARACTERS)
      throw new UnreadableDocument('too_long', 'The file is too long. Upload it in parts.')
    lines.push(line)
  }
  const decide = (): void => {
    const rows = waiting ?? []
    waiting = undefined
    const header = headerOf(rows)
    if (header > 0 && rows.slice(header).some(({ cells }) => cells.length > 0))
      labels = labelsOf(rows.slice(0, header))
    for (const row of labels ? rows.slice(header) : rows) take(row)
  }
  const take = (row: Row): void => {
    if (labels && isHeader(row.cells)) labels = labelsOf([row])
    else write(row)
  }
  const place = (cells: readonly Cell[]): Placed[] => {
    const placed: Placed[] = [...spanning]
    const next = spanning.flatMap((it) => (it.rows > 1 ? [{ ...it, rows: it.rows - 1 }] : []))
    const taken = new Map(spanning.map((it) => [it.column, it.columns]))
    let column = 0
    for (const { rows, ...given } of cells) {
      for (let width = taken.get(column); width; width = taken.get(column)) column += width
      const cell = { ...given, text: oneLine(given), column }
      placed.push(cell)
      if (rows > 1 && cell.text.length <= LONGEST_REPEATED && next.length < MOST_REPEATED)
        next.push({ ...cell, rows: rows - 1 })
      column += cell.columns
    }
    const isOrdered = spanning.length === 0
    spanning = next
    return isOrdered ? placed : placed.toSorted((a, b) => a.column - b.column)
  }

  const add = (row: Row): void => {
    if (!waiting) return take(row)
    waiting.push(row)
    if (waiting.length >= SAMPLE) decide()
  }
  /** A title without rows is a note. */
  const endTitle = (): void => {
    if (!hasRows) add({ cells: [], title })
    hasRows = true
    title = ''
  }

  return {
    add: (cells) => {
      const across = cells.length === 1 && cells[0]!.columns > 1 ? oneLine(cells[0]!) : undefined
      if (across === undefined) {
        hasRows = true
        add({ cells: place(cells), title })
      } else if (isTitle(across)) {
        endTitle()
        title = across
        hasRows = false
      } else if (across !== '') add({ cells: [], title: across })
    },
    end: () => {
      endTitle()
      if (waiting) decide()
      return { text: lines.join('\n'), table: labels ? 'labelled' : 'plain' }
    },
  }
}

/** Unlike a note, a title is short and no sentence. */
const isTitle = (text: string): boolean =>
  text !== '' && text.length <= LONGEST_LABEL && !SENTENCE.test(text)

/** The lines of a cell as one: "8 to 12, 14 to 18". */
const oneLine = ({ text, isHeader }: Pick<Cell, 'text' | 'isHeader'>): string =>
  (isHeader ? text : text.replaceAll(/(?<=[\p{L}\p{N}\p{S}%)])\n/gu, ', ')).replaceAll('\n', ' ')

/** The label of each column. */
type Labels = ReadonlyMap<number, string>

const labelled = ({ text, column, columns }: Placed, labels: Labels): string => {
  const names = new Set<string>()
  for (let at = column; at < column + Math.min(columns, MOST_REPEATED); at += 1) {
    const label = labels.get(at)
    if (label !== undefined) names.add(label)
  }
  return names.size === 0 ? text : `${[...names].join(', ')}: ${text}`
}

const labelsOf = (header: readonly Row[]): Labels => {
  const labels = new Map<number, string[]>()
  for (const { cells } of header)
    for (const { text, column, columns } of cells)
      for (let at = column; at < column + Math.min(columns, MOST_REPEATED); at += 1) {
        const label = text.replace(/ ?:$/, '')
        const above = labels.get(at) ?? []
        if (label !== '' && !above.includes(label)) labels.set(at, [...above, label])
      }
  return new Map([...labels].map(([column, parts]) => [column, parts.join(' ')]))
}

const isHeader = (cells: readonly Placed[]): boolean =>
  cells.length > 1 &&
  cells.some(({ text }) => text !== '') &&
  cells.every((cell) => cell.isHeader && cell.text.length <= LONGEST_LABEL)

const isBold = (cells: readonly Placed[]): boolean =>
  cells.length > 1 &&
  cells.every(({ text, isBold: bold }) => bold && text.length <= LONGEST_LABEL) &&
  cells.some(({ text }) => text !== '')

/** The number of rows at the top that name the columns: those that are marked, or the first if it looks like it. */
const headerOf = (rows: readonly Row[]): number => {
  const body = rows.findIndex(({ cells }) => !isHeader(cells))
  if (body > 0) return body
  const [first, ...others] = rows
  if (!first || others.length === 0) return 0
  const standsOut =
    isBold(first.cells) && others.some(({ cells }) => cells.length > 0 && !isBold(cells))
  return body < 0 || standsOut || looksLikeHeader(first.cells, others) ? 1 : 0
}

/** Short words without digits above at least two rows of figures or sentences, or of three full columns. */
const looksLikeHeader = (first: readonly Placed[], others: readonly Row[]): boolean => {
  const body = others.filter(({ cells }) => cells.length > 0)
  if (first.length < 2 || body.length < 2) return false
  const isShort = first.every(
    ({ text, column }) =>
      (text !== '' || column === 0) && text.length <= LONGEST_LABEL && !/[\p{N}.!?]/u.test(text),
  )
  if (!isShort) return false
  const isFull = body.every(({ cells }) => cells.length === first.length)
  return (
    (first.length > 2 && isFull) ||
    first.some(({ column }) => isUniform(column, body)) ||
    (first.every(({ text }) => wordsIn(text) <= 2) &&
      first.some(({ column }) => isProse(column, body)))
  )
}

const cellsOf = (column: number, body: readonly Row[]): string[] =>
  body.flatMap(({ cells }) =>
    cells.filter((cell) => cell.column === column).map(({ text }) => text),
  )

const wordsIn = (text: string): number => text.split(' ').length

/** Whether most cells of a column are sentences. */
const isProse = (column: number, body: readonly Row[]): boolean =>
  cellsOf(column, body).filter(
    (text) => wordsIn(text) > 2 && (SENTENCE.test(text) || wordsIn(text) > 4),
  ).length >= Math.max(2, body.length * MOSTLY)

const SENTENCE = /[.!?]$/

/** The share of cells of a column that decide about its form. */
const MOSTLY = 0.6

/** Whether most cells have one form with digits, such as "80 EUR". */
const isUniform = (column: number, body: readonly Row[]): boolean => {
  const forms = cellsOf(column, body).map((text) => text.replaceAll(/\p{N}+/gu, '0'))
  const counts = Map.groupBy(forms, (form) => form)
  return [...counts].some(
    ([form, alike]) => form.includes('0') && alike.length >= Math.max(2, body.length * MOSTLY),
  )
}
