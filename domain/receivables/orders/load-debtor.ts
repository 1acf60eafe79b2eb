import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadBillingGuardianship } from '#people/guardianships/queries.ts'

interface Debtor {
  clientId: string | null
  payerId: string | null
}

/**
 * The debtor of an order: the given payer, otherwise the payer of the billing guardian. If an organization
 * pays, it replaces the guardian; without a payer, the guardian owes the amount.
 */
export const loadDebtor = async (
  reader: Reader,
  { childId, payerId: named }: { childId: string | null; payerId: string | undefined },
): Promise<Debtor> => {
  const guardianship = childId === null ? null : await loadBillingGuardianship(reader, childId)
  const payerId = named ?? guardianship?.payerId ?? null
  if (payerId === null) return { payerId, clientId: guardianship?.clientId ?? null }
  const payer = await reader.db.payer.findFirst({
    where: inTenant(reader, payerId),
    select: { clientId: true },
  })
  return { payerId, clientId: payer?.clientId ?? null }
}
