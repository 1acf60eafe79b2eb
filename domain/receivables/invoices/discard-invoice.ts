import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { invoiceRecord } from './record.ts'
import { invoiceStatusAfter } from './rules.ts'

/** Gives a draft up. Its orders can be invoiced anew. */
export const discardInvoice = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, invoiceRecord, {
    fields: async (before, tx) => {
      const status = invoiceStatusAfter('discard', before.status)
      await tx.db.invoiceOrder.deleteMany({
        where: { tenantId: tx.tenantId, invoiceId: before.id },
      })
      return { status }
    },
  })
