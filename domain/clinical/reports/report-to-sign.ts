import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A draft that its therapist must sign. */
export const reportToSign = defineWaiting({
  kind: 'CLINICAL_REPORT_TO_SIGN',
  subject: 'clinicalReport',
  reads: 'clinical-reports:read',
  actions: [
    {
      operation: 'signClinicalReport',
      path: '/v1/clinical-reports/{id}/sign',
      needs: ['clinical-reports:write', 'sessions:read', 'goals:read', 'assessments:read'],
      namedOnly: 'OR_ON_BEHALF',
    },
    {
      operation: 'withdrawClinicalReport',
      path: '/v1/clinical-reports/{id}/withdraw',
      needs: ['clinical-reports:write', 'sessions:read', 'goals:read', 'assessments:read'],
    },
  ],
  rows: {
    from: 'clinical_reports r',
    joins: 'LEFT JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = r.provider_id',
    where: `r.status = 'DRAFT'`,
    since: `COALESCE((SELECT max(s.signed_at) FROM clinical_report_signatures s
      WHERE s.tenant_id = r.tenant_id AND s.report_id = r.id), r.created_at)`,
    dueAt: 'r.due_at',
    name: 'p.name',
    childId: 'r.child_id',
    assigneeId: 'r.provider_id',
  },
})
