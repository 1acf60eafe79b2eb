import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A license that nobody has verified. */
export const licenseToVerify = defineWaiting({
  kind: 'LICENSE_TO_VERIFY',
  subject: 'providerLicense',
  reads: 'provider-licenses:read',
  actions: [
    {
      operation: 'verifyProviderLicense',
      path: '/v1/provider-licenses/{id}/verify',
      needs: 'provider-licenses:write',
      second: { alone: {} },
    },
    {
      operation: 'checkProviderLicense',
      path: '/v1/provider-licenses/{id}/check',
      needs: ['provider-licenses:write', 'providers:read'],
    },
  ],
  rows: {
    from: 'provider_licenses r',
    joins: 'JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = r.provider_id',
    where: `r.verification_status = 'UNVERIFIED' AND r.archived_at IS NULL AND p.archived_at IS NULL
      AND (r.expires_on IS NULL OR r.expires_on > $2::timestamptz)`,
    since: 'r.updated_at',
    name: 'p.name',
    first: 'ARRAY[r.provider_id]',
  },
})
