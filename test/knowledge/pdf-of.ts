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
const drawnPdf = async (
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> => {
  const document = new Pdf(options)
  draw(document)
  document.end()
  return new Uint8Array(await buffer(document))
}
