import { unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { UnreadableDocument, type ReadText } from './block.ts'
import { readHtml } from './read-html.ts'

/** Of all parts of a document, unpacked. */
const MOST_UNPACKED = 200 * 1024 * 1024

/** The text of a Word document under its headings. Macros are not looked at, and pictures left out. */
export const readDocx = async (bytes: Uint8Array): Promise<ReadText> => {
  const html = await converted(bytes)
  return readHtml(html)
}

const converted = async (bytes: Uint8Array): Promise<string> => {
  let unpacked = 0
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unpacked += originalSize
        return false
      },
    })
    if (unpacked <= MOST_UNPACKED) {
      const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: '' }))
      const { value } = await mammoth.convertToHtml(
        { buffer: Buffer.from(bytes) },
        { convertImage },
      )
      return value
    }
  } catch {
    throw new UnreadableDocument('broken', 'The file is damaged. Save it anew and upload it again.')
  }
  throw new UnreadableDocument(
    'too_large',
    'The file unpacks to more than can be read. Upload its parts.',
  )
}
