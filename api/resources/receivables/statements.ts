import {
  exportStatementCsv,
  exportStatementPdf,
} from '#receivables/statements/export-statement-pdf.ts'
import { getStatement } from '#receivables/statements/get-statement.ts'
import { Statement, StatementQuery } from '#receivables/statements/schemas.ts'
import { operation } from '../../http/operation.ts'
import { file, idParam } from '../../http/shapes.ts'

const payer = idParam('payer')
const client = idParam('client')

/** What all operations on statements have in common, for payers and clients and in each format. */
const reading = {
  tag: {
    name: 'Statements',
    about: 'What payers and clients owe: the movements in a period and the open balance.',
  },
  permission: ['ledger:read', 'invoices:read', 'orders:read', 'payers:read', 'clients:read'],
  query: StatementQuery,
  status: 200,
  errors: ['not_found'],
} as const
const shown = { ...reading, response: Statement } as const
const attached = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` })
const pdf = {
  ...reading,
  response: file,
  produces: 'application/pdf',
  headers: attached('statement.pdf'),
} as const
const csv = {
  ...reading,
  response: file,
  produces: 'text/csv; charset=utf-8',
  headers: attached('statement.csv'),
} as const

export const statementOperations = [
  operation({
    id: 'getPayerStatement',
    method: 'get',
    path: '/v1/payers/{id}/statement',
    ...shown,
    summary: 'Retrieve the statement of a payer',
    description:
      'Returns the charges, payments and refunds of a period in one currency, the balances before and after it, and the amount due now. It is computed from the ledger.',
    params: payer,
    run: (ctx, { params, query }) => getStatement(ctx, { payerId: params.id, ...query }),
  }),
  operation({
    id: 'exportPayerStatementPdf',
    method: 'get',
    path: '/v1/payers/{id}/statement.pdf',
    ...pdf,
    summary: 'Export the statement of a payer as PDF',
    description: 'Returns the same statement as a PDF for the payer.',
    params: payer,
    run: (ctx, { params, query }) => exportStatementPdf(ctx, { payerId: params.id, ...query }),
  }),
  operation({
    id: 'exportPayerStatementCsv',
    method: 'get',
    path: '/v1/payers/{id}/statement.csv',
    ...csv,
    summary: 'Export the statement of a payer as CSV',
    description:
      'Returns the movements for use in a spreadsheet, after a line with the opening balance. Amounts have the decimals of their currency.',
    params: payer,
    run: (ctx, { params, query }) => exportStatementCsv(ctx, { payerId: params.id, ...query }),
  }),
  operation({
    id: 'getClientStatement',
    method: 'get',
    path: '/v1/clients/{id}/statement',
    ...shown,
    summary: 'Retrieve the statement of a client',
    description: 'Works like the statement of a payer, even if the client has no payer record.',
    params: client,
    run: (ctx, { params, query }) => getStatement(ctx, { clientId: params.id, ...query }),
  }),
  operation({
    id: 'exportClientStatementPdf',
    method: 'get',
    path: '/v1/clients/{id}/statement.pdf',
    ...pdf,
    summary: 'Export the statement of a client as PDF',
    description: 'Returns the same statement as a PDF for the client.',
    params: client,
    run: (ctx, { params, query }) => exportStatementPdf(ctx, { clientId: params.id, ...query }),
  }),
  operation({
    id: 'exportClientStatementCsv',
    method: 'get',
    path: '/v1/clients/{id}/statement.csv',
    ...csv,
    summary: 'Export the statement of a client as CSV',
    description: 'Returns the movements for use in a spreadsheet, as for a payer.',
    params: client,
    run: (ctx, { params, query }) => exportStatementCsv(ctx, { clientId: params.id, ...query }),
  }),
]
