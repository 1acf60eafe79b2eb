import { invoiceMoves } from './moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import { move } from '#platform/core/records/move-record.ts'
import { z } from 'zod'
import type { Invoice as InvoiceModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson, jsonArray, jsonObject } from '#platform/core/sql/json.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { openDunning } from '../dunnings/open-dunning.ts'
import { loadPayer } from '../payers/queries.ts'
import { eInvoiceObstacle } from './e-invoice-obstacle.ts'
import { InvoiceLine } from './invoice-line.ts'
import { lockOrders } from './lock-orders.ts'
import { nextNumber } from './next-number.ts'
import { priceLines } from './price-lines.ts'
import { buyerOf, sellerOf } from './seller-of.ts'
import { loadInvoice, showInvoice } from './queries.ts'
import { tellOfInvoice } from './tell-of-invoice.ts'
import { assertInvoiceable } from './rules.ts'
import type { IssuedInvoice } from './schemas.ts'

/**
 * Issues a draft with the next number, the due date by the payer's terms, and the current data of both parties.
 * From then on it is immutable. A dry run previews it without using a number.
 */
export const issueInvoice = (
  ctx: Context,
  { id, version, dryRun = false }: RecordRef & { dryRun?: boolean },
): Promise<IssuedInvoice> =>
  transact(ctx, 'invoices:write', async (tx) => {
    await lockRecord(tx, 'invoices', id)
    const before = await loadInvoice(tx, id)
    assertVersion(before, version)
    assertMove(invoiceMoves, 'issue', before)
    assertInvoiceable(await lockOrders(tx, await orderIdsOf(tx, id)))
    const parties = await partiesOf(tx, before)
    const { lines, ...sums } = priceLines(fromJson(z.array(InvoiceLine), before.lines))
    const subject = { type: 'invoice', id } as const
    if (dryRun) {
      tx.did(subject, { dryRun })
      const draft = await showInvoice({ ...before, ...sums }, tx)
      const shown = { ...draft, ...parties, lines }
      const obstacle = eInvoiceObstacle(shown)
      return { dryRun, ...shown, hasEInvoice: obstacle === null, eInvoiceObstacle: obstacle }
    }
    // Locked last, so that the next issue waits only briefly.
    const numbered = await nextNumber(tx, before.legalEntityId)
    const { daysUntilDue } = await loadPayer(tx, before.payerId)
    const after = await move(tx, invoiceMoves, 'issue', before, (status) =>
      tx.db.invoice.update({
        where: keyOf(tx, id),
        data: {
          status,
          lines: jsonArray(lines),
          ...sums,
          seller: jsonObject(parties.seller),
          buyer: jsonObject(parties.buyer),
          ...numbered,
          dueOn: new Date(numbered.issuedOn.getTime() + daysUntilDue * DAY_MS),
          ...touched(tx),
        },
      }),
    )
    await openDunning(tx, after)
    const shown = await showInvoice(after, tx)
    tx.changed(subject, before, after, { before: await showInvoice(before, tx), after: shown })
    await tellOfInvoice(tx, after.clientId, shown)
    return { dryRun, ...shown }
  })

const partiesOf = async (tx: Transaction, { legalEntityId, payerId }: InvoiceModel) => ({
  seller: await sellerOf(tx, legalEntityId),
  buyer: await buyerOf(tx, payerId),
})

const orderIdsOf = async (tx: Transaction, invoiceId: string): Promise<string[]> => {
  const links = await tx.db.invoiceOrder.findMany({
    where: { tenantId: tx.tenantId, invoiceId },
    select: { orderId: true },
  })
  return links.map(({ orderId }) => orderId)
}
