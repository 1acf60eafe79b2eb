import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { dateColumn, dateIn } from '#platform/core/time/time.ts'
import { loadLegalEntity } from '../legal-entities/queries.ts'
import { numberOf } from './rules.ts'

/**
 * The next number of a legal entity in the current year. Its counter is locked until the transaction ends: the
 * next caller waits, and reuses the number after a rollback, so there are no gaps.
 */
export const nextNumber = async (tx: Transaction, legalEntityId: string) => {
  const { defaultTimeZone } = await loadTenantSettings(tx)
  const today = dateIn(tx.now, defaultTimeZone)
  const year = Number(today.slice(0, 4))
  const [row] = await tx.sql<{ last: number }>(NEXT, [tx.tenantId, legalEntityId, year])
  const sequence = row!.last
  const { numberPrefix } = await loadLegalEntity(tx, legalEntityId)
  const number = numberOf(numberPrefix, year, sequence)
  return { year, sequence, number, issuedOn: dateColumn(today) }
}

const NEXT = `
  INSERT INTO invoice_counters (tenant_id, legal_entity_id, year, last) VALUES ($1, $2, $3, 1)
  ON CONFLICT (tenant_id, legal_entity_id, year) DO UPDATE SET last = invoice_counters.last + 1
  RETURNING last`
