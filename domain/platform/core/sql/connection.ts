import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { centreClosed, centreSuspended } from '../errors/errors.ts'

/**
 * What a transaction can see: the tenant's records and all children, a provider's children, or the children of
 * locations.
 */
export interface AccessScope {
  tenantId: string
  caseload?: Caseload
  locations?: Locations
  /**
   * The state that the centre must have: the transaction is refused at its start unless the centre is ACTIVE,
   * or at least not closed.
   */
  centre: 'ACTIVE' | 'NOT_CLOSED' | 'ANY'
}

/** How a transaction is begun. */
export interface Opening {
  mode: 'read' | 'write'
  /**
   * Whether each connection plans its statements once, by indexes, and keeps the plans. PostgreSQL plans a statement
   * anew for its values as long as that seems to give a cheaper plan, and does not weigh how long planning takes:
   * for lists of ids and for many tables, longer than all of the work. Such a plan knows no values, so it cannot use
   * a partial index whose condition is a parameter; it must use indexes even if the tables are nearly empty when
   * it is made. test/cost/plans.test.ts checks the plans of the operations that keep them.
   * https://www.postgresql.org/docs/18/runtime-config-query.html#GUC-PLAN-CACHE-MODE
   */
  plansOnce?: boolean | undefined
}

/** Limits a transaction to a provider's children, as of an instant. */
interface Caseload {
  providerId: string
  at: Date
}

/** Limits a transaction to the children and records of locations, as of an instant. */
interface Locations {
  ids: readonly string[]
  at: Date
  /** The provider linked to the person. The database also enforces who signs as whom. */
  ownProviderId?: string | undefined
}

/**
 * An open transaction. Statements are pipelined: all statements of one tick are sent in one packet and share a
 * round trip.
 */
export class Connection {
  readonly #client: pg.PoolClient
  #closed = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /**
   * The connection, while this transaction owns it. Work that outlives its transaction must not use it, because
   * another tenant may own it by then.
   */
  get client(): pg.PoolClient {
    if (this.#closed)
      throw new Error('A statement was sent after its transaction ended: await all statements')
    return this.#client
  }

  close(): void {
    this.#closed = true
  }

  async open(
    { tenantId, centre, ...sight }: AccessScope,
    { mode, plansOnce }: Opening,
  ): Promise<void> {
    if (!/^ten_[a-z0-9]{1,26}$/.test(tenantId)) throw new Error(`Not a tenant's id: ${tenantId}`)
    const begin = mode === 'read' ? 'BEGIN READ ONLY' : 'BEGIN'
    this.#gather()
    const planning = plansOnce ? PLANS_ONCE : ''
    const begun = this.#client.query(
      `${begin}; SET LOCAL app.tenant = '${tenantId}'${planning}${entering(sight)}`,
    )
    const suspended = centre === 'ANY' ? [] : this.sql<{ closed: boolean }>(SUSPENDED, [tenantId])
    const [, [stopped]] = await Promise.all([begun, suspended])
    if (stopped?.closed) throw centreClosed()
    if (stopped && centre === 'ACTIVE') throw centreSuspended()
  }

  /** Runs one statement, which is prepared once per connection, and returns its rows. */
  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    this.#gather()
    return prepared<Row>(this.client, text, values)
  }

  async commit(): Promise<void> {
    this.#gather()
    const { command } = await this.#client.query('COMMIT')
    if (command !== 'COMMIT') {
      throw new Error('A swallowed error aborted the transaction')
    }
  }

  /** Rolls back. Returns true if the connection can no longer be used. */
  async rollback(): Promise<boolean> {
    try {
      await this.#client.query('ROLLBACK')
      return false
    } catch {
      return true
    }
  }

  /** Corks the socket until the end of the tick, because a write costs more than its content. */
  #gather(): void {
    const { stream } = socketOf(this.client)
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

const PLANS_ONCE =
  '; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off'

const SUSPENDED = `SELECT COALESCE(closes_at <= now(), false) AS closed FROM tenants
  WHERE tenant_id = $1 AND status <> 'ACTIVE'`

const entering = ({ caseload, locations }: Pick<AccessScope, 'caseload' | 'locations'>): string => {
  if (locations) return `; ${enteringLocations(locations)}`
  return caseload ? `; ${enteringCaseload(caseload)}` : ''
}

const enteringCaseload = ({ providerId, at }: Caseload): string =>
  `SELECT therapy.enter_caseload(${quotedId('prv', providerId)}, '${at.toISOString()}')`

const enteringLocations = ({ ids, at, ownProviderId }: Locations): string => {
  const own = ownProviderId ? quotedId('prv', ownProviderId) : 'NULL'
  const list = ids.map((id) => quotedId('loc', id)).join(', ')
  return `SELECT therapy.enter_locations(ARRAY[${list}]::text[], '${at.toISOString()}', ${own})`
}

/** Quotes an id, because statements sent with BEGIN cannot have parameters. */
const quotedId = (prefix: string, id: string): string => {
  if (!new RegExp(`^${prefix}_[a-z0-9]{1,26}$`).test(id)) throw new Error(`Not a ${prefix}: ${id}`)
  return `'${id}'`
}

/**
 * Submits our own query object: pg would clone a configuration property by property, which costs more than
 * sending it.
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

/** The socket of a client. pg keeps it in `connection.stream`, which its types omit. */
const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Socket } }).connection

const names = new Map<string, string>()

/** The name under which a statement is prepared: the hash of its text. */
export const statementName = (text: string): string => {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    names.set(text, name)
  }
  return name
}
