import type { Context } from '#platform/core/context/context.ts'
import { getSuperbill } from './queries.ts'
import { renderSuperbill } from './render-superbill.ts'

/**
 * Exports a superbill as a PDF. It is rendered after the transaction that reads the data. The bytes are
 * deterministic.
 */
export const exportSuperbillPdf = async (ctx: Context, ref: { id: string }) =>
  renderSuperbill(await getSuperbill(ctx, ref))
