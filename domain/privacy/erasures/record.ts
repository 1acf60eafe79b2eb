import type { Erasure as Model, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadErasure, showErasure } from './queries.ts'
import type { Erasure } from './schemas.ts'

/** How an erasure is loaded, written and shown by the verbs that decide on it. */
export const erasureRecord: RecordKind<Model, Prisma.ErasureUncheckedUpdateInput, Erasure> = {
  type: 'erasure',
  table: 'erasures',
  permission: 'erasures:write',
  load: loadErasure,
  update: (tx, id, data) => tx.db.erasure.update({ where: keyOf(tx, id), data }),
  show: showErasure,
}
