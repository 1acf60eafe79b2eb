import type { Prisma, Settlement as SettlementModel } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadSettlement, showSettlement } from './queries.ts'
import type { Settlement } from './schemas.ts'

/** How a settlement is loaded, written and shown by the verbs that change it. */
export const settlementRecord: RecordKind<
  SettlementModel,
  Prisma.SettlementUncheckedUpdateInput,
  Settlement
> = {
  type: 'settlement',
  table: 'settlements',
  permission: 'settlements:write',
  load: loadSettlement,
  update: (tx, id, data) => tx.db.settlement.update({ where: keyOf(tx, id), data }),
  show: showSettlement,
}
