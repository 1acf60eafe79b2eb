import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { PaymentAccountKind } from './rules.ts'
import { toPaymentAccount } from './schemas.ts'

export const PaymentAccountQuery = listQuery('paymentAccount', ['-createdAt', 'createdAt'], {
  kind: anyOf(PaymentAccountKind, 'Returns only accounts of this kind.'),
  ...archivedQuery,
})
export type PaymentAccountQuery = z.infer<typeof PaymentAccountQuery>

const accounts = recordQueries({
  permission: 'payment-accounts:read',
  name: 'payment account',
  find: ({ db }, selection: Selection<Prisma.PaymentAccountWhereInput>) =>
    db.paymentAccount.findMany(selection),
  show: each(toPaymentAccount),
})

export const loadPaymentAccount = accounts.load
export const getPaymentAccount = accounts.get
export const listPaymentAccounts = accounts.list((query: PaymentAccountQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'kind'),
}))

/** The account for new payments; undefined if the centre has none. */
export const findActiveAccount = async ({ db, tenantId }: Reader) =>
  (await db.paymentAccount.findFirst({ where: { tenantId, archivedAt: null } })) ?? undefined
