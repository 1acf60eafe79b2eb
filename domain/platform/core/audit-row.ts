import type { Context } from './context.ts'
import type { ErrorCode } from './errors.ts'
import { newId, type Entity } from './ids.ts'

/**
 * `allowed`: it was done. `refused`: by a rule, a permission or the input. `replayed`: answered from
 * a stored response. `failed`: our fault.
 */
type AuditOutcome = 'ALLOWED' | 'REFUSED' | 'REPLAYED' | 'FAILED'

export interface AuditFacts {
  occurredAt: Date
  outcome: AuditOutcome
  code?: ErrorCode
  httpStatus?: number
  subject?: { type: Entity; id: string }
  changes?: object
}

export const AUDIT_COLUMNS = [
  'tenant_id',
  'id',
  'occurred_at',
  'actor_kind',
  'actor_id',
  'action',
  'outcome',
  'code',
  'http_status',
  'subject_type',
  'subject_id',
  'request_id',
  'workflow_id',
  'changes',
] as const

export type AuditRow = unknown[]

/** The values of one row, in the order of {@link AUDIT_COLUMNS}. */
export const auditRow = (
  ctx: Pick<Context, 'tenantId' | 'actor' | 'action' | 'requestId' | 'workflowId' | 'httpStatus'>,
  facts: AuditFacts,
): AuditRow => [
  ctx.tenantId,
  newId('auditEntry'),
  facts.occurredAt,
  ctx.actor.kind,
  ctx.actor.id,
  ctx.action,
  facts.outcome,
  facts.code ?? null,
  facts.httpStatus ?? ctx.httpStatus ?? null,
  facts.subject?.type ?? null,
  facts.subject?.id ?? null,
  ctx.requestId ?? null,
  ctx.workflowId ?? null,
  JSON.stringify(facts.changes ?? {}),
]
