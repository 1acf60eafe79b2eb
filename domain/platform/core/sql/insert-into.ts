import type { Prisma } from '#prisma/generated/client.ts'
import type { Statement } from './combine.ts'

/** The tables into which SQL inserts, with their columns as in Prisma's models. */
interface Tables {
  appointment_changes: Columns<Prisma.AppointmentChangeCreateManyInput>
  appointments: Columns<Prisma.AppointmentCreateManyInput>
  audit_entries: Columns<Prisma.AuditEntryCreateManyInput>
  audit_heads: Columns<Prisma.AuditHeadCreateManyInput>
  audit_seals: Columns<Prisma.AuditSealCreateManyInput>
  follow_ups: Columns<Prisma.FollowUpCreateManyInput>
  idempotency_keys: Columns<Prisma.IdempotencyKeyCreateManyInput>
  operator_tokens: Columns<Prisma.OperatorTokenCreateManyInput>
  outbox: Columns<Prisma.OutboxCreateManyInput>
  refresh_tokens: Columns<Prisma.RefreshTokenCreateManyInput>
  revoked_tokens: Columns<Prisma.RevokedTokenCreateManyInput>
  session_note_versions: Columns<Prisma.SessionNoteVersionCreateManyInput>
  sessions: Columns<Prisma.SessionCreateManyInput>
  waitlist_offers: Columns<Prisma.WaitlistOfferCreateManyInput>
}

export type Table = keyof Tables
export type RowOf<Into extends Table> = Tables[Into]

/** Nullable columns, and columns with defaults, are optional. */
type Columns<Input> = { [Column in keyof Input]: Value<Input[Column]> }

/** The type that Prisma accepts, without its alternative forms. */
type Value<T> = Prisma.InputJsonObject extends T
  ? JsonText | null
  : Date extends T
    ? Exclude<T, string>
    : [bigint] extends [T]
      ? T | string
      : string[] extends T
        ? Extract<T, readonly unknown[]>
        : T

declare const JSON_TEXT: unique symbol
type JsonText = string & { [JSON_TEXT]: true }

/** The value of a JSON column, because `pg` would convert an array to a PostgreSQL array. Null becomes NULL. */
export const jsonText = <T>(value: T): JsonText | Extract<T, null> =>
  value === null ? (value as Extract<T, null>) : (JSON.stringify(value) as JsonText)

/**
 * Inserts rows by column name in one statement. All rows have the columns of the first. Always use the same
 * columns, because the statement is prepared by its text.
 */
export const insertInto = <Into extends Table>(
  table: Into,
  rows: RowOf<Into> | readonly RowOf<Into>[],
  onConflict = '',
): Statement => {
  const all = (Array.isArray(rows) ? rows : [rows]) as readonly Record<string, unknown>[]
  const columns = Object.keys(all[0]!)
  return {
    text: textOf(table, columns, all.length, onConflict),
    values: all.flatMap((row) => columns.map((column) => row[column] ?? null)),
  }
}

const texts = new Map<string, string>()

const textOf = (table: string, columns: string[], rows: number, onConflict: string): string => {
  const key = `${table} ${columns.join()} ${rows} ${onConflict}`
  const known = texts.get(key)
  if (known) return known
  const tuple = (_: unknown, row: number) =>
    `(${columns.map((_column, index) => `$${row * columns.length + index + 1}`).join(', ')})`
  const tuples = Array.from({ length: rows }, tuple).join(', ')
  const text =
    `INSERT INTO ${table} (${columns.map(columnName).join(', ')}) VALUES ${tuples} ${onConflict}`.trimEnd()
  texts.set(key, text)
  return text
}

/** The column of a member: `childId` is `child_id`. */
export const columnName = (member: string): string =>
  member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
