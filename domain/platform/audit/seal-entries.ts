import { DomainError } from '../core/errors/errors.ts'
import type { Platform } from '../core/context/platform.ts'
import { signingKeyObject } from '../identity/signing-keys.ts'
import { systemSql, systemTransaction, type Statement } from '../identity/system-sql.ts'
import { isAnchored, newestHead, type Anchor } from './anchor.ts'
import { sealRound, type Refusal } from './seal-round.ts'

/** Maximum number of entries per seal, except that a transaction is never split. */
const BATCH_SIZE = 1_000

/** The number of tenants whose seals are committed together. With the batch size, it limits memory. */
const ROUND_TENANTS = 16

export interface SealOptions {
  batchSize?: number
  /** The head that an earlier run returned. A chain that no longer contains it is not sealed. */
  anchor?: Anchor
}

export interface SealReport {
  seals: number
  entries: number
  /** Tenants that were not sealed, because their newest seal contradicts the chain of heads. */
  refused: Refusal[]
  /** The newest head. Store it outside the database and pass it to the next run. */
  head?: Anchor
}

/**
 * Seals, for every tenant, the entries of transactions that ended before the call. It can run at any time,
 * repeatedly and in several processes, because rounds wait for each other.
 */
export const sealEntries = async (
  platform: Platform,
  { batchSize = BATCH_SIZE, anchor }: SealOptions = {},
): Promise<SealReport> => {
  const sql = systemSql(platform)
  const key = await signingKeyObject(platform, 'audit_seal')
  if (anchor && !(await isAnchored(sql, anchor))) throw lostAnchor(anchor)
  const { horizon, tenantIds } = await newsOf(sql)
  const report: SealReport = { seals: 0, entries: 0, refused: [] }
  while (tenantIds.length > 0) {
    const round = {
      tenantIds: tenantIds.splice(0, ROUND_TENANTS),
      horizon,
      batchSize,
      key,
      now: platform.clock.now(),
    }
    const sealed = await systemTransaction(platform, (sql) => sealRound(sql, round))
    report.seals += sealed.seals
    report.entries += sealed.entries
    report.refused.push(...sealed.refused)
    tenantIds.unshift(...sealed.unfinished)
  }
  const head = await newestHead(sql)
  return { ...report, ...(head && { head }) }
}

const newsOf = async (sql: ReturnType<typeof systemSql>) => {
  const [news] = await sql<{ horizon: string; sealedUntil: string; tenantIds: string[] }>(NEWS)
  if (!news) throw new Error('A query of one row answered none')
  if (BigInt(news.sealedUntil) > BigInt(news.horizon)) throw counterBehind(news)
  return news
}

/**
 * Transactions below the horizon have ended, so they can add no entries. The LIMITs make both lookups one index
 * probe per tenant, however long the trail is.
 */
const NEWS: Statement = {
  name: 'audit_news',
  text: `WITH snapshot AS MATERIALIZED (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon)
    SELECT snapshot.horizon::text, coalesce((
      SELECT s.until_xid FROM audit_heads h
      JOIN audit_seals s ON s.tenant_id = h.tenant_id AND s.number = h.seal_number
      ORDER BY h.number DESC LIMIT 1
    ), '0') AS "sealedUntil", ARRAY(
      SELECT t.tenant_id FROM tenants t
      LEFT JOIN LATERAL (SELECT until_xid::xid8 FROM audit_seals s WHERE s.tenant_id = t.tenant_id
        ORDER BY number DESC LIMIT 1) newest ON true
      CROSS JOIN LATERAL (SELECT 1 FROM audit_entries e WHERE e.tenant_id = t.tenant_id
        AND e.xid >= coalesce(newest.until_xid, '0') AND e.xid < snapshot.horizon LIMIT 1) news
      ORDER BY t.tenant_id
    ) AS "tenantIds" FROM snapshot`,
}

const lostAnchor = ({ number }: Anchor) =>
  new DomainError(
    'trail_altered',
    `The audit trail no longer contains head ${number}: seals were removed or replaced. Nothing was sealed. Run \`therapy audit verify\` and compare with a backup.`,
  )

const counterBehind = ({ horizon, sealedUntil }: { horizon: string; sealedUntil: string }) =>
  new DomainError(
    'trail_altered',
    `This server counts transactions from ${horizon}, but the trail is sealed until ${sealedUntil}: a dump was restored into a new server. Nothing was sealed. Advance the counter with pg_resetwal --epoch and --next-transaction-id, then seal again.`,
  )
