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
 * The pool that Prisma sees: it gives the connection of the current transaction. A transaction that Prisma starts
 * (nested writes, `update` with `include`) is part of that transaction.
 */
class BoundPool extends pg.Pool {
  override query = ((statement: pg.QueryConfig) =>
    boundClient().query(named(statement))) as pg.Pool['query']

  override connect = (() => Promise.resolve(joined(boundClient()))) as unknown as pg.Pool['connect']
}

/** A connection on which Prisma's transactions join the open one. It must not be released here. */
const joined = (client: pg.PoolClient) => ({
  query: (statement: pg.QueryConfig) => {
    if (statement.text === 'ROLLBACK') return aborted(client)
    return JOINING.has(statement.text) ? NOTHING : client.query(named(statement))
  },
  on: () => undefined,
  removeListener: () => undefined,
  release: () => undefined,
})

const JOINING: ReadonlySet<string> = new Set(['BEGIN', 'COMMIT'])
const NOTHING = Promise.resolve({ fields: [], rows: [], rowCount: 0 })

/**
 * Aborts the open transaction, or its part since the last savepoint, as a failed statement would: a write that
 * Prisma gave up half way is not committed, even if its error is caught.
 */
const aborted = (client: pg.PoolClient) => client.query(FAILING).catch(() => NOTHING)

/** Fails, because there is no such savepoint. */
const FAILING = 'ROLLBACK TO SAVEPOINT nested_write'

const boundClient = (): pg.PoolClient => {
  const connection = bound.getStore()
  if (!connection)
    throw new Error('A statement outside transact() or read(): there is no tenant to run it for')
  return connection.client
}
