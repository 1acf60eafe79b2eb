import type { PaymentAccount as AccountRow, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadPaymentAccount } from './queries.ts'
import { toPaymentAccount, type PaymentAccount } from './schemas.ts'

/** How a payment account is loaded, written and shown by the verbs that change it. */
export const paymentAccountRecord: RecordKind<
  AccountRow,
  Prisma.PaymentAccountUncheckedUpdateInput,
  PaymentAccount
> = {
  type: 'paymentAccount',
  table: 'payment_accounts',
  permission: 'payment-accounts:write',
  load: loadPaymentAccount,
  update: (tx, id, data) => tx.db.paymentAccount.update({ where: keyOf(tx, id), data }),
  show: toPaymentAccount,
}
