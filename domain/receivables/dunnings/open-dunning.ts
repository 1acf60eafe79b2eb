import type { Invoice as InvoiceModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import { fromJson, jsonArray } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadLegalEntity } from '../legal-entities/queries.ts'
import { DunningLevels } from '../legal-entities/dunning-level.ts'
import { invoicedOrders } from './queries.ts'
import { stopReasonOf } from './rules.ts'
import { invoiceDunningWorkflow } from './workflows.ts'

/** Starts the reminders of an invoice when it is issued, with the current terms of its legal entity. */
export const openDunning = async (tx: Transaction, invoice: InvoiceModel): Promise<void> => {
  const { dunningLevels } = await loadLegalEntity(tx, invoice.legalEntityId)
  const levels = fromJson(DunningLevels, dunningLevels)
  const stopReason = stopReasonOf(await invoicedOrders(tx, invoice.id)) ?? null
  const row = await tx.db.dunning.create({
    data: {
      ...freshRecord(tx, newId('dunning')),
      invoiceId: invoice.id,
      payerId: invoice.payerId,
      clientId: invoice.clientId,
      status: stopReason === null ? 'ACTIVE' : 'STOPPED',
      levels: jsonArray(levels),
      stopReason,
    },
  })
  tx.created({ type: 'dunning', id: row.id }, row)
  if (levels.length > 0 && stopReason === null) tx.wake(invoiceDunningWorkflow, invoice.id)
}
