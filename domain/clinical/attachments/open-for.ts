import type { OutsideContext } from '#platform/core/context.ts'
import { read } from '#platform/core/transaction.ts'
import type { FileLink } from './file-link.ts'
import { PERMISSIONS, assertIssuerMay } from './assert-issuer-may.ts'

/**
 * The context of a link's use, once its key is confirmed. A key that was bound to a provider since
 * sees its caseload, here too.
 */
export const openFor = async (ctx: OutsideContext, link: FileLink): Promise<OutsideContext> => {
  const providerId = await read(ctx, PERMISSIONS[link.purpose], (reader) =>
    assertIssuerMay(reader, link),
  )
  return providerId ? { ...ctx, actor: { ...ctx.actor, providerId } } : ctx
}
