import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { todayOf } from './queries.ts'

/** Starts the days of a settlement's reserves, once the settlement is paid. */
export const beginReserves = async (tx: Transaction, settlementId: string): Promise<void> => {
  await tx.sql(BEGIN, [tx.tenantId, settlementId, await todayOf(tx), tx.now])
}

const BEGIN = `
  UPDATE reserves r SET releases_on = $3::date + r.days, updated_at = $4::timestamptz, version = r.version + 1
  WHERE r.tenant_id = $1 AND r.settlement_id = $2 AND r.releases_on IS NULL`
