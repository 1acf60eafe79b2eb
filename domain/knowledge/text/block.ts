/** A paragraph, a list or a table of a document, with its headings. */
export interface Block {
  page: number | null
  headings: string[]
  text: string
  /** A table, kept whole if it fits. */
  whole?: true
}

/** The result of a format's reader. */
export interface ReadText {
  pageCount: number | null
  blocks: Block[]
  /** The text contained invisible characters. */
  hidden: boolean
}

/** Why no text of a file can be read. */
export class UnreadableDocument extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Zero-width and directional characters; U+200C and U+200D stay, because names need them. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu

/**
 * Normalizes text for storage and citation: composed, without invisible characters. Keeps lines, and collapses
 * spaces.
 */
export const cleaned = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\u0000', '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
