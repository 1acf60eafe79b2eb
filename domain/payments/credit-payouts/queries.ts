import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { CreditPayoutStatus } from './rules.ts'
import { toCreditPayout } from './schemas.ts'

export const CreditPayoutQuery = listQuery('creditPayout', ['-createdAt', 'createdAt'], {
  status: anyOf(CreditPayoutStatus, 'Returns only payouts with this status.'),
  creditBalanceId: idOf('creditBalance').optional(),
  ...instantRange('createdAt'),
})
export type CreditPayoutQuery = z.infer<typeof CreditPayoutQuery>

const payouts = recordQueries({
  permission: 'credits:read',
  name: 'payout of credit',
  find: ({ db }, selection: Selection<Prisma.CreditPayoutWhereInput>) =>
    db.creditPayout.findMany(selection),
  show: each(toCreditPayout),
})

export const loadCreditPayout = payouts.load
export const getCreditPayout = payouts.get
export const listCreditPayouts = payouts.list(
  ({ creditBalanceId, ...query }: CreditPayoutQuery) => ({
    ...given(query, 'status'),
    ...(creditBalanceId && { balanceId: creditBalanceId }),
  }),
)

/** The facts for making a payout. Activities load them, so that amounts stay out of workflow histories. */
export const getCreditPayoutToMake = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'credits:read', async (reader) => {
    const { status, destination, amountMinor, currency } = await loadCreditPayout(reader, id)
    return {
      /** PROCESSING means that the payout must still be made; otherwise it is settled. */
      status: status as CreditPayoutStatus,
      request: {
        recordId: id,
        payoutAccountId: destination,
        amountMinor,
        currency,
        /** The same key for every attempt, so that the gateway pays once. */
        idempotencyKey: `${reader.tenantId}/${id}`,
      },
    }
  })
