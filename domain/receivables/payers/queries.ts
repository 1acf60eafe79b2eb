import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { PayerKind } from './rules.ts'
import { toPayer } from './schemas.ts'

export const PayerQuery = listQuery('payer', ['-createdAt', 'createdAt', 'name'], {
  kind: anyOf(PayerKind, 'Returns only payers of this kind.'),
  clientId: idOf('client').optional(),
  ...archivedQuery,
})
export type PayerQuery = z.infer<typeof PayerQuery>

const payers = recordQueries({
  permission: 'payers:read',
  name: 'payer',
  find: ({ db }, selection: Selection<Prisma.PayerWhereInput>) => db.payer.findMany(selection),
  show: each(toPayer),
})

export const loadPayer = payers.load
export const getPayer = payers.get
export const listPayers = payers.list((query: PayerQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'kind', 'clientId'),
}))

/** The organization with this name, in any case; undefined if there is none. */
export const findPayerByName = (reader: Reader, name: string) =>
  reader.db.payer
    .findFirst({
      where: {
        tenantId: reader.tenantId,
        archivedAt: null,
        name: { equals: name, mode: 'insensitive' },
      },
    })
    .then((row) => row ?? undefined)
