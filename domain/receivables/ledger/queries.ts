import { z } from 'zod'
import type { LedgerAccount as LedgerAccountModel, Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { additionsQuery, anyOf } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { LedgerAccountKind, OF_PARTIES } from './posting-rules.ts'
import type { LedgerAccount } from './schemas.ts'

export const LedgerAccountQuery = additionsQuery(
  'ledgerAccount',
  'createdAt',
  ['-createdAt', 'createdAt'],
  {
    kind: anyOf(LedgerAccountKind, 'Returns only accounts of this kind.'),
    currency: currencyCode()
      .optional()
      .meta({ description: 'Returns only accounts in this currency.' }),
    clientId: idOf('client').optional(),
    providerId: idOf('provider').optional(),
    payerId: idOf('payer').optional(),
  },
)
export type LedgerAccountQuery = z.infer<typeof LedgerAccountQuery>

const withBalances = async (
  rows: LedgerAccountModel[],
  reader: Reader,
): Promise<LedgerAccount[]> => {
  const ids = rows.map(({ id }) => id)
  const balances = await reader.sql<BalanceRow>(BALANCES, [reader.tenantId, ids, OF_PARTIES])
  const balanceOf = new Map(balances.map(({ id, balance }) => [id, balance]))
  return rows.map(({ id, kind, currency, clientId, providerId, payerId, createdAt }) => ({
    id,
    kind: kind as LedgerAccountKind,
    currency,
    clientId,
    providerId,
    payerId,
    balance: balanceOf.get(id) ?? 0,
    createdAt: utc(createdAt),
  }))
}

const accounts = recordQueries({
  permission: 'ledger:read',
  name: 'ledger account',
  find: ({ db }, selection: Selection<Prisma.LedgerAccountWhereInput>) =>
    db.ledgerAccount.findMany(selection),
  show: withBalances,
})

export const loadLedgerAccount = accounts.load
export const getLedgerAccount = accounts.get
export const listLedgerAccounts = accounts.list((query: LedgerAccountQuery) =>
  given(query, 'kind', 'currency', 'clientId', 'providerId', 'payerId'),
)

interface BalanceRow {
  id: string
  balance: number
}

// The balances of the centre's own accounts are computed from daily balances, because these accounts have as
// many entries as there are postings.
const BALANCES = `
  SELECT a.id, (CASE WHEN a.kind = ANY ($3::text[]) THEN
      (SELECT coalesce(sum(e.amount_minor), 0) FROM ledger_entries e WHERE e.tenant_id = a.tenant_id AND e.account_id = a.id)
    ELSE
      (SELECT coalesce(sum(b.debit_minor - b.credit_minor), 0) FROM ledger_balances b
       WHERE b.tenant_id = a.tenant_id AND b.kind = a.kind AND b.currency = a.currency)
    END)::float8 AS balance
  FROM ledger_accounts a WHERE a.tenant_id = $1 AND a.id = ANY ($2::text[])`
