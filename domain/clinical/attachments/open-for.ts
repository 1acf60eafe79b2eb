import type { OutsideContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import type { FileLink } from './file-link.ts'
import { assertIssuerMay } from './assert-issuer-may.ts'
import { permissionOf } from './permission-of.ts'

/**
 * The context for using a link, after checking the user or key that requested it. Provider and location limits
 * set since then apply too.
 */
export const openFor = async (ctx: OutsideContext, link: FileLink): Promise<OutsideContext> => {
  const bounds = await read(ctx, permissionOf(link), (reader) => assertIssuerMay(reader, link))
  return { ...ctx, actor: { ...ctx.actor, ...bounds } }
}
