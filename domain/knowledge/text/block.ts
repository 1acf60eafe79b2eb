/** A paragraph, a list or a table of a document, with its headings. */
export interface Block {
  page: number | null
  headings: string[]
  text: string
  /** Set for a table, which is kept whole if it fits. */
  whole?: true
}

/** The result of reading a format. */
export interface ReadText {
  pageCount: number | null
  blocks: Block[]
  /** Whether the text contained invisible characters. */
  hidden: boolean
}

/** Why the text of a file cannot be read. */
export class UnreadableDocument extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Zero-width and directional characters. U+200C and U+200D are kept, because names need them. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu

/**
 * Normalizes text for storage and citation: composed characters, no invisible characters, collapsed spaces.
 * Line breaks are kept.
 */
export const cleaned = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\u0000', '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
