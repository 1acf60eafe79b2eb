import type { Discharge as DischargeModel, Prisma } from '#prisma/generated/client.ts'
import { endCare } from '#people/children/end-care.ts'
import { lockCare } from '#people/children/lock-care.ts'
import { loadChild } from '#people/children/queries.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { outcomeOf } from './outcome-of.ts'
import { dischargeMoves } from './moves.ts'
import { ITEM_NEEDS, loadDischarge, loadItems } from './queries.ts'
import { toDischargeItem, type DischargeOutcome, type ReadmitChild } from './schemas.ts'

/** The answer lists what has ended. */
export const READMIT_NEEDS = ['discharges:write', 'children:read', ...ITEM_NEEDS] as const

/**
 * Takes a discharged child into care again. Nothing begins again by itself: the answer lists what has ended, and
 * what is still pending stays.
 */
export const readmitChild = (
  ctx: Context,
  { id: childId, version, reason }: RecordRef & ReadmitChild,
): Promise<DischargeOutcome> =>
  transact(ctx, READMIT_NEEDS, async (tx) => {
    const child = await loadChild(tx, childId)
    assertVersion(child, version)
    const open = await tx.db.discharge.findFirst({
      where: { tenantId: tx.tenantId, childId, status: { not: 'READMITTED' } },
      select: { id: true },
    })
    if (!open)
      throw new DomainError('invalid_transition', 'The child is not discharged.', {
        extra: { status: 'IN_CARE', allowed: ['discharge'] },
      })
    return moveRecord(tx, { id: open.id }, dischargeRecord, dischargeMoves, 'readmit', {
      fields: () => ({
        readmittedAt: tx.now,
        readmittedBy: tx.actor.id,
        readmitReason: reason,
      }),
      effects: async () => {
        await tx.sql(LEAVE, [tx.tenantId, open.id, tx.now])
        await lockCare(tx, childId)
        await endCare(tx, childId, null)
      },
    })
  })

const dischargeRecord: RecordKind<
  DischargeModel,
  Prisma.DischargeUncheckedUpdateInput,
  DischargeOutcome
> = {
  type: 'discharge',
  table: 'discharges',
  permission: 'discharges:write',
  load: loadDischarge,
  update: (tx, id, data) => tx.db.discharge.update({ where: keyOf(tx, id), data }),
  show: async (row, tx) => outcomeOf(tx, row, (await loadItems(tx, row.id)).map(toDischargeItem)),
}

const LEAVE = `
  UPDATE discharge_items SET result = 'NOT_NEEDED', code = 'readmitted',
    detail = 'The child was readmitted before it ended, so it stays.', updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND discharge_id = $2 AND result = 'PENDING'`
