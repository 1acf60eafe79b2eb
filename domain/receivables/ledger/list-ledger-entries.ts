import type { Context } from '#platform/core/context/context.ts'
import { csvFile } from '#platform/core/lists/csv-file.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { paginate } from '#platform/core/lists/paging.ts'
import { subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { OF_PARTIES, type LedgerTransactionKind } from './posting-rules.ts'
import { loadLedgerAccount } from './queries.ts'
import type { LedgerEntry, LedgerEntryQuery, LedgerPeriod } from './schemas.ts'

/** The maximum number of lines in a file. Request a longer period in parts. */
const MOST_LINES = 50_000

/** The postings of an account, oldest first, with balances. */
export const listLedgerEntries = (ctx: Context, query: { id: string } & LedgerEntryQuery) =>
  read(ctx, 'ledger:read', async (reader) => {
    await loadLedgerAccount(reader, query.id)
    return paginate(reader, query, ({ after, take }, through) =>
      statementOf(through(reader), query, { after: after && [String(after[0]), after[1]], take }),
    )
  })

/** The same postings as CSV. */
export const exportLedgerEntriesCsv = (ctx: Context, query: { id: string } & LedgerPeriod) =>
  read(ctx, 'ledger:read', async (reader) => {
    await loadLedgerAccount(reader, query.id)
    const entries = await statementOf(reader, query, { after: undefined, take: MOST_LINES + 1 })
    if (entries.length > MOST_LINES)
      throw invalid(
        'postedOn[gte]',
        'too_large',
        `There are more than ${MOST_LINES} entries. Request a shorter period.`,
      )
    return csvFile(COLUMNS, entries)
  })

const COLUMNS = [
  'postedOn',
  'transactionKind',
  'subjectType',
  'subjectId',
  'debit',
  'credit',
  'balance',
  'transactionId',
  'id',
] as const satisfies (keyof LedgerEntry)[]

interface Part {
  /** The day and the id of the previous entry. */
  after: [postedOn: string, id: string] | undefined
  take: number
}

const statementOf = async (
  reader: Reader,
  query: { id: string } & LedgerPeriod,
  { after, take }: Part,
): Promise<LedgerEntry[]> => {
  const rows = await reader.sql<EntryRow>(STATEMENT, [
    reader.tenantId,
    query.id,
    after?.[0] ?? query['postedOn[gte]'] ?? '-infinity',
    after?.[1] ?? '',
    query['postedOn[lt]'] ?? 'infinity',
    take,
    OF_PARTIES,
  ])
  return rows.map(({ subjectType, ...entry }) => ({
    ...entry,
    subjectType: subjectTypeOf(subjectType),
  }))
}

interface EntryRow extends Omit<LedgerEntry, 'subjectType' | 'transactionKind'> {
  subjectType: string
  transactionKind: LedgerTransactionKind
}

// There is only one lower bound, from the period or from the previous page, at which the index scan starts. The
// opening balance consists of earlier days and of earlier postings of the same day.
const STATEMENT = `
  WITH lines AS (
    SELECT e.id, e.transaction_id, e.posted_on, e.amount_minor FROM ledger_entries e
    WHERE e.tenant_id = $1 AND e.account_id = $2
      AND (e.posted_on, e.id) > ($3::date, $4::text) AND e.posted_on < $5::date
    ORDER BY e.posted_on, e.id LIMIT $6::int
  ), opening AS MATERIALIZED (
    SELECT (CASE WHEN a.kind = ANY ($7::text[]) THEN
        (SELECT coalesce(sum(e.amount_minor), 0) FROM ledger_entries e
         WHERE e.tenant_id = $1 AND e.account_id = $2 AND e.posted_on < first.posted_on)
      ELSE
        (SELECT coalesce(sum(b.debit_minor - b.credit_minor), 0) FROM ledger_balances b
         WHERE b.tenant_id = $1 AND b.kind = a.kind AND b.currency = a.currency AND b.posted_on < first.posted_on)
      END) + (SELECT coalesce(sum(e.amount_minor), 0) FROM ledger_entries e
        WHERE e.tenant_id = $1 AND e.account_id = $2 AND e.posted_on = first.posted_on AND e.id < first.id) AS balance
    FROM ledger_accounts a, (SELECT posted_on, id FROM lines ORDER BY posted_on, id LIMIT 1) first
    WHERE a.tenant_id = $1 AND a.id = $2
  )
  SELECT l.id, l.transaction_id AS "transactionId", t.kind AS "transactionKind", t.subject_type AS "subjectType",
    t.subject_id AS "subjectId", l.posted_on::text AS "postedOn", greatest(l.amount_minor, 0)::float8 AS debit,
    greatest(-l.amount_minor, 0)::float8 AS credit,
    (o.balance + sum(l.amount_minor) OVER (ORDER BY l.posted_on, l.id))::float8 AS balance
  FROM lines l CROSS JOIN opening o
  JOIN ledger_transactions t ON t.tenant_id = $1 AND t.id = l.transaction_id
  ORDER BY l.posted_on, l.id`
