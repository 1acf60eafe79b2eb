import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { loadFamilyCheckIn } from './queries.ts'
import { toFamilyCheckIn, type FamilyCheckIn } from './schemas.ts'
import { earlyInterventionCheckInWorkflow } from '../programs/workflows.ts'

/** Records that a person has handled a worrying answer, so that escalation stops. */
export const acknowledgeFamilyCheckIn = (
  ctx: Context,
  { id, version }: RecordRef,
): Promise<FamilyCheckIn> =>
  transact(ctx, 'family-check-ins:write', async (tx) => {
    await lockRecord(tx, 'family_check_ins', id)
    const before = await loadFamilyCheckIn(tx, id)
    assertVersion(before, version)
    if (before.acknowledgedAt) {
      throw new DomainError('invalid_transition', 'This answer has already been acknowledged.', {
        extra: { status: 'ACKNOWLEDGED', allowed: [] },
      })
    }
    const after = await tx.db.familyCheckIn.update({
      where: keyOf(tx, id),
      data: { acknowledgedAt: tx.now, acknowledgedBy: tx.actor.id, ...touched(tx) },
    })
    tx.changed({ type: 'familyCheckIn', id }, before, after)
    tx.wake(earlyInterventionCheckInWorkflow, after.programId)
    return toFamilyCheckIn(after)
  })
