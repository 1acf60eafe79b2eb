import { CsvError, parse } from 'csv-parse/sync'
import { invalid } from '../core/errors.ts'
import { FIELDS, type Field, type FileRow, type Source } from './fields.ts'
import { MOST_ROWS } from './rules.ts'

const SEPARATORS = [',', ';', '\t']

/** The rows of a CSV file by its header. Separated by comma, semicolon or tab; quotes as in RFC 4180. */
export const readCsv = (
  content: string,
  columns: Record<string, Field> = {},
): { rows: FileRow[]; ignored: string[] } => {
  const [header, ...lines] = linesOf(content)
  if (!header || lines.length === 0)
    throw invalid('content', 'no_rows', 'The file has no rows below its header.')
  const fields = header.map((name) => columns[name] ?? known(name))
  const twice = fields.find((field, index) => field && fields.indexOf(field) !== index)
  if (twice) throw invalid('content', 'column_twice', `Two columns are ${twice}. Leave one out.`)
  for (const field of ['child', 'start'] as const)
    if (!fields.includes(field))
      throw invalid(
        'content',
        'column_missing',
        `No column is ${field}. Name it so in the header, or say in columns which one it is.`,
      )
  return {
    rows: lines.map((cells) => rowOf(fields, cells)),
    ignored: header.filter((_, index) => !fields[index]),
  }
}

const rowOf = (fields: readonly (Field | undefined)[], cells: readonly string[]): FileRow => {
  const source: Source = {}
  for (const [index, field] of fields.entries()) {
    const text = cells[index]?.trim()
    if (field && text) source[field] = text
  }
  if (cells.length <= fields.length) return { source }
  const detail = `The row has ${cells.length} cells, the header ${fields.length}. Quote what contains the separator.`
  return { source, problem: { field: null, code: 'too_many_cells', detail } }
}

/** `External ID` is external_id. */
const known = (name: string): Field | undefined => {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return FIELDS.find((field) => field === plain)
}

const linesOf = (content: string): string[][] => {
  const firstLine = content.slice(0, content.search(/\r|\n|$/))
  const delimiter = SEPARATORS.toSorted(
    (a, b) => firstLine.split(b).length - firstLine.split(a).length,
  )[0]!
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
    // Its messages quote the file, which has names in it.
    const line = 'lines' in error ? ` near line ${String(error['lines'])}` : ''
    throw invalid('content', 'malformed_csv', `The file is no CSV${line}: mind its quotes.`)
  }
}
