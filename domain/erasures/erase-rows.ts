import type { Reader, Transaction } from '../core/transaction.ts'
import type { NamedPerson } from '../persons/named-person.ts'
import { loadPerson, valuesFor, type Person } from './person.ts'
import type { Step } from './steps.ts'

/** Rows per statement. */
const BATCH_SIZE = 500

/** What a pass over the tables works with, read once. */
export interface Pass {
  erasureId: string
  person: Person
  /** Columns of each table's primary key besides the tenant. */
  keys: ReadonlyMap<string, readonly string[]>
}

export const preparePass = async (
  reader: Reader,
  { id, ...named }: NamedPerson & { id: string; recordIds: string[] },
): Promise<Pass> => {
  const rows = await reader.sql<{ table: string; columns: string[] }>(KEY_COLUMNS)
  return {
    erasureId: id,
    person: await loadPerson(reader, named, named.recordIds),
    keys: new Map(rows.map(({ table, columns }) => [table, columns])),
  }
}

/**
 * Removes or empties the rows of one step, by the function that alone may (therapy.erase_rows). Files go
 * first: should the transaction fail, the rows still say which. Answers how many rows it changed; the second
 * time none.
 */
export const eraseRows = async (tx: Transaction, pass: Pass, step: Step): Promise<number> => {
  const { table, rule } = step
  const keys = await keysOf(tx, pass, step)
  let erased = 0
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    const batch = keys.slice(from, from + BATCH_SIZE)
    if (rule.how === 'REMOVE' && rule.files) await removeFiles(tx, batch)
    const columns = rule.how === 'EMPTY' ? rule.columns : null
    const [row] = await tx.sql<{ count: number }>(ERASE, [
      pass.erasureId,
      tx.now,
      table,
      JSON.stringify(batch),
      columns,
    ])
    erased += row!.count
  }
  return erased
}

/** A primary key, by column. */
type Key = Record<string, unknown>

const keysOf = async (
  tx: Transaction,
  { person, keys }: Pass,
  { table, rows }: Step,
): Promise<Key[]> => {
  const members = keys.get(table)!.map((name) => `'${name}', t.${name}`)
  const text = `SELECT jsonb_build_object(${members.join(', ')}) AS key FROM ${table} t WHERE t.tenant_id = $1 AND ${rows('t')}`
  const found = await tx.sql<{ key: Key }>(text, valuesFor(tx, person, text))
  return found.map(({ key }) => key)
}

/** The file of a record has its id for a name (fileKey, archiveKey). */
const removeFiles = async ({ platform, tenantId }: Transaction, keys: Key[]): Promise<void> => {
  for (const { id } of keys) await platform.files.remove(`${tenantId}/${String(id)}`)
}

const ERASE = 'SELECT therapy.erase_rows($1, $2, $3, $4::jsonb, $5::text[]) AS count'

const KEY_COLUMNS = `SELECT c.relname AS table, array_agg(a.attname::text) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
  WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace AND a.attname <> 'tenant_id' GROUP BY c.relname`
