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

const tag = 'Appointments'
const params = idParam('appointment')

export const appointmentOperations = [
  operation({
    id: 'createAppointment',
    method: 'post',
    path: '/v1/appointments',
    tag,
    summary: 'Book an appointment',
    description:
      'Name the service: `serviceId` says the type, the length, the buffers and the price, so that `type` is not needed. A body with `type` alone books the service that the centre marked as the default of that type (`defaultForType`); where it marked none, the appointment takes 60 minutes and has no price. Refused with `slot_taken` when the provider, the room or the child is not free, buffers included, and with `slot_unavailable` when the centre does not offer the time; both answer `alternatives`, starts that were free just now.',
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
    ],
    events: ['booking.created'],
    run: (ctx, { body }) => createAppointment(ctx, body),
  }),
  operation({
    id: 'listAppointments',
    method: 'get',
    path: '/v1/appointments',
    tag,
    summary: 'List appointments',
    description:
      'Newest first, in all statuses unless you filter. A place in a group is an appointment too. A key that is bound to a provider sees that caseload alone.',
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
      'The appointment as it stands, with its price and, once it was called off, what that costs.',
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
      'Its history, newest first: what was done with it, by whom and why, and each member that it changed, with the value before and after.',
    permission: 'appointments:read',
    params,
    query: AppointmentChangeQuery,
    status: 200,
    response: pageOf(AppointmentChange),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listAppointmentChanges(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'patchAppointment',
    method: 'patch',
    path: '/v1/appointments/{id}',
    tag,
    summary: 'Change an appointment',
    description:
      'Its notes in any state; its room, service, type, location and length while it is PENDING_CONFIRMATION, CONFIRMED or CHECKED_IN, by the rules of a booking. Start and state have operations of their own. When the price changes, an open order of the appointment is cancelled; one that is paid refuses the change. Families are told of another location as of any move. A place in a group has what the group has.',
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
    description: 'One that is PENDING_CONFIRMATION, before its start.',
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
    description: 'One that is PENDING_CONFIRMATION. Its slot is free at once.',
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
      'A client who cancels late is charged by the cancellation policy in force: the fee is an order. An unpaid order of the appointment itself is cancelled; what was paid of it, less the fee, goes back as the policy says (`prepaid`), which `consequences` shows with amounts. With `dryRun=true` the answer is the same and nothing is done.',
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
      'The appointment keeps its id and length, and its own slot does not stand in its way. A place in a group is not moved: the group has its time. With `dryRun=true` the answer, or the refusal, is the same and nothing is done.',
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
    ],
    events: ['appointment.rescheduled'],
    run: (ctx, { params, version, query, body }) =>
      rescheduleAppointment(ctx, { ...params, ...body, version, dryRun: query.dryRun === 'true' }),
  }),
]
