import { createGroupWaitlistEntry } from '#scheduling/group-appointments/create-group-waitlist-entry.ts'
import { cancelGroupWaitlistEntry } from '#scheduling/group-appointments/cancel-group-waitlist-entry.ts'
import {
  GroupWaitlistEntryQuery,
  listGroupWaitlistEntries,
} from '#scheduling/group-appointments/waitlist-queries.ts'
import {
  GroupWaitlistEntry,
  CreateGroupWaitlistEntry,
} from '#scheduling/group-appointments/waitlist-schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Group appointments'
const params = idParam('groupAppointment')

export const groupWaitlistOperations = [
  operation({
    id: 'createGroupWaitlistEntry',
    method: 'post',
    path: '/v1/group-appointments/{id}/waitlist-entries',
    tag,
    summary: 'Put a child on the waitlist of a group',
    description:
      'Adds the child to the waitlist of a full group. When a place becomes free, it goes immediately to the child who has waited longest and can attend. The child’s legal guardians are notified.',
    permission: 'appointments:write',
    params,
    body: CreateGroupWaitlistEntry,
    status: 201,
    response: GroupWaitlistEntry,
    errors: [
      'not_found',
      'invalid_reference',
      'place_free',
      'already_waiting',
      'group_closed',
      'child_discharged',
    ],
    run: (ctx, { params, body }) => createGroupWaitlistEntry(ctx, { ...params, ...body }),
  }),
  operation({
    id: 'listGroupWaitlistEntries',
    method: 'get',
    path: '/v1/group-appointments/{id}/waitlist-entries',
    tag,
    summary: 'List the waitlist of a group',
    description: 'Lists entries in the order in which they will get places.',
    permission: 'appointments:read',
    params,
    query: GroupWaitlistEntryQuery,
    status: 200,
    response: pageOf(GroupWaitlistEntry),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listGroupWaitlistEntries(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'cancelGroupWaitlistEntry',
    method: 'post',
    path: '/v1/group-waitlist-entries/{id}/cancel',
    tag,
    summary: 'Cancel a place on the waitlist of a group',
    description: 'Removes the child from the waitlist and moves the others up.',
    permission: 'appointments:write',
    params: idParam('groupWaitlistEntry'),
    status: 200,
    response: GroupWaitlistEntry,
    example: { status: 'CANCELLED' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => cancelGroupWaitlistEntry(ctx, { ...params, version }),
  }),
]
