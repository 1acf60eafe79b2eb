import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import type { Needs } from '#platform/core/access/permissions.ts'
import { subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { OF_FAMILIES, type LedgerTransactionKind } from '../ledger/posting-rules.ts'
import { partyOf, type PartyRef } from './party-of.ts'
import type { Statement, StatementItem, StatementMovement, StatementQuery } from './schemas.ts'

/** The maximum number of movements in a statement. Request a longer period in parts. */
const MOST_MOVEMENTS = 10_000

const NEEDS: Needs = ['ledger:read', 'invoices:read', 'orders:read', 'payers:read', 'clients:read']

/** What a payer or a client owes: the movements of a period between two balances, and the open items. */
export const getStatement = (ctx: Context, query: PartyRef & StatementQuery): Promise<Statement> =>
  read(ctx, NEEDS, (reader) => statementOf(reader, query))

const statementOf = async (
  reader: Reader,
  query: PartyRef & StatementQuery,
): Promise<Statement> => {
  const party = await partyOf(reader, query)
  const settings = await loadTenantSettings(reader)
  const { startsOn = null, currency = settings.currency } = query
  const endsOn = query.endsOn ?? dateIn(reader.now, settings.defaultTimeZone)
  if (startsOn !== null && endsOn < startsOn)
    throw invalid(
      'endsOn',
      'inverted_range',
      `The period begins on ${startsOn}. Choose an end on or after that date.`,
    )
  const { clientId, payerId } = party
  const partyId = clientId ?? payerId
  const own = [reader.tenantId, partyId, currency]
  const [opening] = await reader.sql<{ balance: number }>(OPENING, [...own, OF_FAMILIES, startsOn])
  const openingBalance = opening!.balance
  const period = [...own, OF_FAMILIES, startsOn, endsOn]
  const rows = await reader.sql<MovementRow>(MOVEMENTS, [...period, MOST_MOVEMENTS + 1])
  if (rows.length > MOST_MOVEMENTS)
    throw invalid(
      'startsOn',
      'too_large',
      `There are more than ${MOST_MOVEMENTS} movements. Request a shorter period.`,
    )
  const movements = withBalances(rows, openingBalance)
  const openItems = await reader.sql<StatementItem>(OPEN_ITEMS, [...own, settings.defaultTimeZone])
  return {
    ...party,
    currency,
    startsOn,
    endsOn,
    openingBalance,
    closingBalance: movements.at(-1)?.balance ?? openingBalance,
    movements,
    openItems,
  }
}

interface MovementRow extends Omit<StatementMovement, 'subjectType' | 'balance' | 'kind'> {
  subjectType: string
  kind: LedgerTransactionKind
}

const withBalances = (
  rows: readonly MovementRow[],
  openingBalance: number,
): StatementMovement[] => {
  let balance = openingBalance
  return rows.map(({ subjectType, ...row }) => {
    balance += row.debit - row.credit
    return { ...row, subjectType: subjectTypeOf(subjectType), balance }
  })
}

/** The accounts of a party in one currency: what it owes and what it is owed. */
const ACCOUNTS = `a.tenant_id = $1 AND a.party_id = $2 AND a.currency = $3 AND a.kind = ANY ($4::text[])`

const OPENING = `
  SELECT coalesce(sum(e.amount_minor), 0)::float8 AS balance
  FROM ledger_accounts a JOIN ledger_entries e ON e.tenant_id = a.tenant_id AND e.account_id = a.id
  WHERE ${ACCOUNTS} AND e.posted_on < coalesce($5::date, '-infinity'::date)`

const FIRST_LINE = `
  LEFT JOIN LATERAL (SELECT l.description FROM order_lines l WHERE l.tenant_id = o.tenant_id AND l.order_id = o.id
    ORDER BY l.id LIMIT 1) line ON true
  LEFT JOIN invoice_orders i ON i.tenant_id = o.tenant_id AND i.order_id = o.id AND i.credited_by IS NULL
  LEFT JOIN invoices v ON v.tenant_id = i.tenant_id AND v.id = i.invoice_id AND v.status = 'ISSUED'`

const MOVEMENTS = `
  SELECT e.posted_on::text AS "postedOn", t.kind, t.subject_type AS "subjectType", t.subject_id AS "subjectId",
    o.id AS "orderId", line.description, v.number AS "invoiceNumber",
    greatest(e.amount_minor, 0)::float8 AS debit, greatest(-e.amount_minor, 0)::float8 AS credit
  FROM ledger_accounts a
  JOIN ledger_entries e ON e.tenant_id = a.tenant_id AND e.account_id = a.id
  JOIN ledger_transactions t ON t.tenant_id = e.tenant_id AND t.id = e.transaction_id
  LEFT JOIN refunds r ON r.tenant_id = t.tenant_id AND r.id = t.subject_id
  LEFT JOIN payments p ON p.tenant_id = t.tenant_id AND p.id = coalesce(r.payment_id, t.subject_id)
  LEFT JOIN orders o ON o.tenant_id = t.tenant_id AND o.id = coalesce(p.order_id, t.subject_id)
  ${FIRST_LINE}
  WHERE ${ACCOUNTS} AND e.posted_on BETWEEN coalesce($5::date, '-infinity'::date) AND $6::date
  ORDER BY e.posted_on, e.id LIMIT $7::int`

const OPEN_ITEMS = `
  SELECT o.id AS "orderId", line.description, therapy.local_time(o.created_at, $4)::date::text AS "openedOn",
    v.number AS "invoiceNumber", v.due_on::text AS "dueOn", o.amount_minor AS amount,
    o.amount_minor - o.captured_minor AS "amountDue"
  FROM orders o ${FIRST_LINE}
  WHERE o.tenant_id = $1 AND coalesce(o.client_id, o.payer_id) = $2 AND o.currency = $3
    AND o.status = 'OPEN' AND o.amount_minor > 0
  ORDER BY o.created_at, o.id`
