import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Refuses to archive a provider who has future appointments, because families would find nobody there. */
export const assertNoAppointments = async (tx: Transaction, id: string): Promise<void> => {
  const [row] = await tx.sql<{ appointments: number }>(FUTURE, [tx.tenantId, id, tx.now])
  const { appointments } = row!
  if (appointments === 0) return
  throw new DomainError(
    'provider_has_appointments',
    `The provider has ${appointments} future appointments. Move or cancel them first.`,
    { extra: { appointments } },
  )
}

const FUTURE = `
  SELECT count(*)::int AS appointments FROM therapy.diary
  WHERE tenant_id = $1 AND provider_id = $2 AND starts_at > $3 AND group_id IS NULL
    AND status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN')`
