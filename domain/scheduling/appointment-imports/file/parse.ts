/** The parser for imports, which runs in a thread of providers/parsing. */
import { UnreadableFile, type Field, type FileRow, type RowProblem } from './fields.ts'
import type { FileInput, ParsedFile } from './file-parser.ts'
import { readCsv } from './read-csv.ts'
import { readIcs } from '../icalendar/read-ics.ts'

export const parse = ({ format, content, columns }: FileInput): ParsedFile => {
  try {
    const { rows, ignored } = format === 'CSV' ? readCsv(content, columns) : readIcs(content)
    return { rows: rows.map(bounded), ignored }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { code: error.code, detail: error.message }
  }
}

const LONGEST: Partial<Record<Field, number>> = { notes: 4_000, external_id: 255 }
/**
 * Longer than any name, e-mail address or id. The limit is needed because each occurrence of a rule repeats the
 * texts of its event.
 */
const LONGEST_OTHER = 320

/** Replaces a row whose texts are too long. */
const bounded = ({ source, problem }: FileRow): FileRow => {
  const long = problem ?? tooLong(source)
  return long ? { source: {}, problem: long } : { source }
}

const tooLong = (source: FileRow['source']): RowProblem | undefined => {
  for (const [field, text] of Object.entries(source) as [Field, string][]) {
    const most = LONGEST[field] ?? LONGEST_OTHER
    if (text.length > most)
      return {
        field,
        code: 'too_long',
        detail: `The text is too long. Use at most ${most} characters.`,
      }
  }
  return undefined
}
