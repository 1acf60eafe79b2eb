import { approveTimeOff } from '#scheduling/time-off/approve-time-off.ts'
import { cancelTimeOff } from '#scheduling/time-off/cancel-time-off.ts'
import { createTimeOff } from '#scheduling/time-off/create-time-off.ts'
import { declineTimeOff } from '#scheduling/time-off/decline-time-off.ts'
import { getAffectedAppointments } from '#scheduling/time-off/get-affected-appointments.ts'
import { getTimeOff, listTimeOff, TimeOffQuery } from '#scheduling/time-off/queries.ts'
import {
  AffectedAppointments,
  CreateTimeOff,
  TimeOff,
  TimeOffDetails,
} from '#scheduling/time-off/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Time off',
  about: 'Absences of providers, with the appointments that they affect.',
}
const params = idParam('timeOff')

export const timeOffOperations = [
  operation({
    id: 'createTimeOff',
    method: 'post',
    path: '/v1/time-off',
    tag,
    summary: 'Add time off',
    description:
      'Returns the appointments in that time, and times to which each could be moved. The appointments stay until you move them.',
    permission: 'time-off:write',
    body: CreateTimeOff,
    status: 201,
    response: TimeOffDetails,
    errors: ['invalid_reference'],
    events: ['time_off.approved'],
    run: (ctx, { body }) => createTimeOff(ctx, body),
  }),
  operation({
    id: 'listTimeOff',
    method: 'get',
    path: '/v1/time-off',
    tag,
    summary: 'List time off',
    description: 'Newest first, in every status unless you filter.',
    permission: 'time-off:read',
    query: TimeOffQuery,
    status: 200,
    response: pageOf(TimeOff),
    run: (ctx, { query }) => listTimeOff(ctx, query),
  }),
  operation({
    id: 'getTimeOff',
    method: 'get',
    path: '/v1/time-off/{id}',
    tag,
    summary: 'Retrieve time off',
    description:
      'Returns the time off, the appointments in it now, and times to which each could be moved.',
    permission: 'time-off:read',
    params,
    status: 200,
    response: TimeOffDetails,
    errors: ['not_found'],
    run: (ctx, { params }) => getTimeOff(ctx, params),
  }),
  operation({
    id: 'approveTimeOff',
    method: 'post',
    path: '/v1/time-off/{id}/approve',
    tag,
    summary: 'Approve time off',
    description: 'From now on, nothing can be booked in that time.',
    permission: 'time-off:write',
    params,
    status: 200,
    response: TimeOffDetails,
    errors: TRANSITION_ERRORS,
    events: ['time_off.approved'],
    run: (ctx, { params, version }) => approveTimeOff(ctx, { ...params, version }),
  }),
  operation({
    id: 'declineTimeOff',
    method: 'post',
    path: '/v1/time-off/{id}/decline',
    tag,
    summary: 'Decline time off',
    description: 'The provider stays available. Appointments in that time are not changed.',
    permission: 'time-off:write',
    params,
    status: 200,
    response: TimeOff,
    example: { status: 'DECLINED' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => declineTimeOff(ctx, { ...params, version }),
  }),
  operation({
    id: 'cancelTimeOff',
    method: 'post',
    path: '/v1/time-off/{id}/cancel',
    tag,
    summary: 'Cancel time off',
    description: 'Cancels requested or approved time off. The provider is available again.',
    permission: 'time-off:write',
    params,
    status: 200,
    response: TimeOff,
    example: { status: 'CANCELLED' },
    errors: TRANSITION_ERRORS,
    events: ['time_off.cancelled'],
    run: (ctx, { params, version }) => cancelTimeOff(ctx, { ...params, version }),
  }),
  operation({
    id: 'getAffectedAppointments',
    method: 'get',
    path: '/v1/providers/{id}/affected-appointments',
    tag,
    summary: 'Retrieve a provider’s appointments to hand over',
    description:
      'Returns the future appointments of a provider who is suspended or leaves, and which other provider could take each. Move the appointments (`POST /v1/appointments/{id}/reschedule`) or cancel them. Suspending a provider does not cancel appointments.',
    permission: ['time-off:read', 'providers:read'],
    params: idParam('provider'),
    status: 200,
    response: AffectedAppointments,
    errors: ['not_found'],
    run: (ctx, { params }) => getAffectedAppointments(ctx, params),
  }),
]
