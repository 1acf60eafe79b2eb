import { MOST_ROWS } from '../rules.ts'

/** What a row can say: the columns of a CSV file, by these names. */
export const FIELDS = [
  'external_id',
  'child',
  'child_birth_date',
  'provider',
  'service',
  'location',
  'room',
  'type',
  'start',
  'time_zone',
  'duration',
  'end',
  'status',
  'notes',
] as const
export type Field = (typeof FIELDS)[number]

/** A row as the file has it: text, trimmed, without what is empty. */
export type Source = Partial<Record<Field, string>>

/** What is wrong with a row: where, a stable code, and what to do about it. */
export interface RowProblem {
  field: Field | null
  code: string
  detail: string
}

/** A row of a file, or what is wrong with its text. */
export interface FileRow {
  source: Source
  problem?: RowProblem
}

/** Wrong with a row. */
export class InvalidRow extends Error {
  readonly problem: RowProblem
  /** The child that the row names, where that much of it is known. */
  childId?: string
  constructor(field: Field | null, code: string, detail: string) {
    super(detail)
    this.problem = { field, code, detail }
  }
}

/** A file of which no row can be read: a stable code, and what to do about it. */
export class UnreadableFile extends Error {
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

export class TooManyRows extends UnreadableFile {
  constructor() {
    super('too_many_rows', `The file has more than ${MOST_ROWS} rows. Send parts.`)
  }
}
