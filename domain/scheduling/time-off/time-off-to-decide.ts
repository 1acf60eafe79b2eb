import { defineWaiting } from '#platform/core/records/define-waiting.ts'

import { OF_TEAM } from './of-team.ts'

/** Requested time off. */
export const timeOffToDecide = defineWaiting({
  kind: 'TIME_OFF_TO_DECIDE',
  subject: 'timeOff',
  reads: 'time-off:read',
  actions: [
    { operation: 'approveTimeOff', path: '/v1/time-off/{id}/approve', needs: 'time-off:write' },
    { operation: 'declineTimeOff', path: '/v1/time-off/{id}/decline', needs: 'time-off:write' },
  ],
  rows: {
    from: 'time_off r',
    joins: 'LEFT JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = r.provider_id',
    where: `r.status = 'REQUESTED' AND ${OF_TEAM}`,
    since: 'r.created_at',
    dueAt: 'r.starts_at',
    name: 'p.name',
  },
})
