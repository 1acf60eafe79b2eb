import { z } from 'zod'
import type { Parser } from '#providers/parsing/index.ts'
import type { KnowledgeFormat } from './rules.ts'
import { Warnings } from './schemas.ts'

/** The parser's input. */
export interface DocumentInput {
  format: KnowledgeFormat
  bytes: Uint8Array
}

const ParsedDocument = z.union([
  z.strictObject({
    pageCount: z.int().nullable(),
    passages: z.array(
      z.strictObject({
        page: z.int().nullable(),
        headings: z.array(z.string()),
        startsWith: z.int(),
        text: z.string(),
      }),
    ),
    warnings: Warnings,
  }),
  /** Why the document cannot be read. */
  z.strictObject({ code: z.string(), detail: z.string() }),
])
export type ParsedDocument = z.infer<typeof ParsedDocument>

/** Reads a document and splits it into passages. */
export const DOCUMENT_PARSER: Parser<DocumentInput, ParsedDocument> = {
  module: new URL('./parse.ts', import.meta.url),
  answer: ParsedDocument,
  limits: { memoryMb: 384, answerCharacters: 60_000_000 },
}
