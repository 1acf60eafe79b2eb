import type { Context } from '#platform/core/context/context.ts'
import { csvFile } from '#platform/core/lists/csv-file.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import type { LedgerAccountKind } from './posting-rules.ts'
import type { TrialBalance, TrialBalanceLine, TrialBalanceQuery } from './schemas.ts'

/** All ledger accounts at the end of a day. Debits equal credits in each currency. */
export const getTrialBalance = (ctx: Context, query: TrialBalanceQuery): Promise<TrialBalance> =>
  read(ctx, 'ledger:read', (reader) => trialBalance(reader, query))

/** The same trial balance as CSV. */
export const exportTrialBalanceCsv = (ctx: Context, query: TrialBalanceQuery) =>
  read(ctx, 'ledger:read', async (reader) => {
    const { closingOn, lines } = await trialBalance(reader, query)
    return csvFile(
      COLUMNS,
      lines.map((line) => ({ closingOn, ...line })),
    )
  })

const COLUMNS = ['closingOn', 'kind', 'currency', 'debits', 'credits', 'balance'] as const

const trialBalance = async (
  reader: Reader,
  {
    closingOn: asked,
    currency = null,
  }: { closingOn?: string | undefined; currency?: string | undefined | null },
): Promise<TrialBalance> => {
  const closingOn = asked ?? dateIn(reader.now, (await loadTenantSettings(reader)).defaultTimeZone)
  const rows = await reader.sql<LineRow>(LINES, [reader.tenantId, closingOn, currency])
  return { closingOn, lines: rows }
}

type LineRow = Omit<TrialBalanceLine, 'kind'> & { kind: LedgerAccountKind }

const LINES = `
  SELECT kind, currency, sum(debit_minor)::float8 AS debits, sum(credit_minor)::float8 AS credits,
    sum(debit_minor - credit_minor)::float8 AS balance
  FROM ledger_balances WHERE tenant_id = $1 AND posted_on <= $2::date AND ($3::text IS NULL OR currency = $3)
  GROUP BY kind, currency ORDER BY currency, kind`
