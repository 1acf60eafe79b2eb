import type { PoolClient } from 'pg'
import { translateDatabaseError } from '../core/errors/database-errors.ts'
import type { Platform } from '../core/context/platform.ts'
import type { Sql, Statement } from '../identity/system-sql.ts'
import { isAnchored, newestHead, type Anchor } from './anchor.ts'
import { TrailProblemFound, type TrailProblem } from './trail-problem.ts'
import { trustedKeys } from './trusted-keys.ts'
import { verifyHeads } from './verify-heads.ts'
import type { Trail } from './trail.ts'
import { verifySeals } from './verify-seals.ts'

export interface TrailReport {
  ok: boolean
  /** The number of verified seals and entries. */
  seals: number
  entries: number
  /** The number of unsealed entries. */
  unsealed: number
  /** The newest head: store it outside the database, and pass it to the next verification. */
  head?: Anchor
  problem?: TrailProblem
}

export interface VerifyOptions {
  /** Verifies only this tenant's trail, with the part of the chain of heads that concerns it. */
  tenantId?: string
  anchor?: Anchor
}

/** Reads the whole trail in one snapshot and reports the first problem. */
export const verifyTrail = (
  platform: Platform,
  { tenantId, anchor }: VerifyOptions = {},
): Promise<TrailReport> =>
  atOneMoment(platform, async (sql) => {
    const keys = await trustedKeys(sql, platform.cipher)
    const head = await newestHead(sql)
    const trail: Trail = { sql, keys, counts: { seals: 0, entries: 0, unsealed: 0 } }
    const report = () => ({ ...trail.counts, ...(head && { head }) })
    try {
      if (anchor && !(await isAnchored(sql, anchor))) throw new TrailProblemFound(lost(anchor))
      for (const id of tenantId ? [tenantId] : await tenantsOf(sql)) await verifySeals(trail, id)
      await verifyHeads(trail, tenantId)
      return { ok: true, ...report() }
    } catch (error) {
      if (!(error instanceof TrailProblemFound)) throw error
      return { ok: false, ...report(), problem: error.problem }
    }
  })

const lost = ({ number }: Anchor): TrailProblem => ({
  kind: 'anchor_lost',
  detail: `Head ${number} in the chain differs from the anchor: the end of the trail was cut off or replaced.`,
})

const tenantsOf = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ id: string }>(TENANTS)
  return rows.map(({ id }) => id)
}

const TENANTS: Statement = {
  name: 'audit_tenants',
  text: 'SELECT tenant_id AS id FROM tenants ORDER BY tenant_id',
}

/** Uses one snapshot for all statements, so that a sealer in progress does not interfere. */
const atOneMoment = async <T>(platform: Platform, work: (sql: Sql) => Promise<T>): Promise<T> => {
  let client: PoolClient | undefined
  try {
    const connected = await platform.database.system.connect()
    client = connected
    await connected.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const result = await work(sqlOf(connected))
    await connected.query('COMMIT')
    connected.release()
    return result
  } catch (error) {
    client?.release(true)
    throw translateDatabaseError(error)
  }
}

const sqlOf =
  (client: PoolClient): Sql =>
  async <Row extends object>(statement: Statement, values: unknown[] = []) =>
    (await client.query<Row>({ ...statement, values })).rows
