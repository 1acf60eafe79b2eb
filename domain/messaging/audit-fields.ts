import type { AuditFields } from '#platform/core/changes.ts'
import type { Entity } from '#platform/core/ids.ts'

/** What the audit trail shows of these records; see {@link AuditFields}. */
export const messagingAuditFields = {
  followUp: '*',
  message: [
    'template',
    'language',
    'channel',
    'recipientType',
    'recipientId',
    'subjectType',
    'subjectId',
    'followUpId',
    'step',
    'dedupeKey',
    'status',
    'requestedFor',
    'dueAt',
    'notAfter',
    'sentAt',
    'attentionSettledAt',
    'why',
  ],
  oneTimeLink: [
    'purpose',
    'subjectType',
    'subjectId',
    'recipientId',
    'language',
    'expiresAt',
    'usedAt',
  ],
  feedback: ['appointmentId', 'clientId', 'rating'],
} as const satisfies Partial<Record<Entity, AuditFields>>
