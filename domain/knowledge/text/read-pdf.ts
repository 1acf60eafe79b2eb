import { extractText, getDocumentProxy } from 'unpdf'
import { cleaned, UnreadableDocument, type ReadText } from './block.ts'

/** The text of a PDF by page. A page without text is probably a scan. */
export const readPdf = async (bytes: Uint8Array): Promise<ReadText> => {
  const { text, totalPages } = await extracted(bytes)
  const blocks = text.map((said, index) => ({
    page: index + 1,
    headings: [],
    text: cleaned(said).replaceAll('\n', ' '),
  }))
  return { pageCount: totalPages, blocks, leftOut: [] }
}

const extracted = async (bytes: Uint8Array) => {
  try {
    const document = await getDocumentProxy(bytes)
    return await extractText(document, { mergePages: false })
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
  }
}
