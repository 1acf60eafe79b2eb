import { cleaned, type Block, type ReadText } from './block.ts'
import { tableText } from './table-text.ts'

/** Paragraphs of plain text, separated by blank lines, and tables, whose cells are separated by tabs. */
export const readText = (text: string): ReadText => ({
  pageCount: null,
  blocks: text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => tableOf(paragraph) ?? { text: cleaned(paragraph) })
    .filter((block) => block.text !== '')
    .map((block) => ({ page: null, headings: [], ...block })),
  leftOut: [],
})

/** The table of a paragraph in which each line has the same number of tabs; undefined if it is none. */
const tableOf = (paragraph: string): Pick<Block, 'text' | 'table'> | undefined => {
  if (!paragraph.includes('\t')) return undefined
  const lines = paragraph.split('\n').filter((line) => line !== '')
  const rows = lines.map((line) => line.split('\t').map(cleaned))
  const columns = rows[0]!.length
  if (rows.length < 2 || columns < 2 || rows.some((row) => row.length !== columns)) return undefined
  const table = tableText()
  for (const row of rows)
    table.add(row.map((text) => ({ text, isHeader: false, isBold: false, columns: 1, rows: 1 })))
  return table.end()
}
