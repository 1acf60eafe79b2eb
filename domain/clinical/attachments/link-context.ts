import type { OutsideContext } from '#platform/core/context/context.ts'
import type { FileLink } from './file-link.ts'
import { permissionOf } from './permission-of.ts'

/** The context of the user or key that requested the link, limited to the link's permission. */
export const linkContext = <Ctx extends OutsideContext>(ctx: Ctx, link: FileLink): Ctx => {
  const { tenantId, actor } = link
  return { ...ctx, tenantId, actor: { ...actor, permissions: new Set([permissionOf(link)]) } }
}
