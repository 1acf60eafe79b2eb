import type { z } from 'zod'
import type { PayoutAccount as AccountRow, Prisma } from '#prisma/generated/client.ts'
import { oneOf, withApprovableAlone } from '#platform/core/access/with-approvable-alone.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { PayoutAccountStatus } from './rules.ts'
import { toPayoutAccount } from './schemas.ts'

export const PayoutAccountQuery = listQuery('payoutAccount', ['-createdAt', 'createdAt'], {
  providerId: idOf('provider').optional(),
  status: anyOf(PayoutAccountStatus, 'Returns only accounts with this status.'),
})
export type PayoutAccountQuery = z.infer<typeof PayoutAccountQuery>

const showPayoutAccounts = withApprovableAlone(
  toPayoutAccount,
  ({ status, createdAt }: AccountRow) => (status === 'PENDING' ? createdAt : null),
)

/** With when it can be approved alone. */
export const showPayoutAccount = oneOf(showPayoutAccounts)

const accounts = recordQueries({
  permission: 'payout-accounts:read',
  name: 'payout account',
  find: ({ db }, selection: Selection<Prisma.PayoutAccountWhereInput>) =>
    db.payoutAccount.findMany(selection),
  show: showPayoutAccounts,
})

export const loadPayoutAccount = accounts.load
export const getPayoutAccount = accounts.get
export const listPayoutAccounts = accounts.list((query: PayoutAccountQuery) =>
  given(query, 'providerId', 'status'),
)

/** The provider's account that can be paid, locked; undefined if there is none. */
export const lockVerifiedAccount = async (
  tx: Transaction,
  providerId: string,
): Promise<AccountRow | undefined> => {
  const found = await findVerifiedAccount(tx, providerId)
  if (!found) return undefined
  await lockRecord(tx, 'payout_accounts', found.id)
  return findVerifiedAccount(tx, providerId)
}

const findVerifiedAccount = async ({ db, tenantId }: Reader, providerId: string) =>
  (await db.payoutAccount.findFirst({ where: { tenantId, providerId, status: 'VERIFIED' } })) ??
  undefined
