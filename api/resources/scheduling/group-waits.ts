import { joinGroupWaitlist } from '#scheduling/group-appointments/join-group-waitlist.ts'
import { leaveGroupWaitlist } from '#scheduling/group-appointments/leave-group-waitlist.ts'
import { GroupWaitQuery, listGroupWaits } from '#scheduling/group-appointments/wait-queries.ts'
import { GroupWait, JoinWaitlist } from '#scheduling/group-appointments/wait-schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Group appointments'
const params = idParam('groupAppointment')

export const groupWaitOperations = [
  operation({
    id: 'joinGroupWaitlist',
    method: 'post',
    path: '/v1/group-appointments/{id}/waitlist',
    tag,
    summary: 'Wait for a place in a group',
    description:
      'Of a full group. When a place is given up, the child that waited longest and can come has it at once, and its legal guardians are told.',
    permission: 'appointments:write',
    params,
    body: JoinWaitlist,
    status: 201,
    response: GroupWait,
    errors: ['not_found', 'invalid_reference', 'conflict'],
    run: (ctx, { params, body }) => joinGroupWaitlist(ctx, { ...params, ...body }),
  }),
  operation({
    id: 'listGroupWaits',
    method: 'get',
    path: '/v1/group-appointments/{id}/waitlist',
    tag,
    summary: 'List the waitlist of a group',
    description: 'In the order in which they are given a place.',
    permission: 'appointments:read',
    params,
    query: GroupWaitQuery,
    status: 200,
    response: pageOf(GroupWait),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listGroupWaits(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'leaveGroupWaitlist',
    method: 'post',
    path: '/v1/group-waits/{id}/leave',
    tag,
    summary: 'Wait no longer',
    description: 'The child is not given a place any more. Those behind move up.',
    permission: 'appointments:write',
    params: idParam('groupWait'),
    status: 200,
    response: GroupWait,
    example: { status: 'LEFT' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => leaveGroupWaitlist(ctx, { ...params, version }),
  }),
]
