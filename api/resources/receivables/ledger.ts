import {
  getLedgerAccount,
  LedgerAccountQuery,
  listLedgerAccounts,
} from '#receivables/ledger/queries.ts'
import {
  LedgerAccount,
  LedgerEntry,
  LedgerEntryQuery,
  LedgerPeriod,
  TrialBalance,
  TrialBalanceQuery,
} from '#receivables/ledger/schemas.ts'
import {
  exportLedgerEntriesCsv,
  listLedgerEntries,
} from '#receivables/ledger/list-ledger-entries.ts'
import { exportTrialBalanceCsv, getTrialBalance } from '#receivables/ledger/get-trial-balance.ts'
import { operation } from '../../http/operation.ts'
import { file, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Ledger',
  about: 'Double-entry accounts, their statements and the trial balance.',
}
const params = idParam('ledgerAccount')
const CSV = 'text/csv; charset=utf-8'
const attached = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` })

export const ledgerOperations = [
  operation({
    id: 'listLedgerAccounts',
    method: 'get',
    path: '/v1/ledger-accounts',
    tag,
    summary: 'List ledger accounts',
    description:
      'Newest first, with balances. Every order, payment and refund is posted to two accounts in its own transaction. An account is opened with its first entry.',
    permission: 'ledger:read',
    query: LedgerAccountQuery,
    status: 200,
    response: pageOf(LedgerAccount),
    run: (ctx, { query }) => listLedgerAccounts(ctx, query),
  }),
  operation({
    id: 'getLedgerAccount',
    method: 'get',
    path: '/v1/ledger-accounts/{id}',
    tag,
    summary: 'Retrieve a ledger account',
    description: 'Returns the account with its current balance.',
    permission: 'ledger:read',
    params,
    status: 200,
    response: LedgerAccount,
    errors: ['not_found'],
    run: (ctx, { params }) => getLedgerAccount(ctx, params),
  }),
  operation({
    id: 'listLedgerEntries',
    method: 'get',
    path: '/v1/ledger-accounts/{id}/entries',
    tag,
    summary: 'List the entries of a ledger account',
    description: 'Returns the postings in the period, oldest first, with the balance after each.',
    permission: 'ledger:read',
    params,
    query: LedgerEntryQuery,
    status: 200,
    response: pageOf(LedgerEntry),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listLedgerEntries(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'exportLedgerEntriesCsv',
    method: 'get',
    path: '/v1/ledger-accounts/{id}/entries.csv',
    tag,
    summary: 'Export the entries of a ledger account as CSV',
    description: 'Returns the same entries for use in a spreadsheet, at most 50,000.',
    permission: 'ledger:read',
    params,
    query: LedgerPeriod,
    status: 200,
    response: file,
    produces: CSV,
    headers: attached('statement.csv'),
    errors: ['not_found'],
    run: (ctx, { params, query }) => exportLedgerEntriesCsv(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'getTrialBalance',
    method: 'get',
    path: '/v1/trial-balance',
    tag,
    summary: 'Retrieve the trial balance',
    description:
      'Returns the debits and credits of all accounts at the end of a day, by kind and currency. In each currency, the balances add up to 0.',
    permission: 'ledger:read',
    query: TrialBalanceQuery,
    status: 200,
    response: TrialBalance,
    run: (ctx, { query }) => getTrialBalance(ctx, query),
  }),
  operation({
    id: 'exportTrialBalanceCsv',
    method: 'get',
    path: '/v1/trial-balance.csv',
    tag,
    summary: 'Export the trial balance as CSV',
    description: 'Returns the same figures for use in a spreadsheet.',
    permission: 'ledger:read',
    query: TrialBalanceQuery,
    status: 200,
    response: file,
    produces: CSV,
    headers: attached('trial-balance.csv'),
    run: (ctx, { query }) => exportTrialBalanceCsv(ctx, query),
  }),
]
