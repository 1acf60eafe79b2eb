import {
  findByName,
  loadSearchWords,
  rankByName,
  type NameSearch,
} from '../children/search-children.ts'
import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { toClient } from './schemas.ts'

export const searchClients = (ctx: Context, { name, limit }: NameSearch) =>
  read(ctx, 'clients:read', async (reader) => {
    const words = await loadSearchWords(reader, name)
    const matches = await findByName(reader, 'clients', words, limit)
    const rows = await reader.db.client.findMany({
      where: { tenantId: reader.tenantId, id: { in: matches.map(({ id }) => id) } },
    })
    const ranked = rankByName(words, matches, rows).slice(0, limit)
    return { data: ranked.map(({ score, row }) => ({ score, client: toClient(row) })) }
  })
