import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { standingChanged } from './listeners.ts'
import { providerRecord } from './record.ts'

/** Refused while appointments are to come: nobody should find the door closed. */
export const archiveProvider = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, providerRecord, {
    fields: async (before, tx) => {
      await assertNothingToCome(tx, ref.id)
      return archiving.fields(before, tx)
    },
    effects: standingChanged,
  })

const assertNothingToCome = async (tx: Transaction, id: string): Promise<void> => {
  const [row] = await tx.sql<{ appointments: number }>(TO_COME, [tx.tenantId, id, tx.now])
  const { appointments } = row!
  if (appointments === 0) return
  throw new DomainError(
    'provider_has_appointments',
    `The provider has ${appointments} appointments to come. Move or cancel them first.`,
    { extra: { appointments } },
  )
}

const TO_COME = `
  SELECT count(*)::int AS appointments FROM therapy.diary
  WHERE tenant_id = $1 AND provider_id = $2 AND starts_at > $3 AND group_id IS NULL
    AND status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN')`
