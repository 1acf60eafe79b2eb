import { defineWaiting } from '#platform/core/records/define-waiting.ts'

const needs = [
  'cosignatures:write',
  'clinical-reports:read',
  'sessions:read',
  'goals:read',
  'assessments:read',
] as const

/** A signed report that awaits the signature of the supervisor. */
export const reportToCosign = defineWaiting({
  kind: 'CLINICAL_REPORT_TO_COSIGN',
  subject: 'clinicalReport',
  reads: 'clinical-reports:read',
  actions: [
    {
      operation: 'cosignClinicalReport',
      path: '/v1/clinical-reports/{id}/cosign',
      needs,
      namedOnly: 'OR_ON_BEHALF',
      second: { keysAreProviders: true },
    },
    {
      operation: 'returnClinicalReport',
      path: '/v1/clinical-reports/{id}/return',
      needs,
      namedOnly: 'OR_ON_BEHALF',
      second: { keysAreProviders: true },
    },
  ],
  rows: {
    from: 'clinical_reports r',
    joins: `JOIN clinical_report_signatures a ON a.tenant_id = r.tenant_id AND a.report_id = r.id
      AND a.revision = r.revision AND a.role = 'AUTHOR'
      LEFT JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = r.provider_id`,
    where: `r.status = 'AWAITING_COSIGN'`,
    since: 'a.signed_at',
    dueAt: 'r.due_at',
    name: 'p.name',
    childId: 'r.child_id',
    assigneeId: 'r.supervisor_id',
    mayAct: `ARRAY[r.supervisor_id] || ARRAY(SELECT d.delegate_id FROM supervision_delegates d
      WHERE d.tenant_id = r.tenant_id AND d.supervisor_id = r.supervisor_id AND d.starts_at <= $2 AND d.ends_at > $2
        AND d.delegate_id <> r.provider_id)`,
    first: 'ARRAY[a.actor_id]',
  },
})
