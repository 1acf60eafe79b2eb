import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { include, loadIfsp, showIfsp } from './queries.ts'
import type { Ifsp, IfspRow } from './schemas.ts'

/** How a plan is loaded, written and shown by the verbs that change it. */
export const ifspRecord: RecordKind<IfspRow, Prisma.IfspUncheckedUpdateInput, Ifsp> = {
  type: 'ifsp',
  table: 'ifsps',
  permission: 'early-intervention:write',
  load: loadIfsp,
  update: (tx, id, data) => tx.db.ifsp.update({ where: keyOf(tx, id), data, include }),
  show: showIfsp,
}
