import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadSettlementStatement } from './load-settlement-statement.ts'
import { renderSettlement } from './render-settlement.ts'

/** The statement of a settlement as PDF, for the provider; made after the transaction that read it. */
export const exportSettlementPdf = async (ctx: Context, { id }: { id: string }) =>
  renderSettlement(
    await read(ctx, ['settlements:read', 'payments:read', 'providers:read'], (reader) =>
      loadSettlementStatement(reader, id),
    ),
  )
