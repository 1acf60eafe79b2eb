import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadSettlementStatement } from './load-settlement-statement.ts'
import { renderSettlement } from './render-settlement.ts'

/** A settlement's statement as a PDF for the provider. It is rendered after the transaction that reads the data. */
export const exportSettlementPdf = async (ctx: Context, { id }: { id: string }) =>
  renderSettlement(
    await read(ctx, ['settlements:read', 'payments:read', 'providers:read'], (reader) =>
      loadSettlementStatement(reader, id),
    ),
  )
