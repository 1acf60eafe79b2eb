import type { z } from 'zod'
import { totalsOnRequest, totalsQuery } from '#platform/core/lists/totals-on-request.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { csvFile } from '#platform/core/lists/csv-file.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { additionsQuery, fact, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import {
  toCreditBalance,
  toCreditMovement,
  type CreditMovement,
  type CreditTotal,
} from './schemas.ts'

/** The maximum number of lines in a file. */
const MOST_LINES = 50_000

export const CreditBalanceQuery = listQuery('creditBalance', ['-createdAt', 'createdAt'], {
  clientId: idOf('client').optional(),
  payerId: idOf('payer').optional(),
  currency: currencyCode()
    .optional()
    .meta({ description: 'Returns only balances in this currency.' }),
  ...totalsQuery,
  left: fact('If true, returns only balances with credit left; if false, only the others.'),
})
export type CreditBalanceQuery = z.infer<typeof CreditBalanceQuery>

export const CreditMovementQuery = additionsQuery(
  'creditMovement',
  'createdAt',
  ['createdAt', '-createdAt'],
  {},
)
export type CreditMovementQuery = z.infer<typeof CreditMovementQuery>

const balances = recordQueries({
  permission: 'credits:read',
  name: 'credit balance',
  find: ({ db }, selection: Selection<Prisma.CreditBalanceWhereInput>) =>
    db.creditBalance.findMany(selection),
  show: each(toCreditBalance),
})

export const loadCreditBalance = balances.load
export const getCreditBalance = balances.get
export const listCreditBalances = balances.listWith(
  ({ left, ...query }: CreditBalanceQuery) => ({
    ...given(query, 'clientId', 'payerId', 'currency'),
    ...(left === 'true' && { balanceMinor: { gt: 0 } }),
    ...(left === 'false' && { balanceMinor: 0 }),
  }),
  totalsOnRequest((reader, where) => totalsOf(reader, where)),
)

const totalsOf = async (
  { db }: Reader,
  where: Prisma.CreditBalanceWhereInput,
): Promise<CreditTotal[]> => {
  const sums = await db.creditBalance.groupBy({
    by: ['currency'],
    where,
    orderBy: { currency: 'asc' },
    _count: true,
    _sum: { balanceMinor: true },
  })
  return sums.map(({ currency, _count, _sum }) => ({
    currency,
    count: _count,
    balance: _sum.balanceMinor ?? 0,
  }))
}

const movements = recordQueries({
  permission: 'credits:read',
  name: 'movement of a credit balance',
  find: ({ db }, selection: Selection<Prisma.CreditMovementWhereInput>) =>
    db.creditMovement.findMany(selection),
  show: each(toCreditMovement),
})

export const listCreditMovements = movements.listOf(
  loadCreditBalance,
  (query: { id: string } & CreditMovementQuery) => ({ balanceId: query.id }),
)

/** All movements of a balance as CSV, oldest first. */
export const exportCreditMovementsCsv = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'credits:read', async (reader) => {
    const { currency } = await loadCreditBalance(reader, id)
    const rows = await reader.db.creditMovement.findMany({
      where: { tenantId: reader.tenantId, balanceId: id },
      orderBy: { id: 'asc' },
      take: MOST_LINES + 1,
    })
    if (rows.length > MOST_LINES)
      throw invalid(
        'id',
        'too_large',
        `There are more than ${MOST_LINES} movements. List them page by page instead.`,
      )
    return csvFile(
      ['creditBalanceId', 'currency', ...COLUMNS],
      rows.map((row) => ({ creditBalanceId: id, currency, ...toCreditMovement(row) })),
    )
  })

const COLUMNS = [
  'createdAt',
  'kind',
  'amount',
  'refundId',
  'paymentId',
  'payoutId',
  'method',
  'reference',
  'id',
] as const satisfies (keyof CreditMovement)[]
