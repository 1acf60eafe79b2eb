/** A paragraph, a list or a table of a document, with its headings. */
export interface Block {
  page: number | null
  headings: string[]
  text: string
  /**
   * Set for a table, whose lines are its rows. In a `labelled` one, each row names its columns, so it can be read
   * alone; a `plain` one is kept whole if it fits.
   */
  table?: 'labelled' | 'plain'
}

/** Text that a reader of the document does not see, or sees struck out. It is not part of the blocks. */
export interface LeftOut {
  code: 'hidden_text_left_out' | 'struck_text_left_out'
  page: number | null
}

/** The result of reading a format. */
export interface ReadText {
  pageCount: number | null
  blocks: Block[]
  leftOut: LeftOut[]
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
