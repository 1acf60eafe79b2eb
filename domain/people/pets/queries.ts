import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toPet } from './schemas.ts'

export const PetQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'name'),
  clientId: idOf('client').optional(),
  ...archivedQuery,
})
export type PetQuery = z.infer<typeof PetQuery>

export const getPet = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'pets:read', async (reader) => toPet(await loadPet(reader, id)))

export const listPets = (ctx: Context, query: PetQuery) =>
  read(ctx, 'pets:read', (reader) => {
    const { clientId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...archivedFilter(query),
      ...(clientId && { clientId }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.pet.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toPet,
    )
  })

export const loadPet = async (reader: Reader, id: string) => {
  const row = await reader.db.pet.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('pet')
  return row
}
