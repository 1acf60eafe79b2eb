import type { AuditFields } from '#platform/core/changes.ts'
import type { Entity } from '#platform/core/ids.ts'

/** What the audit trail shows of these records; see {@link AuditFields}. */
export const agentsAuditFields = {
  agentRun: [
    'agent',
    'status',
    'input',
    'startedBy',
    'expiresAt',
    'decision',
    'decidedBy',
    'decidedAt',
    'finishedAt',
    'dueWithinDays',
    'instrumentId',
    'limit',
    'proposals',
    'providerId',
  ],
  agentAction: [
    'runId',
    'rank',
    'subjectType',
    'subjectId',
    'reasons',
    'proposal',
    'status',
    'outcome',
    'settledAt',
  ],
} as const satisfies Partial<Record<Entity, AuditFields>>
