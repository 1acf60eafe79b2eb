import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../../prisma/generated/client.ts'
import { translateDatabaseError } from './database-errors.ts'

export interface DatabaseOptions {
  /** Connection string of the restricted role: row-level security applies to it. */
  appUrl: string
  /** Connection string of the platform's own role: outbox, deliveries, sign-in, seals. */
  systemUrl: string
  /** Connections per role. */
  poolSize?: number
  /** The platform's own statements are those of relay and courier: few, with arrays. */
  worksOnBatches?: boolean
  /** Told of connections that fail while idle; the pool replaces them. */
  onIdleError?: (error: Error) => void
}

/** Told of the tenants' transactions, for metrics. */
export interface DatabaseObserver {
  /** A transaction got its connection after a wait. */
  connected: (waitMs: number) => void
  /** A transaction got no connection. */
  refused: () => void
  ended: (mode: 'read' | 'write', outcome: 'committed' | 'rolled_back', ms: number) => void
}

/** Milliseconds after which the server gives up a statement, and an idle open transaction. */
const STATEMENT_TIMEOUT_MS = 15_000

/**
 * Relay and courier work on arrays: what is best for their statements changes with the size of a
 * table. A generic plan, made while the table was empty, delivered 218 webhooks a second.
 */
const PLAN_EACH_TIME = '-c plan_cache_mode=force_custom_plan'

/** A connection for callers who are bound to a provider: until it says which, it sees no child. */
const SEES_A_CASELOAD = '-c role=therapy_caseload'

/** What a transaction sees: a tenant's records, of its children all or a provider's at an instant. */
export interface Sight {
  tenantId: string
  caseload?: { providerId: string; at: Date }
}

/**
 * The tenant's connections. A transaction binds one connection, and its tenant, to the asynchronous
 * scope; Prisma and `sql` both run on it. Outside a transaction there is no connection to use, so
 * that no statement can run without a tenant.
 */
export class Database implements AsyncDisposable {
  /** Prisma on the transaction's connection. Await its promises inside the transaction: they are lazy. */
  readonly prisma: PrismaClient
  /** The platform's own pool, across tenants, on the few tables that grant it. */
  readonly system: pg.Pool
  readonly #app: pg.Pool
  /** The same login in a role that sees one provider's children (docs/decisions/0040). */
  readonly #caseload: pg.Pool
  #observer: DatabaseObserver | undefined

  constructor(options: DatabaseOptions) {
    this.#app = createPool(options.appUrl, options)
    this.#caseload = createPool(options.appUrl, { ...options, settings: SEES_A_CASELOAD })
    this.system = createPool(options.systemUrl, {
      ...options,
      ...(options.worksOnBatches && { settings: PLAN_EACH_TIME }),
    })
    this.prisma = new PrismaClient({
      adapter: new PrismaPg(new BoundPool(), {
        statementNameGenerator: ({ sql }) => statementName(sql),
      }),
    })
  }

  /** The pools by role, for metrics. */
  get pools(): Readonly<Record<'app' | 'caseload' | 'system', pg.Pool>> {
    return { app: this.#app, caseload: this.#caseload, system: this.system }
  }

  observe(observer: DatabaseObserver): void {
    this.#observer = observer
  }

  /**
   * Runs `work` on one connection that sees what `sight` says; commits, or rolls back what threw.
   * `last` sends the closing statements; they share COMMIT's round trip.
   */
  async transaction<Scope, T>(
    sight: Sight,
    mode: 'read' | 'write',
    enter: (connection: Connection) => Scope,
    work: (scope: Scope) => Promise<T>,
    last: (scope: Scope) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<T> {
    const askedAt = performance.now()
    const pool = sight.caseload ? this.#caseload : this.#app
    const client = await pool.connect().catch((error: unknown) => {
      this.#observer?.refused()
      throw translateDatabaseError(error)
    })
    const startedAt = performance.now()
    this.#observer?.connected(startedAt - askedAt)
    const connection = new Connection(client)
    try {
      const opened = connection.open(sight, mode)
      const inside = enter(connection)
      const [result] = await Promise.all([bound.run(connection, () => work(inside)), opened])
      if (mode === 'read') leave(client, connection)
      else {
        await inOrder([last(inside), connection.commit()])
        connection.close()
        client.release()
      }
      this.#observer?.ended(mode, 'committed', performance.now() - startedAt)
      return result
    } catch (error) {
      const rolledBack = connection.rollback()
      connection.close()
      client.release(await rolledBack)
      this.#observer?.ended(mode, 'rolled_back', performance.now() - startedAt)
      throw translateDatabaseError(error)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#app.end(), this.#caseload.end(), this.system.end()])
  }
}

/**
 * One open transaction. Statements are pipelined: those of one tick leave in one packet and share a
 * round trip.
 */
export class Connection {
  readonly #client: pg.PoolClient
  #closed = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /**
   * The connection, for as long as it is this transaction's. Work that outlives its transaction must
   * not reach it: by then it may be another tenant's.
   */
  get client(): pg.PoolClient {
    if (this.#closed) throw new Error('A statement after its transaction ended: await all of them')
    return this.#client
  }

  close(): void {
    this.#closed = true
  }

  async open({ tenantId, caseload }: Sight, mode: 'read' | 'write'): Promise<void> {
    if (!/^ten_[a-z0-9]{1,26}$/.test(tenantId)) throw new Error(`Not a tenant's id: ${tenantId}`)
    const begin = mode === 'read' ? 'BEGIN READ ONLY' : 'BEGIN'
    const enter = caseload ? `; ${entering(caseload)}` : ''
    this.#gather()
    await this.#client.query(`${begin}; SET LOCAL app.tenant = '${tenantId}'${enter}`)
  }

  /** Runs one statement, prepared once per connection, and returns its rows. */
  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    this.#gather()
    return prepared<Row>(this.client, text, values)
  }

  async commit(): Promise<void> {
    this.#gather()
    const { command } = await this.#client.query('COMMIT')
    if (command !== 'COMMIT') {
      throw new Error('The transaction was aborted by an error that was swallowed')
    }
  }

  /** Returns true when the connection cannot be used again. */
  async rollback(): Promise<boolean> {
    try {
      await this.#client.query('ROLLBACK')
      return false
    } catch {
      return true
    }
  }

  /** Holds the socket back until the end of the tick: a write to it is dearer than what it carries. */
  #gather(): void {
    const { stream } = socketOf(this.client)
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

const entering = ({ providerId, at }: NonNullable<Sight['caseload']>): string => {
  if (!/^prv_[a-z0-9]{1,26}$/.test(providerId)) throw new Error(`Not a provider: ${providerId}`)
  return `SELECT therapy.enter_caseload('${providerId}', '${at.toISOString()}')`
}

/**
 * Submits a query object of our own: a query by configuration is cloned property by property, which
 * costs more than sending it.
 */
const prepared = <Row>(client: pg.PoolClient, text: string, values: unknown[]): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const query = Object.assign(new pg.Query(text, values), {
      name: statementName(text),
      callback: (error: Error | null, result: { rows: Row[] }) =>
        error ? reject(error) : resolve(result.rows),
    })
    client.query(query)
  })

/** Ends a read, which has nothing to commit and so nothing to wait for. */
const leave = (client: pg.PoolClient, connection: Connection): void => {
  const committed = connection.commit()
  connection.close()
  committed.then(
    () => client.release(),
    () => client.release(true),
  )
}

/** Waits for all and throws what failed first in the order given: COMMIT only echoes the cause. */
const inOrder = async (closing: Promise<unknown>[]): Promise<void> => {
  const outcomes = await Promise.allSettled(closing)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** pg keeps its socket at `connection.stream`; its types do not say so. */
const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Socket } }).connection

/** The connection of the transaction that this asynchronous scope is in. */
const bound = new AsyncLocalStorage<Connection>()

const createPool = (
  connectionString: string,
  { poolSize = 20, onIdleError, settings }: DatabaseOptions & { settings?: string },
) => {
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    ...(settings && { options: settings }),
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS * 2,
  })
  pool.on('error', (error) => onIdleError?.(error))
  // A connection that is lost in use rejects its statements and emits an error as well; where nobody
  // listens to that, Node ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const names = new Map<string, string>()

/** A statement is prepared under the hash of its text. */
const statementName = (text: string): string => {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    names.set(text, name)
  }
  return name
}

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
