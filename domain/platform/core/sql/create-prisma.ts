import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '#prisma/generated/client.ts'
import { statementName, type Connection } from './connection.ts'
import { listsAsArrays } from './lists-as-arrays.ts'

/** The connection of the transaction in the current asynchronous scope. */
export const bound = new AsyncLocalStorage<Connection>()

/** Creates a Prisma client that uses the connection of the current transaction. */
export const createPrisma = (): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(new BoundPool()) })

/** Matches the second and later rows of `VALUES`. */
const MANY_ROWS = /\), \((?:\$|DEFAULT)/

/**
 * Names statements, so that they are prepared. A statement that Prisma rewrites for each number of rows gets no
 * name, because a connection keeps every named statement prepared until it closes.
 */
const named = ({ text: written, values: given = [], ...rest }: pg.QueryConfig): pg.QueryConfig => {
  const { text, values } = listsAsArrays(written, given)
  return { ...rest, text, values, ...(!MANY_ROWS.test(text) && { name: statementName(text) }) }
}

/**
 * The pool that Prisma sees: it gives the connection of the current transaction. If Prisma starts a transaction
 * (nested writes, `update` with `include`), it gets a savepoint.
 */
class BoundPool extends pg.Pool {
  override query = ((statement: pg.QueryConfig) =>
    boundClient().query(named(statement))) as pg.Pool['query']

  override connect = (() => Promise.resolve(nested(boundClient()))) as unknown as pg.Pool['connect']
}

const SAVEPOINTS: Record<string, string> = {
  BEGIN: 'SAVEPOINT prisma',
  COMMIT: 'RELEASE SAVEPOINT prisma',
  ROLLBACK: 'ROLLBACK TO SAVEPOINT prisma',
}

/**
 * A connection that is already in a transaction: it uses savepoints for nested transactions, and must not be
 * released here.
 */
const nested = (client: pg.PoolClient) => ({
  query: (statement: pg.QueryConfig) =>
    client.query(SAVEPOINTS[statement.text] ?? named(statement)),
  on: () => undefined,
  removeListener: () => undefined,
  release: () => undefined,
})

const boundClient = (): pg.PoolClient => {
  const connection = bound.getStore()
  if (!connection)
    throw new Error('A statement outside transact() or read(): there is no tenant to run it for')
  return connection.client
}
