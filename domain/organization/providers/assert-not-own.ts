import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import type { Alone } from '#platform/core/access/may-act-alone.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/**
 * Providers, their keys and users do not end or weaken what the centre decided about them. Returns whether the only
 * person of the centre does so.
 */
export const assertNotOwn = (
  tx: Transaction,
  providerId: string,
  act: string,
  alone: Alone,
): Promise<boolean> =>
  assertSecondPerson(
    tx,
    [providerId],
    `Another person must ${act}: the provider cannot, and neither can a key that they created or that is bound to them.`,
    { alone },
  )
