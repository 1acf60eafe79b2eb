import type { Context } from '../context/context.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import { newId, type Entity } from '../records/ids.ts'
import { jsonText } from '../sql/insert-into.ts'

/**
 * `allowed`: executed. `refused`: refused by a rule, a permission or validation. `replayed`: answered with a
 * stored response. `failed`: a server error.
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

export type AuditRow = ReturnType<typeof auditRow>

/** One row of the audit trail. */
export const auditRow = (
  ctx: Pick<Context, 'tenantId' | 'actor' | 'action' | 'requestId' | 'workflowId' | 'httpStatus'>,
  facts: AuditFacts,
) => ({
  tenantId: ctx.tenantId,
  id: newId('auditEntry'),
  occurredAt: facts.occurredAt,
  actorKind: ctx.actor.kind,
  actorId: ctx.actor.id,
  actorThrough: ctx.actor.through ?? null,
  action: ctx.action,
  outcome: facts.outcome,
  code: facts.code ?? null,
  httpStatus: facts.httpStatus ?? ctx.httpStatus ?? null,
  subjectType: facts.subject?.type ?? null,
  subjectId: facts.subject?.id ?? null,
  requestId: ctx.requestId ?? null,
  workflowId: ctx.workflowId ?? null,
  changes: jsonText(facts.changes ?? {}),
})
