import type { PayoutAccount } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import type { PayoutAccountStatus } from './rules.ts'

/** Notifies a provider of each change immediately, so that they can object before a payout. */
export const tellProvider = async (
  tx: Transaction,
  { id, providerId, status, numberHint, payableAt }: PayoutAccount,
): Promise<void> => {
  const recipient = await findRecipient(tx, { type: 'provider', id: providerId })
  if (!recipient) return
  const { defaultTimeZone } = await loadTenantSettings(tx)
  await queueMessage(tx, {
    template: 'payout_account.changed',
    variables: {
      firstName: recipient.firstName,
      status: status as Exclude<PayoutAccountStatus, 'REPLACED'>,
      numberHint,
      payableOn: payableAt && dateIn(payableAt, defaultTimeZone),
    },
    recipient,
    subject: { type: 'payoutAccount', id },
    dedupeKey: `payout-account/${id}/${status}`,
    now: true,
  })
}
