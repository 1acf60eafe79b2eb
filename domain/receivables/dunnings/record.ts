import type { Dunning as DunningModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadDunning } from './queries.ts'
import { toDunning, type Dunning } from './schemas.ts'

/** How dunning is loaded, written and shown by the verbs that change it. */
export const dunningRecord: RecordKind<DunningModel, Prisma.DunningUncheckedUpdateInput, Dunning> =
  {
    type: 'dunning',
    table: 'dunnings',
    permission: 'invoices:write',
    load: loadDunning,
    update: (tx, id, data) => tx.db.dunning.update({ where: keyOf(tx, id), data }),
    show: toDunning,
  }
