import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toClient } from './schemas.ts'

export const ClientQuery = listQuery('client', ['-createdAt', 'createdAt', 'name'], {
  locationId: idOf('location')
    .optional()
    .meta({ description: 'Returns only clients who belong to this location.' }),
  email: z
    .string()
    .max(254)
    .optional()
    .meta({ description: 'Returns only clients with exactly this address.' }),
  customField: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}:.{1,2000}$/su, {
      error: 'must be the key of a custom field, a colon and a value, such as plan:basic',
    })
    .optional()
    .meta({
      description: 'Returns only clients with exactly this value of a custom field.',
      example: 'insurance_plan:public',
    }),
  ...archivedQuery,
})
export type ClientQuery = z.infer<typeof ClientQuery>

const clients = recordQueries({
  permission: 'clients:read',
  name: 'client',
  find: ({ db }, selection: Selection<Prisma.ClientWhereInput>) => db.client.findMany(selection),
  show: each(toClient),
})

export const loadClient = clients.load
export const getClient = clients.get
export const listClients = clients.list(({ customField, ...query }: ClientQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'email', 'locationId'),
  ...(customField && { OR: valuesOf(customField) }),
}))

/** The values that `key:value` can mean: text, number or Boolean. */
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
