import { childListeners, standingChanged } from '../children/listeners.ts'
import { announcedColumns, announceRows } from '#platform/core/events/announcements.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { CHILD_TABLES, type Moved } from './rules.ts'

/** Waits for current bookings of both children, and blocks new ones until the transaction ends. */
export const holdChildren = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
  await tx.sql(
    `SELECT pg_advisory_xact_lock(hashtextextended(id, 0)) FROM unnest($1::text[]) AS id`,
    [ids.toSorted()],
  )
  await tx.sql(
    `SELECT 1 FROM children WHERE tenant_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE`,
    [tx.tenantId, ids],
  )
}

interface EndedGuardianship {
  id: string
  childId: string
  clientId: string
}

interface Children {
  from: string
  to: string
}

/** Moves all records of one child to another, and returns which records moved. */
export const moveRecords = async (tx: Transaction, { from, to }: Children): Promise<Moved> => {
  for (const listener of childListeners(tx)) await listener.assertMergeable?.(tx, { from, to })
  const moved: Moved = {}
  const ended = await tx.sql<EndedGuardianship>(END_TWICE, [tx.tenantId, from, to, tx.now])
  announceRows(tx, 'guardianships', ended, ['endedAt'])
  if (ended.length > 0) moved.endedGuardianships = ended.map(({ id }) => id)
  const twice = await tx.sql<{ id: string }>(SCHEDULED_TWICE, [tx.tenantId, from, to])
  const except = [...ended, ...twice].map(({ id }) => id)
  for (const table of CHILD_TABLES) {
    const ids = await moveTable(tx, table, { from, to, except })
    if (ids.length > 0) moved[table] = ids
  }
  await settle(tx, { from, to, moved })
  return moved
}

const moveTable = async (
  tx: Transaction,
  table: string,
  { from, to, except }: Children & { except: string[] },
): Promise<string[]> => {
  const rows = await tx.sql<{ id: string }>(
    `UPDATE ${table} SET child_id = $3, updated_at = $4, version = version + 1
     WHERE tenant_id = $1 AND child_id = $2 AND id <> ALL ($5) RETURNING ${announcedColumns(table)}`,
    [tx.tenantId, from, to, tx.now, except],
  )
  announceRows(tx, table, rows, ['childId'])
  return rows.map(({ id }) => id)
}

/** Moves the records of a merge back, as far as they still exist. */
export const returnRecords = async (
  tx: Transaction,
  { from, to, moved }: Children & { moved: Moved },
): Promise<void> => {
  for (const table of CHILD_TABLES) {
    const rows = await tx.sql<{ id: string }>(
      `UPDATE ${table} SET child_id = $3, updated_at = $4, version = version + 1
       WHERE tenant_id = $1 AND child_id = $2 AND id = ANY ($5) RETURNING ${announcedColumns(table)}`,
      [tx.tenantId, from, to, tx.now, moved[table] ?? []],
    )
    announceRows(tx, table, rows, ['childId'])
  }
  const again = await tx.sql<EndedGuardianship>(
    `UPDATE guardianships SET ended_at = NULL, updated_at = $2, version = version + 1
     WHERE tenant_id = $1 AND id = ANY ($3) RETURNING ${announcedColumns('guardianships')}`,
    [tx.tenantId, tx.now, moved.endedGuardianships ?? []],
  )
  announceRows(tx, 'guardianships', again, ['endedAt'])
  await settle(tx, { from, to, moved })
}

/** Triggers the effects in other contexts. */
const settle = async (tx: Transaction, { from, to, moved }: Children & { moved: Moved }) => {
  for (const listener of childListeners(tx)) await listener.recordsMoved?.(tx, moved)
  for (const id of [from, to]) await standingChanged(tx, id)
}

/** Ends the duplicate's guardianships with guardians whom the surviving child already has. */
const END_TWICE = `UPDATE guardianships g SET ended_at = $4, updated_at = $4, version = version + 1
  WHERE g.tenant_id = $1 AND g.child_id = $2 AND g.ended_at IS NULL AND EXISTS (
    SELECT FROM guardianships s WHERE s.tenant_id = $1 AND s.child_id = $3 AND s.client_id = g.client_id
      AND s.ended_at IS NULL)
  RETURNING ${announcedColumns('guardianships')}`

/**
 * Finds schedules of the duplicate that the surviving child has too, with their open assessments: they stay on
 * the archived record without reminders. The index assessment_schedules_once defines which schedules are equal.
 */
const SCHEDULED_TWICE = `
  WITH twice AS (
    SELECT d.id FROM assessment_schedules d JOIN assessment_schedules s ON s.tenant_id = d.tenant_id
      AND s.child_id = $3 AND s.ended_at IS NULL AND s.instrument_id = d.instrument_id AND s.timing = d.timing
      AND (d.timing <> 'ONCE' OR s.starts_on = d.starts_on) AND (d.timing <> 'AT_AGE' OR s.months = d.months)
    WHERE d.tenant_id = $1 AND d.child_id = $2 AND d.ended_at IS NULL)
  SELECT id FROM twice UNION ALL
  SELECT a.id FROM assessments a JOIN twice ON a.schedule_id = twice.id
  WHERE a.tenant_id = $1 AND a.status IN ('SCHEDULED', 'DUE', 'OVERDUE')`
