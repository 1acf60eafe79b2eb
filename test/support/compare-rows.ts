import pg from 'pg'
import type { ResultColumn } from './describe-statement.ts'
import type { SqlCall } from './sql-calls.ts'

type Row = NonNullable<SqlCall['row']>

/** How the rows of a statement differ from their declared type. */
export const compareRows = (
  row: Row,
  columns: readonly ResultColumn[],
  catalog: Catalog,
): string[] => {
  const selected = columns.filter(({ dataTypeID }) => dataTypeID !== VOID)
  const names = selected.map(({ name }) => name)
  return [
    ...Object.entries(row)
      .filter(([name, { optional }]) => !optional && !names.includes(name))
      .map(([name]) => `${name} is declared, not selected`),
    ...names
      .filter((name, index) => names.indexOf(name) < index)
      .map((name) => `${name} is selected twice`),
    ...selected.flatMap((column) => differences(row, column, catalog)),
  ]
}

const differences = (row: Row, column: ResultColumn, catalog: Catalog): string[] => {
  const { name } = column
  const member = row[name]
  if (!member) return [`${name} is selected, not declared`]
  if (member.kinds.includes('unknown')) return []
  const kind = catalog.kindOf(column)
  const hasNull = catalog.isNullable(column) && !member.nullable
  return [
    ...(fits(kind, member.kinds) ? [] : [`${name} is ${kind}, not ${member.kinds.join(' | ')}`]),
    ...(hasNull ? [`${name} may be NULL`] : []),
  ]
}

/** The database does not know the content of JSON, only what cannot be JSON. */
const fits = (kind: string, declared: readonly string[]): boolean =>
  kind === 'json'
    ? declared.some((it) => it !== 'Date' && it !== 'Buffer')
    : declared.includes(kind)

/** The database type of a column's values. */
export interface Catalog {
  /** The JavaScript type that `pg` returns. */
  kindOf: (column: ResultColumn) => string
  isNullable: (column: ResultColumn) => boolean
}

export const readCatalog = async (client: pg.Client): Promise<Catalog> => {
  const types = await client.query<{ oid: number; name: string; element: string | null }>(TYPES)
  const columns = await client.query<{ key: string; name: string }>(NULLABLE)
  const byOid = new Map(types.rows.map((type) => [type.oid, type]))
  const nullable = new Map(columns.rows.map(({ key, name }) => [key, name]))
  return {
    kindOf: ({ dataTypeID: oid }) => {
      const { name, element } = byOid.get(oid)!
      const isRead = element !== null && Array.isArray(pg.types.getTypeParser(oid)('{}'))
      return isRead ? `${scalar(element)}[]` : scalar(name)
    },
    isNullable: ({ tableID, columnID, outerJoined, text }) => {
      const name = nullable.get(`${tableID}.${columnID}`)
      const isRequired = new RegExp(`(?:AND|WHERE|ON) (?:\\w+\\.)?${name} IS NOT NULL`).test(text)
      return outerJoined || (name !== undefined && !isRequired)
    },
  }
}

/** Of functions called for their effect. */
const VOID = 2278

const scalar = (type: string): string => KINDS[type] ?? 'string'

/** The types that `pg` does not return as text. */
const KINDS: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  oid: 'number',
  date: 'Date',
  timestamp: 'Date',
  timestamptz: 'Date',
  json: 'json',
  jsonb: 'json',
  bytea: 'Buffer',
  interval: 'object',
}

const TYPES = `
  SELECT t.oid::int, t.typname AS name, e.typname AS element
  FROM pg_type t LEFT JOIN pg_type e ON t.typcategory = 'A' AND e.oid = t.typelem`

const NULLABLE = `
  SELECT attrelid || '.' || attnum AS key, attname AS name FROM pg_attribute
  WHERE attnum > 0 AND NOT attnotnull`
