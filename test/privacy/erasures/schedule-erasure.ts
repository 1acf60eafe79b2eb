import type { Context } from '#platform/core/context/context.ts'
import { approveErasure } from '#privacy/erasures/approve-erasure.ts'
import { createErasure } from '#privacy/erasures/create-erasure.ts'
import type { CreateErasure } from '#privacy/erasures/schemas.ts'

/** Approves an erasure as another person than its requester. */
export const approveAsAnother = (ctx: Context, id: string) =>
  approveErasure({ ...ctx, actor: { kind: 'SYSTEM', id: 'another', permissions: 'all' } }, { id })

/** Requested by one person and approved by another. Returns its id. */
export const scheduleErasure = async (ctx: Context, input: CreateErasure): Promise<string> => {
  const { id } = await createErasure(ctx, input)
  await approveAsAnother(ctx, id!)
  return id!
}
