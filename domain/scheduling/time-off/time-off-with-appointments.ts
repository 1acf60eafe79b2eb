import { defineWaiting } from '#platform/core/records/define-waiting.ts'

import { OF_TEAM } from './of-team.ts'

/** Approved time off during which the provider has appointments. */
export const timeOffWithAppointments = defineWaiting({
  kind: 'TIME_OFF_WITH_APPOINTMENTS',
  subject: 'timeOff',
  reads: 'time-off:read',
  actions: [
    { operation: 'cancelTimeOff', path: '/v1/time-off/{id}/cancel', needs: 'time-off:write' },
  ],
  rows: {
    from: 'time_off r',
    joins: 'LEFT JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = r.provider_id',
    where: `r.status = 'APPROVED' AND r.ends_at > $2 AND ${OF_TEAM} AND EXISTS (
      SELECT FROM appointments a WHERE a.tenant_id = r.tenant_id AND a.provider_id = r.provider_id
        AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED') AND a.group_id IS NULL AND a.starts_at > $2
        AND a.starts_at >= r.starts_at - interval '24 hours' AND a.starts_at < r.ends_at AND a.ends_at > r.starts_at)`,
    since: 'r.updated_at',
    dueAt: 'r.starts_at',
    name: 'p.name',
  },
})
