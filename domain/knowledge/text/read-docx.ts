import { unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { UnreadableDocument, type ReadText } from './block.ts'
import { assertXmlDepth } from './assert-depth.ts'
import { readHtml } from './read-html.ts'

/** The maximum unpacked size of all text parts of a document. */
const MOST_UNPACKED = 64 * 1024 * 1024
/** Pictures, fonts, macros and embedded files are never unpacked. */
const IS_TEXT = /\.(?:xml|rels)$/i

/** The text of a Word document with its headings. Ignores macros and pictures. */
export const readDocx = async (bytes: Uint8Array): Promise<ReadText> => {
  const html = await converted(bytes)
  return readHtml(html)
}

const converted = async (bytes: Uint8Array): Promise<string> => {
  try {
    const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: '' }))
    const buffer = Buffer.from(textOnly(bytes))
    const { value } = await mammoth.convertToHtml({ buffer }, { convertImage })
    return value
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error
    throw new UnreadableDocument(
      'broken',
      'The file is damaged. Save it again before you upload it.',
    )
  }
}

/**
 * Unpacks the document's text parts. An entry never unpacks beyond its declared size, which limits the input of
 * mammoth; mammoth itself would unpack entries to their end.
 */
const textOnly = (bytes: Uint8Array): Uint8Array => {
  let unpacked = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!IS_TEXT.test(name)) return false
      unpacked += originalSize
      if (unpacked > MOST_UNPACKED)
        throw new UnreadableDocument(
          'too_large',
          'The file is too large when unpacked. Upload it in parts.',
        )
      return true
    },
  })
  for (const part of Object.values(parts)) assertXmlDepth(new TextDecoder().decode(part))
  return zipSync(parts, { level: 0 })
}
