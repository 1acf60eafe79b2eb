import { DomainError } from '../core/errors/errors.ts'
import type { Transaction } from '../core/transactions/transaction.ts'
import { limitsOf } from './limits-of.ts'

/**
 * Refuses to give a key that expires, or that is limited to methods or addresses, an address or a secret that
 * has none of these limits (docs/decisions/0289).
 * @param what the subject of the error: "A calendar feed"
 */
export const assertUnlimited = async (tx: Transaction, what: string): Promise<void> => {
  if (tx.actor.kind !== 'API_KEY') return
  const [limit] = await limitsOf(tx)
  if (limit === undefined) return
  throw new DomainError(
    'insufficient_scope',
    `${what} ${limit}. Use a key without this limit, or make the request as a signed-in user.`,
  )
}
