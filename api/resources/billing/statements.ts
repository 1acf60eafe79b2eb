import { exportStatementCsv, exportStatementPdf } from '#billing/statements/export-statement-pdf.ts'
import { getStatement } from '#billing/statements/get-statement.ts'
import { Statement, StatementQuery } from '#billing/statements/schemas.ts'
import type { Permission } from '#platform/core/permissions.ts'
import { operation } from '../../http/operation.ts'
import { file, idParam } from '../../http/shapes.ts'

const tag = 'Statements'
const payer = idParam('payer')
const client = idParam('client')
const permission = [
  'ledger:read',
  'invoices:read',
  'orders:read',
  'payers:read',
  'clients:read',
] as const satisfies Permission[]
const attached = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` })
const CSV = 'text/csv; charset=utf-8'

export const statementOperations = [
  operation({
    id: 'getPayerStatement',
    method: 'get',
    path: '/v1/payers/{id}/statement',
    tag,
    summary: 'Retrieve the statement of a payer',
    description:
      'What was charged, paid and given back in a period, between the balances before and after, and what is to be paid now. From the ledger, in one currency.',
    permission,
    params: payer,
    query: StatementQuery,
    status: 200,
    response: Statement,
    errors: ['not_found'],
    run: (ctx, { params, query }) => getStatement(ctx, { payerId: params.id, ...query }),
  }),
  operation({
    id: 'exportPayerStatementPdf',
    method: 'get',
    path: '/v1/payers/{id}/statement.pdf',
    tag,
    summary: 'Export the statement of a payer as PDF',
    description: 'The same, to send to the payer.',
    permission,
    params: payer,
    query: StatementQuery,
    status: 200,
    response: file,
    produces: 'application/pdf',
    headers: attached('statement.pdf'),
    errors: ['not_found'],
    run: (ctx, { params, query }) => exportStatementPdf(ctx, { payerId: params.id, ...query }),
  }),
  operation({
    id: 'exportPayerStatementCsv',
    method: 'get',
    path: '/v1/payers/{id}/statement.csv',
    tag,
    summary: 'Export the statement of a payer as CSV',
    description:
      'The movements for a spreadsheet, after a line with the balance before. Amounts have the decimals of their currency.',
    permission,
    params: payer,
    query: StatementQuery,
    status: 200,
    response: file,
    produces: CSV,
    headers: attached('statement.csv'),
    errors: ['not_found'],
    run: (ctx, { params, query }) => exportStatementCsv(ctx, { payerId: params.id, ...query }),
  }),
  operation({
    id: 'getClientStatement',
    method: 'get',
    path: '/v1/clients/{id}/statement',
    tag,
    summary: 'Retrieve the statement of a client',
    description: 'As that of a payer, also for a client who is no payer on record.',
    permission,
    params: client,
    query: StatementQuery,
    status: 200,
    response: Statement,
    errors: ['not_found'],
    run: (ctx, { params, query }) => getStatement(ctx, { clientId: params.id, ...query }),
  }),
  operation({
    id: 'exportClientStatementPdf',
    method: 'get',
    path: '/v1/clients/{id}/statement.pdf',
    tag,
    summary: 'Export the statement of a client as PDF',
    description: 'The same, to send to the client.',
    permission,
    params: client,
    query: StatementQuery,
    status: 200,
    response: file,
    produces: 'application/pdf',
    headers: attached('statement.pdf'),
    errors: ['not_found'],
    run: (ctx, { params, query }) => exportStatementPdf(ctx, { clientId: params.id, ...query }),
  }),
  operation({
    id: 'exportClientStatementCsv',
    method: 'get',
    path: '/v1/clients/{id}/statement.csv',
    tag,
    summary: 'Export the statement of a client as CSV',
    description: 'The movements for a spreadsheet, as of a payer.',
    permission,
    params: client,
    query: StatementQuery,
    status: 200,
    response: file,
    produces: CSV,
    headers: attached('statement.csv'),
    errors: ['not_found'],
    run: (ctx, { params, query }) => exportStatementCsv(ctx, { clientId: params.id, ...query }),
  }),
]
