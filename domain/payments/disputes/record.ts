import type { Dispute as DisputeModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadDispute } from './queries.ts'
import { toDispute, type Dispute } from './schemas.ts'

/** How a dispute is loaded, written and shown by its verbs. */
export const disputeRecord: RecordKind<DisputeModel, Prisma.DisputeUncheckedUpdateInput, Dispute> =
  {
    type: 'dispute',
    table: 'disputes',
    permission: 'disputes:write',
    load: loadDispute,
    update: (tx, id, data) => tx.db.dispute.update({ where: keyOf(tx, id), data }),
    show: toDispute,
  }
