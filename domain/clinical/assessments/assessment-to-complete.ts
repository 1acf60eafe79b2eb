import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** An assessment whose day has come. Once it is overdue, its follow-up asks. */
export const assessmentToComplete = defineWaiting({
  kind: 'ASSESSMENT_TO_COMPLETE',
  subject: 'assessment',
  reads: 'assessments:read',
  actions: [
    {
      operation: 'completeAssessment',
      path: '/v1/assessments/{id}/complete',
      needs: 'assessments:write',
    },
    {
      operation: 'waiveAssessment',
      path: '/v1/assessments/{id}/waive',
      needs: 'assessments:write',
    },
  ],
  dueOnDay: true,
  rows: {
    from: 'assessments r',
    joins: `JOIN children c ON c.tenant_id = r.tenant_id AND c.id = r.child_id
      LEFT JOIN assessment_instruments i ON i.tenant_id = r.tenant_id AND i.id = r.instrument_id`,
    where: `r.status = 'DUE'`,
    since: 'r.updated_at',
    dueAt: `r.due_on::timestamp AT TIME ZONE 'UTC'`,
    name: 'i.name',
    childId: 'r.child_id',
    assigneeId: 'c.primary_provider_id',
  },
})
