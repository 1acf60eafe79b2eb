import type { Context } from '#platform/core/context/context.ts'
import { csvFile } from '#platform/core/lists/csv-file.ts'
import { decimalText } from '#platform/core/money/money.ts'
import { utc } from '#platform/core/time/time.ts'
import { getStatement } from './get-statement.ts'
import type { PartyRef } from './party-of.ts'
import { renderStatement } from './render-statement.ts'
import type { StatementQuery } from './schemas.ts'

/** Exports a statement as a PDF. It is rendered after the transaction that reads the data. */
export const exportStatementPdf = async (ctx: Context, query: PartyRef & StatementQuery) => {
  const statement = await getStatement(ctx, query)
  return renderStatement(statement, utc(ctx.platform.clock.now()))
}

/** Exports a statement as CSV for people, with amounts in currency units. The first line is the opening balance. */
export const exportStatementCsv = async (ctx: Context, query: PartyRef & StatementQuery) => {
  const { currency, startsOn, openingBalance, movements } = await getStatement(ctx, query)
  const text = (amountMinor: number) => decimalText(amountMinor, currency)
  const opening = {
    postedOn: startsOn,
    kind: 'OPENING_BALANCE',
    subjectId: null,
    orderId: null,
    description: null,
    invoiceNumber: null,
    debit: null,
    credit: null,
    balance: text(openingBalance),
    currency,
  }
  const rows = movements.map(({ debit, credit, balance, ...row }) => ({
    ...row,
    debit: text(debit),
    credit: text(credit),
    balance: text(balance),
    currency,
  }))
  return csvFile(COLUMNS, [opening, ...rows])
}

const COLUMNS = [
  'postedOn',
  'kind',
  'description',
  'invoiceNumber',
  'debit',
  'credit',
  'balance',
  'currency',
  'orderId',
  'subjectId',
] as const
