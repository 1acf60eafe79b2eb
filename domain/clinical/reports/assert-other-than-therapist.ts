import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { ReportRow } from './schemas.ts'

/** Requires that a supervised therapist's report is signed by two people. */
export const assertOtherThanTherapist = (
  tx: Transaction,
  { signatures, revision }: ReportRow,
): Promise<void> => {
  const author = signatures.find((it) => it.revision === revision && it.role === 'AUTHOR')
  return assertSecondPerson(
    tx,
    [author?.actorId ?? null],
    'This is your own report. The supervisor must co-sign or return it.',
    { keysAreProviders: true },
  )
}
