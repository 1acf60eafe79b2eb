import type { PayoutAccount as AccountRow, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadPayoutAccount, showPayoutAccount } from './queries.ts'
import type { PayoutAccount } from './schemas.ts'

/** How a payout account is loaded, written and shown by the verbs that change it. */
export const payoutAccountRecord: RecordKind<
  AccountRow,
  Prisma.PayoutAccountUncheckedUpdateInput,
  PayoutAccount
> = {
  type: 'payoutAccount',
  table: 'payout_accounts',
  permission: 'payout-accounts:write',
  load: loadPayoutAccount,
  update: (tx, id, data) => tx.db.payoutAccount.update({ where: keyOf(tx, id), data }),
  show: showPayoutAccount,
}
