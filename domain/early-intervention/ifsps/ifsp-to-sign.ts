import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A presented plan that a parent or the coordinator has not signed. */
export const ifspToSign = defineWaiting({
  kind: 'IFSP_TO_SIGN',
  subject: 'ifsp',
  reads: 'early-intervention:read',
  actions: [
    {
      operation: 'signIfsp',
      path: '/v1/ifsps/{id}/sign',
      needs: 'early-intervention:write',
      namedOnly: 'OR_ON_BEHALF',
    },
    { operation: 'askIfsp', path: '/v1/ifsps/{id}/ask', needs: 'early-intervention:write' },
    {
      operation: 'recordIfspSignature',
      path: '/v1/ifsps/{id}/record-signature',
      needs: 'early-intervention:write',
    },
    {
      operation: 'withdrawIfsp',
      path: '/v1/ifsps/{id}/withdraw',
      needs: 'early-intervention:write',
    },
  ],
  rows: {
    from: 'ifsps r',
    joins:
      'JOIN early_intervention_programs p ON p.tenant_id = r.tenant_id AND p.id = r.program_id',
    where: `r.status = 'PRESENTED'`,
    since: 'r.presented_at',
    childId: 'p.child_id',
    locationId: 'p.location_id',
    assigneeId: 'r.coordinator_id',
  },
})
