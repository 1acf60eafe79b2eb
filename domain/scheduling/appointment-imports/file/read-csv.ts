import { CsvError, parse } from 'csv-parse/sync'
import {
  FIELDS,
  TooManyRows,
  UnreadableFile,
  type Field,
  type FileRow,
  type Source,
} from './fields.ts'
import { MOST_ROWS } from '../rules.ts'

const SEPARATORS = [',', ';', '\t']
const MOST_COLUMNS = 200
/** Maximum length at which the name of an ignored column is shown. */
const LONGEST_NAME = 200

/**
 * Reads the rows of a CSV file by its header. The separator is a comma, a semicolon or a tab; a first line
 * `sep=;` can set it. Quotes follow RFC 4180.
 */
export const readCsv = (
  content: string,
  columns: Record<string, Field> = {},
): { rows: FileRow[]; ignored: string[] } => {
  const [header, ...lines] = linesOf(content)
  if (!header || lines.length === 0)
    throw new UnreadableFile('no_rows', 'The file has no rows below its header.')
  if (header.length > MOST_COLUMNS)
    throw new UnreadableFile(
      'too_many_columns',
      `The file has more than ${MOST_COLUMNS} columns. Remove those that are not needed.`,
    )
  const fields = header.map((name) => (Object.hasOwn(columns, name) ? columns[name] : known(name)))
  const twice = fields.find((field, index) => field && fields.indexOf(field) !== index)
  if (twice)
    throw new UnreadableFile(
      'column_twice',
      `The header has two columns named ${twice}. Remove one of them.`,
    )
  for (const field of ['child', 'start'] as const)
    if (!fields.includes(field))
      throw new UnreadableFile(
        'column_missing',
        `The file has no column named ${field}. Rename the column in the header, or map it in columns.`,
      )
  if (lines.length > MOST_ROWS) throw new TooManyRows()
  return {
    rows: lines.map((cells) => rowOf(fields, cells)),
    ignored: header.flatMap((name, index) => (fields[index] ? [] : name.slice(0, LONGEST_NAME))),
  }
}

const rowOf = (fields: readonly (Field | undefined)[], cells: readonly string[]): FileRow => {
  const source: Source = {}
  for (const [index, field] of fields.entries()) {
    const text = cells[index]?.trim()
    if (field && text) source[field] = text
  }
  if (cells.length <= fields.length) return { source }
  const detail = `The row has ${cells.length} cells, but the header has ${fields.length}. Quote values that contain the separator.`
  return { source, problem: { field: null, code: 'too_many_cells', detail } }
}

/** Recognizes column names: `External ID` is external_id. */
const known = (name: string): Field | undefined => {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return FIELDS.find((field) => field === plain)
}

/** Matches Excel's first line, which sets the separator and is not a row. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;\t])"?(?:\r\n|\r|\n)/i

const linesOf = (text: string): string[][] => {
  const [line = '', named] = SEPARATOR_LINE.exec(text) ?? []
  const content = text.slice(line.length)
  const firstLine = content.slice(0, content.search(/\r|\n|$/))
  const [found] = SEPARATORS.toSorted(
    (a, b) => firstLine.split(b).length - firstLine.split(a).length,
  )
  const delimiter = named ?? found!
  try {
    return parse(content, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: MOST_ROWS + 2,
    }).filter((cells) => cells.some((cell) => cell !== ''))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // The library's messages quote the file, which contains names, so only the line is used.
    const line = 'lines' in error ? ` near line ${String(error['lines'])}` : ''
    throw new UnreadableFile('malformed_csv', `The file is not valid CSV${line}. Check its quotes.`)
  }
}
