/** A paragraph, a list or a table of a document, with the headings that it stands under. */
export interface Block {
  page: number | null
  headings: string[]
  text: string
  /** A table: it is not cut while it can be kept. */
  whole?: true
}

/** What a reader of a format finds. */
export interface ReadText {
  pageCount: number | null
  blocks: Block[]
  /** Text was there that nobody would have seen. */
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

/** What has no width, or turns the direction of what follows; U+200C and U+200D stay, as names need them. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu

/** Text as it is kept and cited: composed, without what nobody sees. Lines stay, spaces are one. */
export const cleaned = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\u0000', '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
