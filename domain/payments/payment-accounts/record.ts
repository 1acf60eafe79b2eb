import type { PaymentAccount as AccountRow, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadPaymentAccount } from './queries.ts'
import { toPaymentAccount, type PaymentAccount } from './schemas.ts'

/** How a payment account is loaded, written and shown by the verbs that change it. */
export const paymentAccountRecord: ArchivableKind<
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
  // An archived account takes no new payments. Refunds still go through it, and its events are still received.
  ...archivable,
}
