import type { Payer as PayerModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadPayer } from './queries.ts'
import { toPayer, type Payer } from './schemas.ts'

/** How a payer is loaded, written and shown by the verbs that change it. */
export const payerRecord: ArchivableKind<PayerModel, Prisma.PayerUncheckedUpdateInput, Payer> = {
  type: 'payer',
  table: 'payers',
  permission: 'payers:write',
  load: loadPayer,
  update: (tx, id, data) => tx.db.payer.update({ where: keyOf(tx, id), data }),
  show: toPayer,
  ...archivable,
}
