import { Appointment } from '#scheduling/appointments/schemas.ts'
import { cancelGroupAppointment } from '#scheduling/group-appointments/cancel-group-appointment.ts'
import { createGroupAppointment } from '#scheduling/group-appointments/create-group-appointment.ts'
import { addGroupAttendee } from '#scheduling/group-appointments/add-group-attendee.ts'
import {
  getGroupAppointment,
  GroupAppointmentQuery,
  GroupAttendeeQuery,
  listGroupAppointments,
  listGroupAttendees,
} from '#scheduling/group-appointments/queries.ts'
import { recordGroupAttendance } from '#scheduling/group-appointments/record-group-attendance.ts'
import { patchGroupAppointment } from '#scheduling/group-appointments/patch-group-appointment.ts'
import { rescheduleGroupAppointment } from '#scheduling/group-appointments/reschedule-group-appointment.ts'
import {
  CancelGroup,
  CreateGroupAppointment,
  GroupAppointment,
  GroupAttendee,
  JoinGroup,
  PatchGroup,
  RecordAttendance,
  RescheduledGroup,
  RescheduleGroup,
} from '#scheduling/group-appointments/schemas.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Group appointments',
  about:
    'One provider and one room for several children. Each place is an appointment of one child. When a place becomes free, a waiting child moves up.',
}
const params = idParam('groupAppointment')

export const groupAppointmentOperations = [
  operation({
    id: 'createGroupAppointment',
    method: 'post',
    path: '/v1/group-appointments',
    tag,
    summary: 'Create a group appointment',
    description:
      'Books the provider and the room for as many children as the service’s capacity allows. The group keeps this capacity even if the service’s capacity is lowered later.',
    permission: 'appointments:write',
    body: CreateGroupAppointment,
    status: 201,
    response: GroupAppointment,
    errors: ['invalid_reference', 'slot_taken', 'slot_unavailable'],
    events: ['group_appointment.created'],
    run: (ctx, { body }) => createGroupAppointment(ctx, body),
  }),
  operation({
    id: 'listGroupAppointments',
    method: 'get',
    path: '/v1/group-appointments',
    tag,
    summary: 'List group appointments',
    description:
      'Newest first. To list the children who have a place, use `GET /v1/group-appointments/{id}/attendees`.',
    permission: 'appointments:read',
    query: GroupAppointmentQuery,
    status: 200,
    response: pageOf(GroupAppointment),
    run: (ctx, { query }) => listGroupAppointments(ctx, query),
  }),
  operation({
    id: 'getGroupAppointment',
    method: 'get',
    path: '/v1/group-appointments/{id}',
    tag,
    summary: 'Retrieve a group appointment',
    description:
      'Returns the group. To list its places, use `GET /v1/group-appointments/{id}/attendees`.',
    permission: 'appointments:read',
    params,
    status: 200,
    response: GroupAppointment,
    errors: ['not_found'],
    run: (ctx, { params }) => getGroupAppointment(ctx, params),
  }),
  operation({
    id: 'patchGroupAppointment',
    method: 'patch',
    path: '/v1/group-appointments/{id}',
    tag,
    summary: 'Change a group appointment',
    description:
      'The notes, which all families see, can change in any status. Until the group begins, you can also change the room, location and type, for the group and all its places. Prices stay as booked. To change the time or the status, use the operations for that. To change the service, create another group.',
    permission: 'appointments:write',
    params,
    body: PatchGroup,
    status: 200,
    response: GroupAppointment,
    errors: [
      ...CHANGE_ERRORS,
      'group_closed',
      'group_under_way',
      'slot_taken',
      'slot_unavailable',
      'invalid_reference',
    ],
    events: ['group_appointment.updated'],
    run: (ctx, { params, version, body }) =>
      patchGroupAppointment(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'rescheduleGroupAppointment',
    method: 'post',
    path: '/v1/group-appointments/{id}/reschedule',
    tag,
    summary: 'Reschedule a group appointment',
    description:
      'Moves the group with all its places, or not at all: if a child cannot attend, `slot_taken` lists each such child in `attendees`. Families are notified. With `dryRun=true` the response lists who could attend, and nothing changes.',
    permission: 'appointments:write',
    params,
    query: DryRun,
    body: RescheduleGroup,
    status: 200,
    response: RescheduledGroup,
    errors: [
      ...CHANGE_ERRORS,
      'group_under_way',
      'slot_taken',
      'slot_unavailable',
      'invalid_reference',
    ],
    events: ['group_appointment.rescheduled'],
    run: (ctx, { params, version, query, body }) =>
      rescheduleGroupAppointment(ctx, {
        ...params,
        ...body,
        version,
        dryRun: query.dryRun === 'true',
      }),
  }),
  operation({
    id: 'addGroupAttendee',
    method: 'post',
    path: '/v1/group-appointments/{id}/attendees',
    tag,
    summary: 'Add a child to a group',
    description:
      'The place is an appointment of the child. You can check it in, complete it (attended), mark it as a no-show (absent), cancel, undo, document and charge it like any other appointment, without effect on the rest of the group. You can move it only together with the group. Fails with `group_full` if every place is taken, and with `slot_taken` if the child is busy.',
    permission: 'appointments:write',
    params,
    body: JoinGroup,
    status: 201,
    response: Appointment,
    errors: [
      'not_found',
      'invalid_reference',
      'group_full',
      'slot_taken',
      'slot_unavailable',
      'consent_missing',
      'group_closed',
      'child_discharged',
    ],
    events: ['booking.created'],
    run: (ctx, { params, body }) => addGroupAttendee(ctx, { ...params, ...body }),
  }),
  operation({
    id: 'listGroupAttendees',
    method: 'get',
    path: '/v1/group-appointments/{id}/attendees',
    tag,
    summary: 'List the attendees of a group',
    description:
      'Lists places in the order in which they were taken, including places that were given up; to filter, use `status`. For the waitlist and its order, use `GET /v1/group-appointments/{id}/waitlist-entries`.',
    permission: 'appointments:read',
    params,
    query: GroupAttendeeQuery,
    status: 200,
    response: pageOf(GroupAttendee),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listGroupAttendees(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'recordGroupAttendance',
    method: 'post',
    path: '/v1/group-appointments/{id}/attendance',
    tag,
    summary: 'Record the attendance of a group',
    description:
      'Checks in, completes or marks as a no-show every place that you list, with its fee and events (`appointment.completed`, `appointment.no_show`). Either all places change or none. A place that already has the status does not change. An error has the code of the first refused place and lists each refused place in `errors` with its `path`, such as `attendees.2`.',
    permission: 'appointments:write',
    params,
    body: RecordAttendance,
    status: 200,
    response: listOf(Appointment),
    errors: ['not_found', 'invalid_reference', 'invalid_transition'],
    events: ['appointment.checked_in'],
    run: (ctx, { params, body }) => recordGroupAttendance(ctx, { ...params, ...body }),
  }),
  operation({
    id: 'cancelGroupAppointment',
    method: 'post',
    path: '/v1/group-appointments/{id}/cancel',
    tag,
    summary: 'Cancel a group appointment',
    description:
      'Cancels the group and all its places on behalf of the centre; nobody is charged. Fails with `group_under_way` once a child has been checked in.',
    permission: 'appointments:write',
    params,
    body: CancelGroup,
    status: 200,
    response: GroupAppointment,
    example: { status: 'CANCELLED' },
    errors: [...TRANSITION_ERRORS, 'group_under_way'],
    events: ['group_appointment.cancelled'],
    run: (ctx, { params, version, body }) =>
      cancelGroupAppointment(ctx, { ...params, version, ...body }),
  }),
]
