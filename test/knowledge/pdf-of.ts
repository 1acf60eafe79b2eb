import Pdf from 'pdfkit'
import { buffer } from 'node:stream/consumers'

/** A PDF of these pages. A page without text contains a line, like the image of a scan. */
export const pdfOf = (
  pages: readonly string[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> =>
  drawnPdf(
    (document) => {
      for (const text of pages) {
        document.addPage()
        if (text === '') document.moveTo(100, 100).lineTo(300, 300).stroke()
        else document.text(text)
      }
    },
    { ...options, autoFirstPage: false },
  )

/** A PDF that this function draws. */
export const drawnPdf = async (
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> => {
  const document = new Pdf(options)
  draw(document)
  document.end()
  return new Uint8Array(await buffer(document))
}

/** Draws the rows of a table, each cell at the left edge of its column. Returns the place below it. */
export const drawRows = (
  document: PDFKit.PDFDocument,
  rows: readonly (readonly string[])[],
  { edges, top, step = 18 }: { edges: readonly number[]; top: number; step?: number },
): number => {
  for (const [row, cells] of rows.entries())
    for (const [column, text] of cells.entries())
      document.text(text, edges[column], top + row * step, { lineBreak: false })
  return top + rows.length * step
}
