/** The parser for knowledge documents, which runs in a thread of providers/parsing. */
import { marked } from 'marked'
import { UnreadableDocument, type ReadText } from '../text/block.ts'
import { assertMarkdownDepth } from '../text/assert-depth.ts'
import { passagesOf } from '../text/passages-of.ts'
import { MOST_PASSAGES } from '../text/rules.ts'
import { readDocx } from '../text/read-docx.ts'
import { readHtml } from '../text/read-html.ts'
import { readPdf } from '../text/read-pdf.ts'
import { readText } from '../text/read-text.ts'
import type { DocumentInput, ParsedDocument } from './document-parser.ts'

const MOST_WARNINGS = 1_000

export const parse = async (input: DocumentInput): Promise<ParsedDocument> => {
  try {
    const { pageCount, blocks, leftOut } = await read(input)
    const passages = passagesOf(blocks)
    if (passages.length === 0)
      throw new UnreadableDocument(
        'no_text',
        'The file contains no text. It may be a scan. Upload a file with selectable text.',
      )
    if (passages.length > MOST_PASSAGES)
      throw new UnreadableDocument('too_long', 'The file is too long. Upload it in parts.')
    const silent = blocks.filter(({ page, text }) => page !== null && text === '')
    const warnings = [
      ...leftOut,
      ...silent.map(({ page }) => ({ code: 'page_without_text' as const, page })),
    ]
    return { pageCount, passages, warnings: warnings.slice(0, MOST_WARNINGS) }
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    return { code: error.code, detail: error.message }
  }
}

const read = async ({ format, bytes }: DocumentInput): Promise<ReadText> => {
  switch (format) {
    case 'PDF':
      return readPdf(bytes)
    case 'DOCX':
      return readDocx(bytes)
    case 'HTML':
      return readHtml(decoded(bytes))
    case 'MARKDOWN':
      return readMarkdown(decoded(bytes))
    case 'TEXT':
      return readText(decoded(bytes))
  }
}

const readMarkdown = async (markdown: string): Promise<ReadText> => {
  assertMarkdownDepth(markdown)
  return readHtml(await marked.parse(markdown))
}

const decoded = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes)
