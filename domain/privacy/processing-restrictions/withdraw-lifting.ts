import type { ProcessingRestriction as Model } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { writeRestriction } from './change-restriction.ts'

/** Withdraws the announcement of a lifting. */
export const withdrawLifting = (tx: Transaction, before: Model): Promise<Model> =>
  writeRestriction(tx, before, { announcedAt: null, liftsAt: null, liftReason: null })
