import { defineResource } from '#vocabulary/resource.ts'
import { of } from '#vocabulary/erasing.ts'
import { CLAIMS, deidentified, ofClient } from '#vocabulary/person-table.ts'

const BOOKS = 'amounts of the books, with ids of the records that say whose they are'

export const ledger = defineResource({
  permissions: {
    ledger: {
      about: 'the ledger: its accounts, their statements and the trial balance',
      centreOnly: ['read'],
      roles: { read: ['ADMINISTRATOR', 'BILLER', 'AUDITOR'] },
      scopes: { payments: ['read'] },
    },
  },
  records: {
    ledgerAccount: { prefix: 'lac', table: 'ledger_accounts' },
    ledgerTransaction: { prefix: 'ltx', table: 'ledger_transactions' },
    ledgerEntry: { prefix: 'lge', table: 'ledger_entries' },
  },
  tables: {
    ledger_accounts: {
      client: of(ofClient, deidentified),
      nonPersonalColumns: ['kind'],
      notFrozen: CLAIMS,
    },
    ledger_transactions: { withoutPersonalData: BOOKS },
    ledger_entries: { withoutPersonalData: BOOKS },
    ledger_balances: { withoutPersonalData: BOOKS },
  },
})
