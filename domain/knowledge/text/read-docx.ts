import { unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { UnreadableDocument, type ReadText } from './block.ts'
import { assertXmlDepth } from './assert-depth.ts'
import { readHtml } from './read-html.ts'
import { HIDDEN, markedByStyle, markedHidden, stylesIn, type WordStyles } from './word-styles.ts'

/** The maximum unpacked size of all text parts of a document. */
const MOST_UNPACKED = 64 * 1024 * 1024
/** Pictures, fonts, macros and embedded files are never unpacked. */
const IS_TEXT = /\.(?:xml|rels)$/i
const IS_STYLES = /(?:^|\/)styles\.xml$/i

/** The text of a Word document with its headings. Ignores macros, pictures, and text that is hidden or struck out. */
export const readDocx = async (bytes: Uint8Array): Promise<ReadText> => {
  const html = await converted(bytes)
  return readHtml(html)
}

const converted = async (bytes: Uint8Array): Promise<string> => {
  try {
    const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: '' }))
    const { zip, styles } = textOnly(bytes)
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(zip) },
      {
        convertImage,
        // A document may bring its own map, which could hide or show other text.
        includeEmbeddedStyleMap: false,
        styleMap: [`highlight[color='${HIDDEN}'] => span[hidden='hidden']`],
        transformDocument: markedByStyle(styles),
      },
    )
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
const textOnly = (bytes: Uint8Array): { zip: Uint8Array; styles: WordStyles } => {
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
  let styles: WordStyles = new Map()
  for (const [name, part] of Object.entries(parts)) {
    const text = new TextDecoder().decode(part)
    assertXmlDepth(text)
    const marked = markedHidden(text)
    if (marked !== text) parts[name] = new TextEncoder().encode(marked)
    if (IS_STYLES.test(name)) styles = stylesIn(marked)
  }
  return { zip: zipSync(parts, { level: 0 }), styles }
}
