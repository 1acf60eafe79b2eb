import { z } from 'zod'
import type { Parser } from '#providers/parsing/index.ts'
import { FIELDS, type Field } from './fields.ts'

/** The parser's input. */
export interface FileInput {
  format: 'CSV' | 'ICS'
  content: string
  columns: Record<string, Field>
}

const Problem = z.strictObject({
  field: z.enum(FIELDS).nullable(),
  code: z.string(),
  detail: z.string(),
})

const ParsedFile = z.union([
  z.strictObject({
    rows: z.array(
      z.strictObject({
        source: z.partialRecord(z.enum(FIELDS), z.string()),
        problem: Problem.exactOptional(),
      }),
    ),
    /** The columns that were ignored because they are unknown. */
    ignored: z.array(z.string()),
  }),
  /** Why no row can be read. */
  z.strictObject({ code: z.string(), detail: z.string() }),
])
export type ParsedFile = z.infer<typeof ParsedFile>

/** Reads the rows of a file. 5,000 events take about a second. A file that exceeds a limit is refused completely. */
export const FILE_PARSER: Parser<FileInput, ParsedFile> = {
  module: new URL('./parse.ts', import.meta.url),
  answer: ParsedFile,
  limits: { memoryMb: 192, answerCharacters: 20_000_000 },
}
