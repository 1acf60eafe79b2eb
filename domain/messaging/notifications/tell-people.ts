import type { Context } from '#platform/core/context/context.ts'
import { HOUR_MS, utc } from '#platform/core/time/time.ts'
import {
  read,
  transact,
  type Reader,
  type Transaction,
} from '#platform/core/transactions/transaction.ts'
import type { EntryRow } from '../worklist/entry-row.ts'
import { findEntry } from '../worklist/load-entry.ts'
import { loadNewlyWaiting } from '../worklist/load-newly-waiting.ts'
import { NEVER } from '../worklist/worklist-sql.ts'
import { audienceOf, ownersAmong } from './audience-of.ts'
import { loadCentre, type Centre } from './load-centre.ts'
import { escalateAt, remindAt } from './rules.ts'
import { noticeFor, type Notice } from './notice-for.ts'
import { queueNotices } from './queue-notices.ts'

/** How far back a pass looks: records become visible a little after their time. */
const OVERLAP_MS = HOUR_MS
const ENTRIES_PER_PASS = 100

/**
 * Tells the people of a centre what has begun to wait for them since the last pass, reminds them before it lapses,
 * and then tells the next in the chain. Repeating it tells nobody twice.
 */
export const tellPeople = async (ctx: Context): Promise<{ nextAt: string | null }> => {
  let part: Part | undefined
  do part = await transact(ctx, 'messages:write', (tx) => tellNew(tx, part))
  while (part)
  while (await transact(ctx, 'messages:write', tellAgain)) continue
  return read(ctx, 'messages:read', async ({ db, tenantId, now }) => {
    const users = await db.user.count({ where: { tenantId, status: 'ACTIVE' } })
    if (users === 0) return { nextAt: null }
    const next = await db.worklistNotice.findFirst({
      where: { tenantId, nextAt: { not: null } },
      orderBy: { nextAt: 'asc' },
      select: { nextAt: true },
    })
    // Some waits begin with time alone, such as that of a license that expires.
    const hour = now.getTime() + HOUR_MS
    return { nextAt: utc(new Date(Math.min(hour, next?.nextAt?.getTime() ?? hour))) }
  })
}

/** Where a transaction of a pass begins, and how many entries it looks at. */
interface Part {
  from: Date
  limit: number
}

/** Tells what began to wait; returns where the next transaction continues. */
const tellNew = async (tx: Transaction, part: Part | undefined): Promise<Part | undefined> => {
  const { toldUntil } = await lockTenant(tx)
  const { from, limit } = part ?? {
    from: new Date((toldUntil ?? tx.now).getTime() - OVERLAP_MS),
    limit: ENTRIES_PER_PASS,
  }
  const until = new Date(tx.now.getTime() + 1)
  const rows = await loadNewlyWaiting(tx, { from, until, limit })
  const known = await loadKnown(tx, rows)
  const untold = rows.filter((row) => !known.has(keyOf(row)))
  if (untold.length > 0) {
    const centre = await loadCentre(tx)
    const notices: Notice[] = []
    for (const row of untold) notices.push(...(await tell(tx, row, centre)))
    await queueNotices(tx, notices)
  }
  const isMore = rows.length === limit
  if (!isMore)
    await tx.db.tenant.update({ where: { id: tx.tenantId }, data: { toldUntil: tx.now } })
  tx.nothingChanged({ type: 'tenant', id: tx.tenantId })
  if (!isMore) return undefined
  const { since } = rows.at(-1)!
  // More began at one instant, such as the tasks of one transaction.
  return since > from ? { from: since, limit: ENTRIES_PER_PASS } : { from, limit: limit * 2 }
}

const tell = async (tx: Transaction, row: EntryRow, centre: Centre): Promise<Notice[]> => {
  const dueAt = dueOf(row)
  await tx.db.worklistNotice.create({
    data: {
      tenantId: tx.tenantId,
      entryId: row.id,
      since: row.since,
      toldAt: tx.now,
      dueAt,
      nextAt: remindAt(tx.now, dueAt),
    },
  })
  const asked = audienceOf(centre.people, row, tx.platform.registry.worklist[row.kind])
  return asked.flatMap((person) => noticeFor(tx.now, person, centre, { row, stage: 0 }) ?? [])
}

/** Reminds those who were told, and then tells the owners too. */
const tellAgain = async (tx: Transaction): Promise<boolean> => {
  await lockTenant(tx)
  const notice = await tx.db.worklistNotice.findFirst({
    where: { tenantId: tx.tenantId, nextAt: { lte: tx.now } },
    orderBy: { nextAt: 'asc' },
  })
  tx.nothingChanged({ type: 'tenant', id: tx.tenantId })
  if (!notice) return false
  const { entryId, since, dueAt, stage: before } = notice
  const row = await findEntry(tx, entryId)
  const waits = row !== undefined && row.since.getTime() === since.getTime()
  const stage = before + 1
  await tx.db.worklistNotice.update({
    where: { tenantId_entryId_since: { tenantId: tx.tenantId, entryId, since } },
    data: { stage, nextAt: waits && stage === 1 && lapses(row) ? escalateAt(tx.now, dueAt) : null },
  })
  if (!waits || (row.snoozeEndsAt && row.snoozeEndsAt > tx.now)) return true
  const centre = await loadCentre(tx)
  const { people } = centre
  const asked = audienceOf(people, row, tx.platform.registry.worklist[row.kind])
  const also = stage > 1 ? ownersAmong(people).filter((it) => !asked.includes(it)) : []
  const told = [...asked, ...also]
  const notices = told.flatMap((person) => noticeFor(tx.now, person, centre, { row, stage }) ?? [])
  await queueNotices(tx, notices)
  return true
}

/** A task of people only becomes overdue; what agents ask in a task lapses. */
const lapses = ({ kind, subjectType }: EntryRow): boolean =>
  kind !== 'TASK' || subjectType === 'agentRunStep'

/** Passes over one centre take turns. */
const lockTenant = async (tx: Transaction): Promise<{ toldUntil: Date | null }> => {
  const [row] = await tx.sql<{ toldUntil: Date | null }>(LOCK, [tx.tenantId])
  return row!
}

const LOCK = `SELECT told_until AS "toldUntil" FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE`

const keyOf = ({ id, entryId = id, since }: { id?: string; entryId?: string; since: Date }) =>
  `${entryId} ${since.getTime()}`

/** The waits of these entries of which people were told. */
const loadKnown = async (
  { db, tenantId }: Reader,
  rows: readonly EntryRow[],
): Promise<ReadonlySet<string>> => {
  if (rows.length === 0) return new Set()
  const found = await db.worklistNotice.findMany({
    where: { tenantId, entryId: { in: rows.map(({ id }) => id) } },
    select: { entryId: true, since: true },
  })
  return new Set(found.map(({ entryId, since }) => keyOf({ entryId, since })))
}

const dueOf = ({ dueAt }: EntryRow): Date | null => (utc(dueAt) === NEVER ? null : dueAt)
