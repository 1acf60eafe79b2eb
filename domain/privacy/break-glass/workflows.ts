import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const breakGlassReviewWorkflow = defineWorkflow({
  name: 'breakGlassReview',
  subjectType: 'breakGlassGrant',
  idPrefix: 'break-glass-review',
  firstStep: 'plan',
  // An access is recorded before its follow-up exists.
  unfinished: `
    SELECT tenant_id, id FROM break_glass_grants g
    WHERE reviewed_at IS NULL AND NOT EXISTS (
      SELECT FROM follow_ups f
      WHERE f.tenant_id = g.tenant_id AND f.subject_id = g.id AND f.kind = 'breakGlassReview')`,
})
