import { getDocumentProxy } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { UnreadableDocument, type LeftOut, type ReadText } from './block.ts'
import { blocksOf } from './pdf/blocks-of.ts'
import { piecesOf, type PageText } from './pdf/pieces-of.ts'

/**
 * The text of a PDF by page, as it is laid out: columns one after the other, tables by row, words that are parted at
 * the end of a line joined, and larger letters as headings. A page without text is probably a scan.
 */
export const readPdf = async (bytes: Uint8Array): Promise<ReadText> => {
  const pages = await pagesOf(bytes)
  return {
    pageCount: pages.length,
    blocks: blocksOf(pages),
    leftOut: pages.flatMap(({ hasHidden, hasStruck }, index) => [
      ...(hasHidden ? [leftOutAt('hidden_text_left_out', index)] : []),
      ...(hasStruck ? [leftOutAt('struck_text_left_out', index)] : []),
    ]),
  }
}

const leftOutAt = (code: LeftOut['code'], index: number): LeftOut => ({ code, page: index + 1 })

/** Images are not decoded, and letters are not prepared for drawing. */
const TEXT_ONLY = { maxImageSize: 0, disableFontFace: false, verbosity: 0 }

const pagesOf = async (bytes: Uint8Array): Promise<PageText[]> => {
  let document: PDFDocumentProxy | undefined
  try {
    document = await getDocumentProxy(bytes, TEXT_ONLY)
    const layers = await document.getOptionalContentConfig()
    const pages: PageText[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      pages.push(await piecesOf(page, layers))
      page.cleanup()
    }
    return pages
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new UnreadableDocument(
        'encrypted',
        'The file is encrypted. Save it without a password before you upload it.',
      )
    throw new UnreadableDocument(
      'broken',
      'The file is damaged. Save it again before you upload it.',
    )
  } finally {
    await document?.loadingTask.destroy()
  }
}
