import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Refuses a key that acts for a person: a run stores its actor as a user id, which does not identify the key. */
export const assertLasting = ({ actor }: Pick<Transaction, 'actor'>): void => {
  if (!actor.isDelegated) return
  throw new DomainError(
    'insufficient_scope',
    'Runs would act for you with more permissions than this key has. Sign in to do this, or use an API key of the centre.',
  )
}
