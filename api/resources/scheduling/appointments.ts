import { getAppointmentMessages } from '#scheduling/appointment-follow-ups/get-appointment-messages.ts'
import { AppointmentMessages } from '#scheduling/appointments/message-schemas.ts'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import {
  AppointmentChangeQuery,
  listAppointmentChanges,
} from '#scheduling/appointments/change-queries.ts'
import { AppointmentChange } from '#scheduling/appointments/change-schemas.ts'
import { confirmAppointment } from '#scheduling/appointments/confirm-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { declineAppointment } from '#scheduling/appointments/decline-appointment.ts'
import { patchAppointment } from '#scheduling/appointments/patch-appointment.ts'
import {
  AppointmentQuery,
  getAppointment,
  listAppointments,
} from '#scheduling/appointments/queries.ts'
import { rescheduleAppointment } from '#scheduling/appointments/reschedule-appointment.ts'
import {
  Appointment,
  AppointmentOutcome,
  CancelAppointment,
  CreateAppointment,
  DeclineAppointment,
  PatchAppointment,
  RescheduleAppointment,
} from '#scheduling/appointments/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Appointments', about: 'Book, move, cancel and close appointments.' }
const params = idParam('appointment')

export const appointmentOperations = [
  operation({
    id: 'createAppointment',
    method: 'post',
    path: '/v1/appointments',
    tag,
    summary: 'Book an appointment',
    description:
      'The service determines the type, length, buffers and price, so send `serviceId` and omit `type`. If you send only `type`, the centre’s default service of that type (`defaultForType`) is booked; if there is no default, the appointment takes 60 minutes and has no price. Fails with `slot_taken` if the provider, the room or the child is busy, buffers included, and with `slot_unavailable` if the centre does not offer the time. Both errors return `alternatives`: start times that were free a moment ago.',
    permission: 'appointments:write',
    body: CreateAppointment,
    status: 201,
    response: Appointment,
    errors: [
      'invalid_reference',
      'slot_taken',
      'slot_unavailable',
      'hold_expired',
      'consent_missing',
      'hold_booked',
      'child_discharged',
      'period_locked',
    ],
    events: ['booking.created'],
    plansOnce: true,
    run: (ctx, { body }) => createAppointment(ctx, body),
  }),
  operation({
    id: 'listAppointments',
    method: 'get',
    path: '/v1/appointments',
    tag,
    summary: 'List appointments',
    description:
      'Newest first. Includes appointments in every status, unless you filter, and places in groups. A key bound to a provider sees only its caseload.',
    permission: 'appointments:read',
    query: AppointmentQuery,
    status: 200,
    response: pageOf(Appointment),
    run: (ctx, { query }) => listAppointments(ctx, query),
  }),
  operation({
    id: 'getAppointment',
    method: 'get',
    path: '/v1/appointments/{id}',
    tag,
    summary: 'Retrieve an appointment',
    description:
      'Returns the appointment with its price and, after a cancellation or no-show, its fee.',
    permission: 'appointments:read',
    params,
    status: 200,
    response: Appointment,
    errors: ['not_found'],
    run: (ctx, { params }) => getAppointment(ctx, params),
  }),
  operation({
    id: 'listAppointmentChanges',
    method: 'get',
    path: '/v1/appointments/{id}/changes',
    tag,
    summary: 'List the changes of an appointment',
    description:
      'Returns the history, newest first. Each entry shows the action, who took it and why, and each changed member’s value before and after.',
    permission: 'appointments:read',
    params,
    query: AppointmentChangeQuery,
    status: 200,
    response: pageOf(AppointmentChange),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listAppointmentChanges(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'getAppointmentMessages',
    method: 'get',
    path: '/v1/appointments/{id}/messages',
    tag,
    summary: 'Retrieve the messages about an appointment',
    description:
      'Returns what guardians and the provider were told about the appointment, what they will be told and when, and what they were not told and why, in words and as codes. What has not been sent yet follows from the appointment, the settings and the guardians as they are now.',
    permission: ['appointments:read', 'messages:read'],
    params,
    status: 200,
    response: AppointmentMessages,
    errors: ['not_found'],
    run: (ctx, { params }) => getAppointmentMessages(ctx, params),
  }),
  operation({
    id: 'patchAppointment',
    method: 'patch',
    path: '/v1/appointments/{id}',
    tag,
    summary: 'Change an appointment',
    description:
      'Notes can change in any status. The room, service, type, location and length can change while the appointment is PENDING_CONFIRMATION, CONFIRMED or CHECKED_IN, and the booking rules apply. To change the start or the status, use the operations for that. A price change cancels an open order of the appointment; if the order is paid, the change is refused. Families are notified of a new location. A place in a group takes these values from its group.',
    permission: 'appointments:write',
    params,
    body: PatchAppointment,
    status: 200,
    response: Appointment,
    errors: [
      ...TRANSITION_ERRORS,
      'invalid_reference',
      'slot_taken',
      'slot_unavailable',
      'consent_missing',
      'appointment_paid',
      'payment_in_flight',
    ],
    events: ['appointment.updated'],
    run: (ctx, { params, version, body }) =>
      patchAppointment(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'confirmAppointment',
    method: 'post',
    path: '/v1/appointments/{id}/confirm',
    tag,
    summary: 'Confirm an appointment',
    description:
      'Confirms an appointment that is PENDING_CONFIRMATION. You must confirm it before it starts.',
    permission: 'appointments:write',
    params,
    status: 200,
    response: Appointment,
    errors: [...TRANSITION_ERRORS, 'start_passed'],
    events: ['appointment.confirmed'],
    run: (ctx, { params, version }) => confirmAppointment(ctx, { ...params, version }),
  }),
  operation({
    id: 'declineAppointment',
    method: 'post',
    path: '/v1/appointments/{id}/decline',
    tag,
    summary: 'Decline an appointment',
    description:
      'Declines an appointment that is PENDING_CONFIRMATION and frees its slot immediately.',
    permission: 'appointments:write',
    params,
    body: DeclineAppointment,
    status: 200,
    response: Appointment,
    example: { status: 'DECLINED', declineReason: 'On leave that week.' },
    errors: TRANSITION_ERRORS,
    events: ['appointment.declined'],
    run: (ctx, { params, version, body }) =>
      declineAppointment(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'cancelAppointment',
    method: 'post',
    path: '/v1/appointments/{id}/cancel',
    tag,
    summary: 'Cancel an appointment',
    description:
      'If a client cancels late, a fee is charged as an order, according to the cancellation policy in force. An unpaid order of the appointment is cancelled. Money that was already paid is returned, less the fee, as the policy’s `prepaid` determines; `consequences` lists the amounts. With `dryRun=true` you get the same response and nothing changes.',
    permission: 'appointments:write',
    params,
    query: DryRun,
    body: CancelAppointment,
    status: 200,
    response: AppointmentOutcome,
    example: {
      status: 'CANCELLED',
      cancellation: { initiator: 'CLIENT', reason: 'The child is ill.', late: false },
    },
    errors: TRANSITION_ERRORS,
    events: ['booking.cancelled'],
    plansOnce: true,
    run: (ctx, { params, version, query, body }) =>
      cancelAppointment(ctx, { ...params, ...body, version, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'rescheduleAppointment',
    method: 'post',
    path: '/v1/appointments/{id}/reschedule',
    tag,
    summary: 'Reschedule an appointment',
    description:
      'Moves the appointment to another time. The appointment keeps its ID and length, and its current slot does not block the move. A place in a group cannot be moved, because its time is that of the group. With `dryRun=true` you get the same response or error, and nothing changes.',
    permission: 'appointments:write',
    params,
    query: DryRun,
    body: RescheduleAppointment,
    status: 200,
    response: AppointmentOutcome,
    errors: [
      ...TRANSITION_ERRORS,
      'invalid_reference',
      'slot_taken',
      'slot_unavailable',
      'consent_missing',
      'child_discharged',
    ],
    events: ['appointment.rescheduled'],
    plansOnce: true,
    run: (ctx, { params, version, query, body }) =>
      rescheduleAppointment(ctx, { ...params, ...body, version, dryRun: query.dryRun === 'true' }),
  }),
]
