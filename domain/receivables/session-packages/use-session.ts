import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { dateIn, dateText } from '#platform/core/time/time.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { moveSessions } from './move-sessions.ts'

interface Visit {
  id: string
  childId: string
  serviceId: string | null
  startsAt: Date
}

/** The package whose session an appointment uses now; undefined if there is none. */
export const packageUsedBy = async (
  tx: Transaction,
  appointmentId: string,
): Promise<string | undefined> => {
  const [used] = await tx.sql<{ packageId: string }>(USED_BY, [tx.tenantId, appointmentId])
  return used?.packageId
}

/** Uses a session of the suitable package that expires first. Returns whether there was one. */
export const useSession = async (tx: Transaction, visit: Visit): Promise<boolean> => {
  const { defaultTimeZone } = await loadTenantSettings(tx)
  const day = dateIn(visit.startsAt, defaultTimeZone)
  const [found] = await tx.sql<{ id: string }>(SUITING, [
    tx.tenantId,
    visit.childId,
    visit.serviceId,
    day,
  ])
  if (!found) return false
  await moveSessions(tx, found.id, { kind: 'USED', sessions: -1, appointmentId: visit.id })
  return true
}

/**
 * Returns the session of an appointment that did not take place. If the package has expired, the session
 * expires again.
 */
export const returnSession = async (tx: Transaction, appointmentId: string): Promise<void> => {
  const packageId = await packageUsedBy(tx, appointmentId)
  if (packageId === undefined) return
  await tx.sql(LOCK, [tx.tenantId, packageId])
  const after = await moveSessions(tx, packageId, { kind: 'RETURNED', sessions: 1, appointmentId })
  const { defaultTimeZone } = await loadTenantSettings(tx)
  if (after.expiresOn && dateText(after.expiresOn) < dateIn(tx.now, defaultTimeZone))
    await moveSessions(tx, packageId, { kind: 'EXPIRED', sessions: -after.balance })
}

const USED_BY = `
  SELECT package_id AS "packageId" FROM session_package_movements
  WHERE tenant_id = $1 AND appointment_id = $2 GROUP BY package_id HAVING sum(sessions) < 0`

// The second of two simultaneous appointments waits and then sees the remaining balance.
const SUITING = `
  SELECT id FROM session_packages
  WHERE tenant_id = $1 AND child_id = $2 AND balance > 0 AND (service_id IS NULL OR service_id = $3)
    AND (expires_on IS NULL OR expires_on >= $4::date)
  ORDER BY expires_on NULLS LAST, created_at, id LIMIT 1 FOR UPDATE`

const LOCK = 'SELECT id FROM session_packages WHERE tenant_id = $1 AND id = $2 FOR UPDATE'
