import { invoiceMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { invoiceRecord } from './record.ts'

/** Discards a draft. Its orders can be invoiced again. */
export const discardInvoice = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, invoiceRecord, invoiceMoves, 'discard', {
    fields: async (before, tx) => {
      await tx.db.invoiceOrder.deleteMany({
        where: { tenantId: tx.tenantId, invoiceId: before.id },
      })
      return {}
    },
  })
