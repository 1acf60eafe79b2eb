import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { Weight } from './load-letters.ts'
import { openTypesetter } from './open-typesetter.ts'

const LEFT = 56
const WIDTH = 483
const SIZES = { title: 16, heading: 12, text: 9, small: 8 }
/** After this many lines, other requests have their turn. */
const LINES_AT_ONCE = 40

type Document = PDFKit.PDFDocument
type Setter = Awaited<ReturnType<typeof openTypesetter>>

/** The position and width of a table column. */
export interface Column {
  x: number
  width: number
  align: 'left' | 'right'
}

/** Columns from left to right, by width, with gaps. Columns after the first `left` are right-aligned. */
export const columnsOf = (widths: readonly number[], left = 1): Column[] => {
  const gap = (WIDTH - widths.reduce((sum, width) => sum + width, 0)) / (widths.length - 1)
  let x = LEFT
  return widths.map((width, index) => {
    const column = { x, width, align: index < left ? 'left' : 'right' } as const
    x += width + gap
    return column
  })
}

interface Options {
  title: string
  author: string
  /** The document's creation time. Equal instants give equal bytes. */
  at: Date
  /** The language of the document: a BCP 47 tag. */
  language?: string
}

/** One thing to draw, and the texts in it. Fonts are cut to all texts, so nothing is drawn before `finish`. */
interface Drawing {
  texts: readonly string[]
  draw: (pdf: Document, setter: Setter) => void
}

/** Writes a document as PDF/A-3: lines from top to bottom, tables, and numbered pages, in any script. */
export const openPaper = async ({ title, author, at, language = 'en' }: Options) => {
  // Loaded on first use, because with its font tables it takes a tenth of the process's memory.
  const { default: Pdf } = await import('pdfkit')
  const pdf: Document = new Pdf({
    size: 'A4',
    margin: LEFT,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: language,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(pdf, 'end')
  const drawings: Drawing[] = []
  const write = (size: keyof typeof SIZES, weight: Weight) => (text: string) =>
    void drawings.push({
      texts: [text],
      draw: (_, { draw }) =>
        draw(text, weight, SIZES[size], { x: LEFT, y: pdf.y, width: WIDTH, align: 'left' }),
    })
  const finish = async (footer: string): Promise<Uint8Array<ArrayBuffer>> => {
    const setter = await openTypesetter(pdf, [...drawings.flatMap(({ texts }) => texts), footer])
    for (const [index, { draw }] of drawings.entries()) {
      draw(pdf, setter)
      if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await setImmediate()
    }
    if (setter.missing.size > 0) noteMissing(pdf, setter)
    numberPages(pdf, setter, footer)
    pdf.end()
    await ended
    return new Uint8Array(Buffer.concat(chunks))
  }
  return {
    pdf,
    finish,
    title: write('title', 'bold'),
    heading: write('heading', 'bold'),
    bold: write('text', 'bold'),
    line: write('text', 'text'),
    small: write('small', 'text'),
    space: (lines: number) =>
      void drawings.push({ texts: [], draw: (document) => void document.moveDown(lines) }),
    row: (columns: readonly Column[], weight: Weight, cells: readonly string[]) =>
      void drawings.push({
        texts: cells,
        draw: (document, setter) => writeRow(document, setter, columns, weight, cells),
      }),
  }
}

export type Paper = Awaited<ReturnType<typeof openPaper>>

/** The columns of a row start at the same height, and the next row starts below the tallest. */
const writeRow = (
  pdf: Document,
  { heightOf, draw }: Setter,
  columns: readonly Column[],
  weight: Weight,
  cells: readonly string[],
): void => {
  const heights = columns.map(({ width }, index) =>
    heightOf(cells[index]!, weight, SIZES.text, width),
  )
  const height = Math.max(...heights)
  if (pdf.y + height > pdf.page.height - LEFT - SIZES.text) pdf.addPage()
  const top = pdf.y
  for (const [index, { x, width, align }] of columns.entries())
    draw(cells[index]!, weight, SIZES.text, { x, y: top, width, align })
  pdf.x = LEFT
  pdf.y = top + height
}

/** The document and the log say which letters are missing. */
const noteMissing = (pdf: Document, { missing, draw }: Setter): void => {
  const codes = [...missing].map(
    (it) => `U+${it.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
  )
  const text = `Letters without a font, written as �: ${codes.join(', ')}`
  process.emitWarning(text, { code: 'LETTERS_WITHOUT_FONT' })
  pdf.moveDown(1)
  draw(text, 'text', SIZES.small, { x: LEFT, y: pdf.y, width: WIDTH, align: 'left' })
}

const numberPages = (pdf: Document, { draw }: Setter, footer: string): void => {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index)
    // Written below the margin, where the footer would otherwise start a new page.
    pdf.page.margins.bottom = 0
    const text = `${footer} · ${index + 1} / ${count}`
    const y = pdf.page.height - 40
    const width = pdf.page.width - 2 * LEFT
    draw(text, 'text', SIZES.small, { x: LEFT, y, width, align: 'center' })
  }
}
