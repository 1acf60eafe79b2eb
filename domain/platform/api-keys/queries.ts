import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { fact, listQuery } from '../core/lists/paging.ts'
import { each, isSet, recordQueries, type Selection } from '../core/lists/record-queries.ts'
import { toApiKey } from './schemas.ts'

export const ApiKeyQuery = listQuery('apiKey', ['-createdAt', 'createdAt', 'name'], {
  revoked: fact('If true, returns only revoked keys; if false, only the others.'),
})
export type ApiKeyQuery = z.infer<typeof ApiKeyQuery>

const apiKeys = recordQueries({
  permission: 'api-keys:read',
  name: 'API key',
  find: ({ db }, selection: Selection<Prisma.ApiKeyWhereInput>) => db.apiKey.findMany(selection),
  show: each(toApiKey),
})

export const loadApiKey = apiKeys.load
export const getApiKey = apiKeys.get
export const listApiKeys = apiKeys.list(({ revoked }: ApiKeyQuery) => isSet('revokedAt', revoked))
