import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadSettlementStatement } from './load-settlement-statement.ts'
import { renderSettlement } from './render-settlement.ts'

/** A settlement's statement as PDF for the provider, rendered after the reading transaction. */
export const exportSettlementPdf = async (ctx: Context, { id }: { id: string }) =>
  renderSettlement(
    await read(ctx, ['settlements:read', 'payments:read', 'providers:read'], (reader) =>
      loadSettlementStatement(reader, id),
    ),
  )
