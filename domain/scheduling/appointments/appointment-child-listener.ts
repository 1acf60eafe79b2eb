import { DomainError } from '#platform/core/errors/errors.ts'
import type { ChildListener } from '#people/children/listeners.ts'
import { TAKES_SLOT } from '../slots/appointment-status.ts'

/**
 * Refuses a merge of children with simultaneous appointments: two records of a child can have them, but one
 * record cannot.
 */
export const appointmentChildListener: ChildListener = {
  assertMergeable: async (tx, { from, to }) => {
    const appointments = await tx.sql<{ kept: string; moving: string }>(OVERLAPS, [
      tx.tenantId,
      from,
      to,
    ])
    if (appointments.length === 0) return
    throw new DomainError(
      'appointments_overlap',
      'Both records have appointments at the same time. For each pair, cancel or move one appointment first.',
      { extra: { appointments } },
    )
  },
}

const OVERLAPS = `SELECT a.id AS kept, b.id AS moving FROM appointments a JOIN appointments b
    ON b.tenant_id = a.tenant_id AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at
  WHERE a.tenant_id = $1 AND a.child_id = $3 AND b.child_id = $2 AND a.status IN ${TAKES_SLOT} AND b.status IN ${TAKES_SLOT}
  ORDER BY a.starts_at LIMIT 20`
