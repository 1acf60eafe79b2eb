import { MOST_ROWS } from '../rules.ts'

/** The columns of a row in a CSV file. */
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

/** A row of the file as trimmed texts. Empty texts are left out. */
export type Source = Partial<Record<Field, string>>

/** An error in a row: its position, a stable code and a remedy. */
export interface RowProblem {
  field: Field | null
  code: string
  detail: string
}

/** A row of a file, or the errors in its text. */
export interface FileRow {
  source: Source
  problem?: RowProblem
}

/** Thrown for an error in a row. */
export class InvalidRow extends Error {
  readonly problem: RowProblem
  /** The row's child, if recognized. */
  childId?: string
  constructor(field: Field | null, code: string, detail: string) {
    super(detail)
    this.problem = { field, code, detail }
  }
}

/** Thrown for a file without a single readable row, with a stable code and a remedy. */
export class UnreadableFile extends Error {
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

export class TooManyRows extends UnreadableFile {
  constructor() {
    super('too_many_rows', `The file has more than ${MOST_ROWS} rows. Send it in parts.`)
  }
}
