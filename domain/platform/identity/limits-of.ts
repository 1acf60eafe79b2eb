import { inTenant } from '../core/records/record-ref.ts'
import { utc } from '../core/time/time.ts'
import type { Transaction } from '../core/transactions/transaction.ts'

/** The limits of the calling key, each as the predicate of what would go beyond it. */
export const limitsOf = async (tx: Transaction): Promise<string[]> => {
  const key = await tx.db.apiKey.findFirstOrThrow({
    where: inTenant(tx, tx.actor.id),
    select: { methods: true, ipRanges: true, expiresAt: true },
  })
  const { methods, ipRanges, expiresAt } = key
  return [
    methods.length > 0 && `allows all HTTP methods, but your key allows only ${methods.join(', ')}`,
    ipRanges.length > 0 &&
      `can be used from every address, but your key can be used only from ${ipRanges.join(', ')}`,
    expiresAt !== null && `does not expire, but your key expires on ${utc(expiresAt)}`,
  ].filter((limit) => limit !== false)
}
