import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A booking that the centre must confirm. */
export const appointmentToConfirm = defineWaiting({
  kind: 'APPOINTMENT_TO_CONFIRM',
  subject: 'appointment',
  reads: 'appointments:read',
  actions: [
    {
      operation: 'confirmAppointment',
      path: '/v1/appointments/{id}/confirm',
      needs: 'appointments:write',
    },
    {
      operation: 'declineAppointment',
      path: '/v1/appointments/{id}/decline',
      needs: 'appointments:write',
    },
  ],
  rows: {
    from: 'appointments r',
    joins: 'LEFT JOIN services s ON s.tenant_id = r.tenant_id AND s.id = r.service_id',
    where: `r.status = 'PENDING_CONFIRMATION'`,
    since: 'r.status_changed_at',
    dueAt: 'r.starts_at',
    name: 's.name',
    childId: 'r.child_id',
    locationId: 'r.location_id',
  },
})
