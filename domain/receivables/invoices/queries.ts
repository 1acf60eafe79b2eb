import { z } from 'zod'
import type { Invoice as InvoiceModel, Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, fact, listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { calendarDate, dateColumn } from '#platform/core/time/time.ts'
import { totalsOnRequest, totalsQuery } from '#platform/core/lists/totals-on-request.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { InvoiceKind, InvoiceStatus } from './rules.ts'
import { toInvoice, type Invoice, type InvoiceTotal, type Standing } from './schemas.ts'

export const InvoiceQuery = listQuery('invoice', ['-createdAt', 'createdAt', 'dueOn', '-dueOn'], {
  status: anyOf(InvoiceStatus, 'Returns only invoices with this status.'),
  kind: anyOf(InvoiceKind, 'Returns only invoices of this kind.'),
  payerId: idOf('payer').optional(),
  clientId: idOf('client').optional(),
  legalEntityId: idOf('legalEntity').optional(),
  number: z
    .string()
    .max(40)
    .optional()
    .meta({ description: 'Returns only the invoice with this number.' }),
  'dueOn[lt]': calendarDate()
    .optional()
    .meta({ description: 'Returns only records due before this date.' }),
  ...totalsQuery,
  outstanding: fact(
    'If true, returns only issued invoices with an amount due; if false, only the others.',
  ),
})
export type InvoiceQuery = z.infer<typeof InvoiceQuery>

/** Adds the invoiced and outstanding amounts. */
const showAll = async (rows: readonly InvoiceModel[], reader: Reader): Promise<Invoice[]> => {
  const standings = await loadStandings(reader, rows)
  return rows.map((row) => toInvoice(row, standings(row)))
}

const invoices = recordQueries({
  permission: 'invoices:read',
  name: 'invoice',
  find: ({ db }, selection: Selection<Prisma.InvoiceWhereInput>) => db.invoice.findMany(selection),
  show: showAll,
})

export const loadInvoice = invoices.load
export const getInvoice = invoices.get
export const listInvoices = invoices.listWith(
  async ({ 'dueOn[lt]': dueBefore, outstanding, ...query }: InvoiceQuery, reader) => {
    const unpaid = outstanding && (await reader.sql<{ id: string }>(OUTSTANDING, [reader.tenantId]))
    const ids = { in: unpaid ? unpaid.map(({ id }) => id) : [] }
    return {
      ...given(query, 'status', 'kind', 'payerId', 'clientId', 'legalEntityId', 'number'),
      ...(dueBefore && { dueOn: { lt: dateColumn(dueBefore) } }),
      ...(outstanding === 'true' && { AND: { id: ids } }),
      ...(outstanding === 'false' && { NOT: { id: ids } }),
    }
  },
  totalsOnRequest((reader, where) => totalsOf(reader, where)),
)

const totalsOf = async (
  { db }: Reader,
  where: Prisma.InvoiceWhereInput,
): Promise<InvoiceTotal[]> => {
  const sums = await db.invoice.groupBy({
    by: ['currency', 'kind', 'status'],
    where,
    orderBy: [{ currency: 'asc' }, { kind: 'desc' }, { status: 'asc' }],
    _count: true,
    _sum: { netMinor: true, taxMinor: true, amountMinor: true },
  })
  return sums.map(({ currency, kind, status, _count, _sum }) => ({
    currency,
    kind: kind as InvoiceTotal['kind'],
    status: status as InvoiceTotal['status'],
    count: _count,
    netAmount: _sum.netMinor ?? 0,
    taxAmount: _sum.taxMinor ?? 0,
    amount: _sum.amountMinor ?? 0,
  }))
}

export const showInvoice = async (row: InvoiceModel, reader: Reader): Promise<Invoice> =>
  (await showAll([row], reader))[0]!

interface Link {
  invoiceId: string
  orderId: string
  creditNoteId: string | null
  due: number
}

const loadStandings = async (reader: Reader, rows: readonly InvoiceModel[]) => {
  const ids = rows.map(({ id }) => id)
  const links = await reader.sql<Link>(LINKS, [reader.tenantId, ids])
  const invoiced = Map.groupBy(links, ({ invoiceId }) => invoiceId)
  const credited = Map.groupBy(links, ({ creditNoteId }) => creditNoteId)
  return ({ id, kind, status }: InvoiceModel): Standing => {
    const own = (kind === 'CREDIT_NOTE' ? credited : invoiced).get(id) ?? []
    const counts = kind === 'INVOICE' && status === 'ISSUED'
    return {
      creditNotes: new Map(own.map(({ orderId, creditNoteId }) => [orderId, creditNoteId])),
      amountDue: counts ? own.reduce((sum, { due }) => sum + due, 0) : 0,
    }
  }
}

/**
 * The outstanding amount of an order `o` that is on an invoice through the link `l`; nothing if the order is
 * paid, ended or credited.
 */
export const DUE = `CASE WHEN l.credited_by IS NULL AND o.status = 'OPEN' THEN o.amount_minor - o.captured_minor ELSE 0 END`

const LINKS = `
  SELECT l.invoice_id AS "invoiceId", l.order_id AS "orderId", l.credited_by AS "creditNoteId", ${DUE} AS due
  FROM invoice_orders l JOIN orders o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
  WHERE l.tenant_id = $1 AND (l.invoice_id = ANY ($2) OR l.credited_by = ANY ($2)) ORDER BY l.order_id`

const OUTSTANDING = `
  SELECT DISTINCT i.id FROM invoices i
  JOIN invoice_orders l ON l.tenant_id = i.tenant_id AND l.invoice_id = i.id AND l.credited_by IS NULL
  JOIN orders o ON o.tenant_id = l.tenant_id AND o.id = l.order_id AND o.status = 'OPEN' AND o.amount_minor > 0
  WHERE i.tenant_id = $1 AND i.status = 'ISSUED'`
