import { once } from 'node:events'
import { createRequire } from 'node:module'

/** DejaVu covers European languages, Greek, Cyrillic and more, which PDF's built-in fonts do not. */
const fontFile = (name: string): string =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

const LEFT = 56
const WIDTH = 483
const SIZES = { title: 16, text: 9, small: 8 }

type Document = PDFKit.PDFDocument
type Font = 'text' | 'bold'

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
}

/** Writes a financial document as PDF/A-3: lines from top to bottom, tables, and numbered pages. */
export const openPaper = async ({ title, author, at }: Options) => {
  // Loaded on first use, because with its font tables it takes a tenth of the process's memory.
  const { default: Pdf } = await import('pdfkit')
  const pdf: Document = new Pdf({
    size: 'A4',
    margin: LEFT,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: 'en',
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  pdf.registerFont('text', fontFile('DejaVuSans')).registerFont('bold', fontFile('DejaVuSans-Bold'))
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(pdf, 'end')
  const finish = async (footer: string): Promise<Uint8Array<ArrayBuffer>> => {
    numberPages(pdf, footer)
    pdf.end()
    await ended
    return new Uint8Array(Buffer.concat(chunks))
  }
  const write = (size: keyof typeof SIZES, font: Font) => (text: string) =>
    pdf.font(font, SIZES[size]).text(text, LEFT, pdf.y, { width: WIDTH })
  return {
    pdf,
    finish,
    title: write('title', 'bold'),
    bold: write('text', 'bold'),
    line: write('text', 'text'),
    small: write('small', 'text'),
    space: (lines: number) => pdf.moveDown(lines),
    row: (columns: readonly Column[], font: Font, cells: readonly string[]) =>
      writeRow(pdf, columns, font, cells),
  }
}

export type Paper = Awaited<ReturnType<typeof openPaper>>

/** The columns of a row start at the same height, and the next row starts below the tallest. */
const writeRow = (
  pdf: Document,
  columns: readonly Column[],
  font: Font,
  cells: readonly string[],
): void => {
  pdf.font(font, SIZES.text)
  const heights = columns.map(({ width }, index) => pdf.heightOfString(cells[index]!, { width }))
  const height = Math.max(...heights)
  if (pdf.y + height > pdf.page.height - LEFT - SIZES.text) pdf.addPage()
  const top = pdf.y
  for (const [index, { x, width, align }] of columns.entries())
    pdf.text(cells[index]!, x, top, { width, align })
  pdf.x = LEFT
  pdf.y = top + height
}

const numberPages = (pdf: Document, footer: string): void => {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index)
    // Written below the margin, where the footer would otherwise start a new page.
    pdf.page.margins.bottom = 0
    const text = `${footer} · ${index + 1} / ${count}`
    pdf.font('text', SIZES.small).text(text, LEFT, pdf.page.height - 40, { align: 'center' })
  }
}
