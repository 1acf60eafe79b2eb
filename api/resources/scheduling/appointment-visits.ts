import { previewAutomation } from '#scheduling/appointment-automation/preview-automation.ts'
import { AutomationPreview } from '#scheduling/appointment-automation/schemas.ts'
import { checkInAppointment } from '#scheduling/appointments/check-in-appointment.ts'
import { confirmAttendance } from '#scheduling/appointments/confirm-attendance.ts'
import { completeAppointment } from '#scheduling/appointments/complete-appointment.ts'
import { markAppointmentNoShow } from '#scheduling/appointments/mark-appointment-no-show.ts'
import { Appointment, AppointmentOutcome, NoShow } from '#scheduling/appointments/schemas.ts'
import { startAppointment } from '#scheduling/appointments/start-appointment.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, idParam } from '../../http/shapes.ts'

const tag = 'Appointments'
const params = idParam('appointment')

export const appointmentVisitOperations = [
  operation({
    id: 'confirmAttendance',
    method: 'post',
    path: '/v1/appointments/{id}/confirm-attendance',
    tag,
    summary: 'Confirm attendance',
    description:
      'Records that the family said it will come. Moving the appointment to another time removes the confirmation.',
    permission: 'appointments:write',
    params,
    status: 200,
    response: Appointment,
    example: { familyConfirmedAt: '2026-11-29T09:00:00.000Z' },
    errors: [...TRANSITION_ERRORS, 'start_passed'],
    events: ['appointment.attendance_confirmed'],
    run: (ctx, { params, version }) => confirmAttendance(ctx, { ...params, version }),
  }),
  operation({
    id: 'checkInAppointment',
    method: 'post',
    path: '/v1/appointments/{id}/check-in',
    tag,
    summary: 'Check the child in',
    permission: 'appointments:write',
    params,
    status: 200,
    response: Appointment,
    example: { status: 'CHECKED_IN' },
    errors: TRANSITION_ERRORS,
    events: ['appointment.checked_in'],
    run: (ctx, { params, version }) => checkInAppointment(ctx, { ...params, version }),
  }),
  operation({
    id: 'startAppointment',
    method: 'post',
    path: '/v1/appointments/{id}/start',
    tag,
    summary: 'Start an appointment',
    description: 'Starts the appointment and opens its session.',
    permission: 'appointments:write',
    params,
    status: 200,
    response: Appointment,
    example: { status: 'IN_PROGRESS' },
    errors: TRANSITION_ERRORS,
    events: ['appointment.started', 'session.created'],
    run: (ctx, { params, version }) => startAppointment(ctx, { ...params, version }),
  }),
  operation({
    id: 'completeAppointment',
    method: 'post',
    path: '/v1/appointments/{id}/complete',
    tag,
    summary: 'Complete an appointment',
    description:
      'Completes the appointment and ends its session. If there is no session, the planned times are recorded.',
    permission: 'appointments:write',
    params,
    status: 200,
    response: Appointment,
    example: { status: 'COMPLETED' },
    errors: TRANSITION_ERRORS,
    events: ['appointment.completed', 'session.created'],
    run: (ctx, { params, version }) => completeAppointment(ctx, { ...params, version }),
  }),
  operation({
    id: 'markAppointmentNoShow',
    method: 'post',
    path: '/v1/appointments/{id}/no-show',
    tag,
    summary: 'Mark an appointment as a no-show',
    description:
      'If the client was absent, a fee is charged according to the cancellation policy in force. With `dryRun=true` you get the same response without the ID of the fee’s order, and nothing changes.',
    permission: 'appointments:write',
    params,
    query: DryRun,
    body: NoShow,
    status: 200,
    response: AppointmentOutcome,
    example: { status: 'NO_SHOW', absentParty: 'CLIENT' },
    errors: TRANSITION_ERRORS,
    events: ['appointment.no_show'],
    run: (ctx, { params, version, query, body }) =>
      markAppointmentNoShow(ctx, { ...params, ...body, version, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'previewAppointmentAutomation',
    method: 'get',
    path: '/v1/appointments/{id}/automation',
    tag,
    summary: 'Preview the automation of an appointment',
    description:
      'Shows when the appointment will be marked as NO_SHOW or COMPLETED, and with which fee, according to the current rules of its service or the centre. Nothing happens while the appointment’s follow-up is cancelled.',
    permission: 'appointments:read',
    params,
    status: 200,
    response: AutomationPreview,
    errors: ['not_found'],
    run: (ctx, { params }) => previewAutomation(ctx, params),
  }),
]
