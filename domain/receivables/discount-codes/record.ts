import type { DiscountCode as CodeModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadDiscountCode } from './queries.ts'
import { toDiscountCode, type DiscountCode } from './schemas.ts'

/** How a discount code is loaded, written and shown by the verbs that change it. */
export const discountCodeRecord: ArchivableKind<
  CodeModel,
  Prisma.DiscountCodeUncheckedUpdateInput,
  DiscountCode
> = {
  type: 'discountCode',
  table: 'discount_codes',
  permission: 'discount-codes:write',
  load: loadDiscountCode,
  update: (tx, id, data) => tx.db.discountCode.update({ where: keyOf(tx, id), data }),
  show: toDiscountCode,
  ...archivable,
}
