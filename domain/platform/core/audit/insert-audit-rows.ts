import { columnName, insertInto } from '../sql/insert-into.ts'
import type { Statement } from '../sql/combine.ts'
import type { AuditRow } from './audit-row.ts'

const TYPES: Record<keyof AuditRow, string> = {
  tenantId: 'text',
  id: 'text',
  occurredAt: 'timestamptz',
  actorKind: 'audit_actor_kind',
  actorId: 'text',
  actorThrough: 'text',
  action: 'text',
  outcome: 'audit_outcome',
  code: 'text',
  httpStatus: 'integer',
  subjectType: 'text',
  subjectId: 'text',
  requestId: 'text',
  workflowId: 'text',
  changes: 'jsonb',
}

const MEMBERS = Object.keys(TYPES) as (keyof AuditRow)[]

/** Inserts rows of the trail in one statement. A single row is common, and cheaper without arrays. */
export const insertAuditRows = (rows: readonly AuditRow[]): Statement => {
  const [only, ...others] = rows
  if (only && others.length === 0) return insertInto('audit_entries', only)
  return { text: MANY, values: MEMBERS.map((member) => rows.map((row) => row[member])) }
}

const MANY = `INSERT INTO audit_entries (${MEMBERS.map(columnName).join(', ')})
  SELECT * FROM unnest(${MEMBERS.map((member, index) => `$${index + 1}::${TYPES[member]}[]`).join(', ')})`
