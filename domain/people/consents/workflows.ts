import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const consentExpiryWorkflow = defineWorkflow({
  name: 'consentExpiry',
  subjectType: 'consent',
  idPrefix: 'consent-expiry',
  firstStep: 'plan',
  // A consent is recorded before its follow-up exists.
  unfinished: `
    SELECT tenant_id, id FROM consents c
    WHERE revoked_at IS NULL AND expires_at > :now AND NOT EXISTS (
      SELECT FROM follow_ups f
      WHERE f.tenant_id = c.tenant_id AND f.subject_id = c.id AND f.kind = 'consentExpiry')`,
})
