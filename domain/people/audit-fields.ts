import type { AuditFields } from '#platform/core/changes.ts'
import type { Entity } from '#platform/core/ids.ts'

/** What the audit trail shows of these records; see {@link AuditFields}. */
export const peopleAuditFields = {
  client: ['archivedAt', 'restrictedAt', 'dryRun'],
  pet: ['clientId', 'archivedAt'],
  child: [
    'primaryProviderId',
    'archivedAt',
    'restrictedAt',
    'mergedIntoId',
    'breakGlassGrantId',
    'dryRun',
    'merged',
  ],
  childMerge: ['survivorId', 'duplicateId', 'moved.*', 'archivedAt', 'mergedBy', 'reversedAt'],
  guardianship: ['childId', 'clientId', 'legal', 'billing', 'endedAt'],
  consent: ['childId', 'kind', 'grantedById', 'grantedAt', 'expiresAt', 'revokedAt', 'recordedBy'],
  careTeamMember: ['childId', 'providerId', 'role', 'startsAt', 'endsAt', 'addedBy'],
} as const satisfies Partial<Record<Entity, AuditFields>>
