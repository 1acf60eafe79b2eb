import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { assertInCare } from './rules.ts'

/**
 * Refuses something new for a child who was discharged. Waits for a discharge that is being recorded, which in
 * turn waits for this transaction and then ends what it has written.
 */
export const assertChildInCare = async (tx: Transaction, childId: string): Promise<void> => {
  const [child] = await tx.sql<{ dischargedAt: Date | null }>(IN_CARE, [tx.tenantId, childId])
  if (child) assertInCare(child)
}

const IN_CARE = `
  SELECT discharged_at AS "dischargedAt" FROM children WHERE tenant_id = $1 AND id = $2 FOR KEY SHARE`
