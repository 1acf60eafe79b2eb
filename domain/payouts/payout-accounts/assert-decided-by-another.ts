import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { PayoutAccount } from '#prisma/generated/client.ts'

/** Requires another person than the one who entered the account, or is paid to it. Returns whether one acts alone. */
export const assertDecidedByAnother = (
  tx: Transaction,
  { requestedBy, providerId, createdAt }: PayoutAccount,
): Promise<boolean> =>
  assertSecondPerson(tx, [requestedBy, providerId], OWN, {
    isPerson: true,
    alone: { permission: 'payout-accounts:write', since: createdAt },
  })

const OWN =
  'The person who entered a payout account, or who is paid to it, cannot decide about it. Another person must do so.'
