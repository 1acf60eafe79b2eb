import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A license that expires within 30 days. */
export const licenseExpiring = defineWaiting({
  kind: 'LICENSE_EXPIRING',
  subject: 'providerLicense',
  reads: 'provider-licenses:read',
  actions: [
    {
      operation: 'patchProviderLicense',
      path: '/v1/provider-licenses/{id}',
      needs: 'provider-licenses:write',
      method: 'PATCH',
    },
    {
      operation: 'archiveProviderLicense',
      path: '/v1/provider-licenses/{id}/archive',
      needs: 'provider-licenses:write',
    },
  ],
  dueOnDay: true,
  rows: {
    from: 'provider_licenses r',
    joins: 'JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = r.provider_id',
    where: `r.archived_at IS NULL AND p.archived_at IS NULL AND r.expires_on > $2::timestamptz
      AND r.expires_on <= $2::timestamptz + interval '30 days'`,
    // A license can be recorded that expires soon.
    since: `GREATEST((r.expires_on - 30)::timestamp AT TIME ZONE 'UTC', r.created_at)`,
    dueAt: `r.expires_on::timestamp AT TIME ZONE 'UTC'`,
    name: 'p.name',
  },
})
