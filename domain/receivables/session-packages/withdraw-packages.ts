import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { moveSessions } from './move-sessions.ts'

interface Left {
  id: string
  balance: number
  used: boolean
}

/** Withdraws the rest of an order's packages, including those transferred to siblings. */
export const withdrawPackages = (tx: Transaction, orderId: string): Promise<void> =>
  tx.asCentre(async () => {
    for (const { id, balance } of await packagesOf(tx, orderId))
      if (balance > 0) await moveSessions(tx, id, { kind: 'WITHDRAWN', sessions: -balance })
  })

/** Refuses a person's cancellation of an order whose package is partly used. */
export const assertPackagesUnused = async (tx: Transaction, orderId: string): Promise<void> => {
  const used = (await packagesOf(tx, orderId)).find((it) => it.used)
  if (!used) return
  throw new DomainError(
    'package_in_use',
    `Sessions of package ${used.id} have already been used. Write off or refund the order instead.`,
    { extra: { packageId: used.id } },
  )
}

const packagesOf = (tx: Transaction, orderId: string): Promise<Left[]> =>
  tx.asCentre(() => tx.sql<Left>(OF_ORDER, [tx.tenantId, orderId]))

const OF_ORDER = `
  SELECT p.id, p.balance, EXISTS (SELECT FROM session_package_movements m WHERE m.tenant_id = p.tenant_id
    AND m.package_id = p.id AND m.kind IN ('USED', 'RETURNED') GROUP BY m.package_id HAVING sum(m.sessions) < 0) AS used
  FROM session_packages p WHERE p.tenant_id = $1 AND p.order_id = $2 ORDER BY p.id FOR UPDATE`
