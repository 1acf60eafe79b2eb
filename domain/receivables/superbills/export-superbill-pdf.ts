import type { Context } from '#platform/core/context/context.ts'
import { getSuperbill } from './queries.ts'
import { renderSuperbill } from './render-superbill.ts'

/** As PDF, rendered after the reading transaction. Deterministic bytes. */
export const exportSuperbillPdf = async (ctx: Context, ref: { id: string }) =>
  renderSuperbill(await getSuperbill(ctx, ref))
