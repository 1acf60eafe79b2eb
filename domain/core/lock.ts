import type { Transaction } from './transaction.ts'

/** Tables whose records are changed by load, rule, write. */
type LockableTable =
  | 'locations'
  | 'rooms'
  | 'services'
  | 'series'
  | 'cancellation_policies'
  | 'clients'
  | 'pets'
  | 'children'
  | 'child_merges'
  | 'guardianships'
  | 'consents'
  | 'providers'
  | 'schedules'
  | 'schedule_exceptions'
  | 'closures'
  | 'time_off'
  | 'custom_field_definitions'
  | 'orders'
  | 'payments'
  | 'sessions'
  | 'session_notes'
  | 'messages'
  | 'note_templates'
  | 'supervisions'
  | 'goals'
  | 'attachments'
  | 'goal_measurements'
  | 'goal_reviews'
  | 'webhook_endpoints'
  | 'webhook_recoveries'
  | 'api_keys'

/** Locks a record until the transaction ends: what is loaded after this is what will be changed. */
export const lockRecord = (tx: Transaction, table: LockableTable, id: string): Promise<unknown> =>
  tx.sql(`SELECT 1 FROM ${table} WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [tx.tenantId, id])
