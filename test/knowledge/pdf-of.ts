import Pdf from 'pdfkit'

/** A PDF of these pages. A page without text contains a line, like the image of a scan. */
export const pdfOf = async (
  pages: readonly string[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> => {
  const document = new Pdf({ ...options, autoFirstPage: false })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.once('end', resolve))
  for (const text of pages) {
    document.addPage()
    if (text === '') document.moveTo(100, 100).lineTo(300, 300).stroke()
    else document.text(text)
  }
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}
