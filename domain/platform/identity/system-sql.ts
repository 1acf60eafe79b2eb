import type { PoolClient } from 'pg'
import { translateDatabaseError } from '../core/errors/database-errors.ts'
import type { Platform } from '../core/context/platform.ts'

/** A statement on the platform's own pool, which is prepared once per connection under its name. */
export interface Statement {
  name: string
  text: string
}

/** Sends one statement and returns its rows. */
export type Sql = <Row extends object>(statement: Statement, values?: unknown[]) => Promise<Row[]>

/** Runs one statement across tenants, because the tenant is not known before the sign-in. */
export const systemSql =
  (platform: Platform): Sql =>
  async <Row extends object>(statement: Statement, values: unknown[] = []): Promise<Row[]> => {
    try {
      return (await platform.database.system.query<Row>({ ...statement, values })).rows
    } catch (error) {
      throw translateDatabaseError(error)
    }
  }

/** Runs several statements in one transaction. Statements that are not awaited in between share a round trip. */
export const systemTransaction = async <T>(
  platform: Platform,
  work: (sql: Sql) => Promise<T>,
): Promise<T> => {
  const client = await platform.database.system.connect().catch((error: unknown) => {
    throw translateDatabaseError(error)
  })
  const sql: Sql = async <Row extends object>(statement: Statement, values: unknown[] = []) =>
    (await client.query<Row>({ ...statement, values })).rows
  try {
    const [, result] = await Promise.all([client.query('BEGIN'), work(sql)])
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    client.release(await rollback(client))
    throw translateDatabaseError(error)
  }
}

/** Rolls back. Returns true if the connection can no longer be used. */
const rollback = async (client: PoolClient): Promise<boolean> => {
  try {
    await client.query('ROLLBACK')
    return false
  } catch {
    return true
  }
}
