import type { CreditBalance as BalanceModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadCreditBalance } from './queries.ts'

/** The owner of credit: a client, or an organization that pays. */
export interface CreditParty {
  clientId: string | null
  payerId: string | null
}

/**
 * The owner of credit for an order's payments and refunds, which is the order's debtor. Undefined if the order
 * names none.
 */
export const partyOfOrder = ({ clientId, payerId }: CreditParty): CreditParty | undefined => {
  if (clientId !== null) return { clientId, payerId: null }
  return payerId === null ? undefined : { clientId, payerId }
}

/** An owner's balance in a currency, locked. Creates the balance if it does not exist. */
export const openCredit = async (
  tx: Transaction,
  { clientId, payerId }: CreditParty,
  currency: string,
): Promise<BalanceModel> => {
  const id = newId('creditBalance')
  const [opened] = await tx.sql<{ id: string }>(OPEN, [
    tx.tenantId,
    id,
    clientId,
    payerId,
    currency,
    utc(tx.now),
  ])
  const [found] = await tx.sql<{ id: string }>(FIND, [tx.tenantId, clientId ?? payerId, currency])
  await lockRecord(tx, 'credit_balances', found!.id)
  const row = await loadCreditBalance(tx, found!.id)
  if (opened) tx.created({ type: 'creditBalance', id }, row)
  return row
}

// The second of two simultaneous calls waits and creates none.
const OPEN = `
  INSERT INTO credit_balances (tenant_id, id, client_id, payer_id, currency, balance_minor, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, 0, $6, $6)
  ON CONFLICT (tenant_id, coalesce(client_id, payer_id), currency) DO NOTHING RETURNING id`

const FIND = `
  SELECT id FROM credit_balances WHERE tenant_id = $1 AND coalesce(client_id, payer_id) = $2 AND currency = $3`
