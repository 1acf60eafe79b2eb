import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** An import whose rows are checked. */
export const importToRun = defineWaiting({
  kind: 'APPOINTMENT_IMPORT_TO_RUN',
  subject: 'appointmentImport',
  reads: 'appointment-imports:read',
  actions: [
    {
      operation: 'runAppointmentImport',
      path: '/v1/appointment-imports/{id}/run',
      needs: ['appointment-imports:write', 'appointments:write'],
    },
    {
      operation: 'undoAppointmentImport',
      path: '/v1/appointment-imports/{id}/undo',
      needs: ['appointment-imports:write', 'appointments:write'],
    },
  ],
  rows: {
    from: 'appointment_imports r',
    where: `r.status = 'CHECKED'`,
    since: 'r.updated_at',
    name: 'r.name',
    assigneeId: 'r.created_by',
  },
})
