import type { AuditFields } from './core/changes.ts'
import type { Entity } from './core/ids.ts'

/** What the audit trail shows of these records; see {@link AuditFields}. */
export const platformAuditFields = {
  apiKey: [
    'scopes',
    'resources',
    'methods',
    'ipRanges',
    'providerId',
    'rateLimitPerMinute',
    'expiresAt',
    'revokedAt',
  ],
} as const satisfies Partial<Record<Entity, AuditFields>>
