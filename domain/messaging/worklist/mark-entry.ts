import type { Prisma, WorklistMark } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { EntryRow } from './entry-row.ts'
import { loadEntry } from './load-entry.ts'
import type { WorklistEntry } from './schemas.ts'
import { showEntries } from './show-entries.ts'

type Marks = Pick<
  WorklistMark,
  'claimedBy' | 'claimedAt' | 'assigneeId' | 'role' | 'snoozeEndsAt' | 'snoozeReason'
>

/** Changes the mark of an entry that waits now. `change` receives the mark as it is, and may refuse. */
export const markEntry = (
  ctx: Context,
  entryId: string,
  change: (tx: Transaction, mark: WorklistMark, entry: EntryRow) => Promise<Partial<Marks>>,
): Promise<WorklistEntry> =>
  transact(ctx, 'tasks:write', async (tx) => {
    const entry = await loadEntry(tx, entryId)
    const before = await lockMark(tx, entry)
    const data: Prisma.WorklistMarkUncheckedUpdateInput = await change(tx, before, entry)
    const after = await tx.db.worklistMark.update({
      where: keyOf(tx, before.id),
      data: { ...data, ...touched(tx) },
    })
    tx.changed({ type: 'worklistMark', id: before.id }, before, after)
    const [shown] = await showEntries(tx, [await loadEntry(tx, entryId)])
    return shown!
  })

/** Locks the mark of an entry. A mark of an earlier wait of the same record is emptied first. */
const lockMark = async (tx: Transaction, entry: EntryRow): Promise<WorklistMark> => {
  const { id: entryId, kind, recordId, since, subjectId, childId } = entry
  const values = [tx.tenantId, newId('worklistMark'), entryId, kind, recordId, since, subjectId]
  await tx.sql(BEGIN_MARK, [...values, childId, tx.now])
  await tx.sql(LOCK_MARK, [tx.tenantId, entryId])
  return tx.db.worklistMark.findFirstOrThrow({ where: { tenantId: tx.tenantId, entryId } })
}

const BEGIN_MARK = `
  INSERT INTO worklist_marks AS m (tenant_id, id, entry_id, kind, record_id, since, subject_id, child_id, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
  ON CONFLICT (tenant_id, entry_id) DO UPDATE
    SET since = EXCLUDED.since, claimed_by = NULL, claimed_at = NULL, assignee_id = NULL, role = NULL, snooze_ends_at = NULL,
        snooze_reason = NULL
    WHERE m.since <> EXCLUDED.since`

const LOCK_MARK = `SELECT 1 FROM worklist_marks WHERE tenant_id = $1 AND entry_id = $2 FOR UPDATE`
