import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '#prisma/generated/client.ts'
import { statementName, type Connection } from './connection.ts'

/** The connection of the transaction that this asynchronous scope is in. */
export const bound = new AsyncLocalStorage<Connection>()

/** Prisma on the connection of the transaction in scope. */
export const createPrisma = (): PrismaClient =>
  new PrismaClient({
    adapter: new PrismaPg(new BoundPool(), {
      statementNameGenerator: ({ sql }) => (growsWithInput(sql) ? UNNAMED : statementName(sql)),
    }),
  })

/** PostgreSQL keeps a statement of this name until the next one only. */
const UNNAMED = ''

/** `IN` with more than eight parameters, or rows after the first of `VALUES`. */
const LONG_LIST = / IN \((?:\$\d+,){8}|\), \((?:\$|DEFAULT)/

/**
 * Whether Prisma writes another text for each number of values. Such a statement gets no name: a
 * connection keeps every named statement prepared until it closes. Short lists are few texts.
 */
const growsWithInput = (sql: string): boolean => LONG_LIST.test(sql)

/**
 * What Prisma is given for a pool: the connection of the transaction in scope. Where Prisma wants a
 * transaction of its own (nested writes, `update` with `include`), it gets a savepoint.
 */
class BoundPool extends pg.Pool {
  override query = ((...args: Parameters<pg.PoolClient['query']>) =>
    boundClient().query(...args)) as pg.Pool['query']

  override connect = (() => Promise.resolve(nested(boundClient()))) as unknown as pg.Pool['connect']
}

const SAVEPOINTS: Record<string, string> = {
  BEGIN: 'SAVEPOINT prisma',
  COMMIT: 'RELEASE SAVEPOINT prisma',
  ROLLBACK: 'ROLLBACK TO SAVEPOINT prisma',
}

/** A connection inside a transaction, with savepoints for transactions. It is not ours to release. */
const nested = (client: pg.PoolClient) => ({
  query: ({ text, ...rest }: pg.QueryConfig) =>
    SAVEPOINTS[text] ? client.query(SAVEPOINTS[text]) : client.query({ text, ...rest }),
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
