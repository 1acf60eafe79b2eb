import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { named } from '#platform/core/context/registry.ts'
import { recordIdsOf } from '#platform/core/records/record-ids-of.ts'

/** Plans all follow-ups about a child again, so that they pause or continue. */
export const wakeFollowUpsOf = async (tx: Transaction, childId: string): Promise<void> => {
  const ids = await recordIdsOf(tx, [childId])
  const running = await tx.sql<{ kind: string; subjectId: string }>(RUNNING, [tx.tenantId, ids])
  for (const { kind, subjectId } of running)
    tx.wake(named(tx.platform.registry.workflows, kind), subjectId)
}

const RUNNING = `
  SELECT kind, subject_id AS "subjectId" FROM follow_ups
  WHERE tenant_id = $1 AND subject_id = ANY ($2) AND status = 'ACTIVE' ORDER BY id`
