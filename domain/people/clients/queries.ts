import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toClient } from './schemas.ts'

export const ClientQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'name'),
  email: z.string().max(254).optional().meta({ description: 'Exactly this address.' }),
  customField: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}:.{1,2000}$/su, { error: 'must be of the form key:value' })
    .optional()
    .meta({
      description: 'Exactly this value of a custom field.',
      example: 'insurance_plan:public',
    }),
  ...archivedQuery,
})
export type ClientQuery = z.infer<typeof ClientQuery>

export const getClient = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'clients:read', async (reader) => toClient(await loadClient(reader, id)))

export const listClients = (ctx: Context, query: ClientQuery) =>
  read(ctx, 'clients:read', (reader) => {
    const { email, customField } = query
    const filter = {
      tenantId: reader.tenantId,
      ...archivedFilter(query),
      ...(email && { email }),
      ...(customField && { OR: valuesOf(customField) }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.client.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toClient,
    )
  })

/** `key:value` as the text, number or boolean that the field may hold. */
const valuesOf = (customField: string) => {
  const at = customField.indexOf(':')
  const [key, text] = [customField.slice(0, at), customField.slice(at + 1)]
  const number = Number(text)
  const values = [
    text,
    ...(Number.isFinite(number) && text.trim() === text ? [number] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ]
  return values.map((equals) => ({ customFields: { path: [key], equals } }))
}

export const loadClient = async (reader: Reader, id: string) => {
  const row = await reader.db.client.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('client')
  return row
}
