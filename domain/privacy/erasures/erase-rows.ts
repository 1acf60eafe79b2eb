import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import type { NamedPerson } from '#people/persons/named-person.ts'
import { loadPerson, valuesFor, type Person } from '#people/persons/person.ts'
import type { Step } from './step.ts'

/** Maximum number of rows per statement. */
const BATCH_SIZE = 500

/** The data for one pass over the tables, read once. */
export interface Pass {
  erasureId: string
  person: Person
  /** The columns of each table's primary key, except the tenant. */
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
 * Removes or empties the rows of one step, through the only function that may do so (therapy.erase_rows), and
 * removes their files after the commit. Returns the number of changed rows, which is 0 on a repeat.
 */
export const eraseRows = async (tx: Transaction, pass: Pass, step: Step): Promise<number> => {
  const { table, rule } = step
  const keys = await keysOf(tx, pass, step)
  let erased = 0
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    const batch = keys.slice(from, from + BATCH_SIZE)
    if (rule.how === 'REMOVE' && rule.files) await removeFiles(tx, table, batch)
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

/** A primary key, as values by column. */
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

const removeFiles = async (tx: Transaction, table: string, keys: Key[]): Promise<void> => {
  const rows = await tx.sql<{ key: string }>(
    `SELECT storage_key AS key FROM ${table}
     WHERE tenant_id = $1 AND id = ANY($2::text[]) AND storage_key IS NOT NULL`,
    [tx.tenantId, keys.map(({ id }) => id)],
  )
  tx.removeFiles(rows.map(({ key }) => key))
}

const ERASE = 'SELECT therapy.erase_rows($1, $2, $3, $4::jsonb, $5::text[]) AS count'

const KEY_COLUMNS = `SELECT c.relname AS table, array_agg(a.attname::text) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
  WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace AND a.attname <> 'tenant_id' GROUP BY c.relname`
