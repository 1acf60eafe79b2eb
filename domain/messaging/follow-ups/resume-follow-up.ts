import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { inTenant, type RecordRef } from '#platform/core/records/record-ref.ts'
import { named } from '#platform/core/context/registry.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { FollowUpName } from './names.ts'
import { permissionFor } from './permission-for.ts'
import { replan } from './plan-steps.ts'
import { include, loadFollowUp } from './queries.ts'
import { toFollowUp, type FollowUp } from './schemas.ts'

/**
 * Resumes a cancelled follow-up according to its subject's current state. Steps that were due meanwhile are
 * skipped with that reason, except those that change a state or ask staff to act.
 */
export const resumeFollowUp = (ctx: Context, { id, version }: RecordRef): Promise<FollowUp> =>
  transact(ctx, 'follow-ups:write', async (tx) => {
    const { kind: name, subjectId } = await loadFollowUp(tx, id)
    const kind = name as FollowUpName
    authorize(tx.actor, permissionFor(tx, kind, 'write'))
    // Locks the subject before the follow-up. Planning uses the same order, so they cannot deadlock.
    await tx.platform.registry.followUps[kind].facts(tx, subjectId)
    await tx.sql(LOCK, [tx.tenantId, id])
    const before = await loadFollowUp(tx, id)
    assertVersion(before, version)
    await assertResumable(tx, before)
    await tx.sql(RESUME, [tx.tenantId, id, tx.now])
    tx.changed({ type: 'followUp', id }, { status: before.status }, { status: 'ACTIVE' })
    await replan(tx, { kind, subjectId })
    tx.wake(named(tx.platform.registry.workflows, kind), subjectId)
    return toFollowUp((await tx.db.followUp.findFirst({ where: inTenant(tx, id), include }))!)
  })

const assertResumable = async (
  tx: Transaction,
  {
    status,
    cancelledAt,
    subjectId,
  }: { status: string; cancelledAt: Date | null; subjectId: string },
): Promise<void> => {
  if (!cancelledAt) {
    throw new DomainError(
      'invalid_transition',
      'The follow-up was not cancelled by a person. It continues automatically when its subject changes.',
      { extra: { status, allowed: [] } },
    )
  }
  const [erasure] = await tx.sql(ERASED, [tx.tenantId, subjectId])
  if (erasure)
    throw new DomainError('person_erased', 'The person whom the follow-up is about was erased.')
}

const LOCK = 'SELECT 1 FROM follow_ups WHERE tenant_id = $1 AND id = $2 FOR UPDATE'

const RESUME = `
  UPDATE follow_ups SET status = 'ACTIVE', cancelled_at = NULL, resumed_at = $3,
    updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND id = $2`

const ERASED = `
  SELECT 1 FROM erasures WHERE tenant_id = $1 AND child_id = therapy.child_of($2)
    AND status IN ('RUNNING', 'RETAINING', 'COMPLETED') LIMIT 1`
