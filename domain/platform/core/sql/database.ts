import pg from 'pg'
import type { PrismaClient } from '#prisma/generated/client.ts'
import { Connection, type AccessScope, type Opening } from './connection.ts'
import { translateDatabaseError } from '../errors/database-errors.ts'
import { bound, createPrisma } from './create-prisma.ts'
import { STATEMENT_TIMEOUT_MS } from './statement-timeout-ms.ts'

export interface DatabaseOptions {
  /** Connection string for the restricted role, which is subject to row-level security. */
  appUrl: string
  /** Connection string for the platform's role: outbox, deliveries, sign-in, seals. */
  systemUrl: string
  /** The number of connections per role. */
  poolSize?: number
  /** True for the relay and the courier, which fill tables within seconds. */
  worksOnBatches?: boolean
  /** Receives failures of idle connections, which the pool replaces. */
  onIdleError?: (error: Error) => void
}

/** Receives events about tenants' transactions, for metrics. */
export interface DatabaseObserver {
  /** A transaction got its connection after waiting this long. */
  connected: (waitMs: number) => void
  /** A transaction got no connection. */
  refused: () => void
  ended: (mode: 'read' | 'write', outcome: 'committed' | 'rolled_back', ms: number) => void
}

/**
 * Connections keep the plans that check foreign keys. Those made while a table is nearly empty would read it
 * from end to end until its next ANALYZE, and planning each check anew costs more than the check.
 */
const ALWAYS_BY_INDEX = '-c enable_seqscan=off -c jit=off'

/** A connection for callers bound to a provider. It sees no child until a provider is set. */
const SEES_A_CASELOAD = '-c role=therapy_caseload'

/** A connection for people bound to locations. It sees no location until locations are set. */
const SEES_LOCATIONS = '-c role=therapy_locations'

/**
 * The connections of tenants. A transaction binds a connection and its tenant to the asynchronous scope, and
 * both Prisma and `sql` use it. Without a transaction there is no connection, so no statement can run without a
 * tenant.
 */
export class Database implements AsyncDisposable {
  /** Prisma on the transaction's connection. Its promises are lazy: await them inside the transaction. */
  readonly prisma: PrismaClient
  /** The platform's own pool across tenants, for the few tables that are granted to it. */
  readonly system: pg.Pool
  readonly #app: pg.Pool
  /** Connections with the same login, in a role that sees one provider's children (docs/decisions/0040). */
  readonly #caseload: pg.Pool
  /** Connections in a role that sees the children of locations (docs/decisions/0114). */
  readonly #locations: pg.Pool
  #observer: DatabaseObserver | undefined

  constructor(options: DatabaseOptions) {
    this.#app = createPool(options.appUrl, options)
    this.#caseload = createPool(options.appUrl, { ...options, settings: SEES_A_CASELOAD })
    this.#locations = createPool(options.appUrl, { ...options, settings: SEES_LOCATIONS })
    this.system = createPool(options.systemUrl, {
      ...options,
      ...(options.worksOnBatches && { settings: ALWAYS_BY_INDEX }),
    })
    this.prisma = createPrisma()
  }

  /** The pools, keyed by role, for metrics. */
  get pools(): Readonly<Record<'app' | 'caseload' | 'locations' | 'system', pg.Pool>> {
    return {
      app: this.#app,
      caseload: this.#caseload,
      locations: this.#locations,
      system: this.system,
    }
  }

  observe(observer: DatabaseObserver): void {
    this.#observer = observer
  }

  /**
   * Runs `work` on a connection that is limited to `sight`. Commits, or rolls back on an error. `last` sends
   * the final statements, which share the round trip of COMMIT.
   */
  async transaction<Scope, T>(
    sight: AccessScope,
    opening: Opening,
    enter: (connection: Connection) => Scope,
    work: (scope: Scope) => Promise<T>,
    last: (scope: Scope) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<T> {
    const { mode } = opening
    const askedAt = performance.now()
    const pool = this.#poolOf(sight)
    const client = await pool.connect().catch((error: unknown) => {
      this.#observer?.refused()
      throw translateDatabaseError(error)
    })
    const startedAt = performance.now()
    this.#observer?.connected(startedAt - askedAt)
    const connection = new Connection(client)
    try {
      const opened = connection.open(sight, opening)
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

  #poolOf({ caseload, locations }: AccessScope): pg.Pool {
    if (locations) return this.#locations
    return caseload ? this.#caseload : this.#app
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Object.values(this.pools).map((pool) => pool.end()))
  }
}

/** Ends a read without waiting, because there is nothing to commit. */
const leave = (client: pg.PoolClient, connection: Connection): void => {
  const committed = connection.commit()
  connection.close()
  committed.then(
    () => client.release(),
    () => client.release(true),
  )
}

/**
 * Waits for all promises and throws the first error in the given order, because the error of COMMIT only
 * repeats the cause.
 */
const inOrder = async (closing: Promise<unknown>[]): Promise<void> => {
  const outcomes = await Promise.allSettled(closing)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

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
  // When a connection in use is lost, its statements are rejected and it emits an error event, which would end
  // the process if nothing listened.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
