import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { appointmentLifecycleWorkflow } from '../appointments/workflows.ts'

/** Appointments in the next days show the change immediately, and later ones when they are planned again. */
export const wakeOpenLifecycles = async (tx: Transaction, serviceId: string | null) => {
  const open = await tx.sql<{ id: string }>(OPEN, [tx.tenantId, serviceId, tx.now])
  for (const { id } of open) tx.wake(appointmentLifecycleWorkflow, id)
}

const OPEN = `
  SELECT a.id FROM appointments a
  JOIN follow_ups f ON f.tenant_id = a.tenant_id AND f.subject_id = a.id AND f.kind = 'appointmentLifecycle'
  WHERE a.tenant_id = $1 AND ($2::text IS NULL OR a.service_id = $2)
    AND a.status IN ('CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS')
    AND a.starts_at > $3::timestamptz - interval '1 day' AND a.starts_at < $3::timestamptz + interval '7 days'
  ORDER BY a.starts_at, a.id`
