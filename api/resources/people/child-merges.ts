import { mergeChild } from '#people/child-merges/merge-child.ts'
import { ChildMergeQuery, getChildMerge, listChildMerges } from '#people/child-merges/queries.ts'
import { reverseChildMerge } from '#people/child-merges/reverse-child-merge.ts'
import { ChildMerge, MergeChild } from '#people/child-merges/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Children'
const params = idParam('childMerge')

export const childMergeOperations = [
  operation({
    id: 'mergeChild',
    method: 'post',
    path: '/v1/children/{id}/merge',
    tag,
    summary: 'Merge a duplicate into a child',
    description:
      'Appointments, sessions, goals and guardians of the duplicate move to this child, and their workflows continue. Requires `care-teams:write`, because the care team of each record sees the records of the other. Fails with `appointments_overlap` if both have appointments at the same time. The duplicate is archived. You can reverse the merge for 30 days.',
    permission: ['child-merges:write', 'care-teams:write'],
    params: idParam('child'),
    body: MergeChild,
    status: 201,
    response: ChildMerge,
    errors: [
      'not_found',
      'invalid_reference',
      'child_merged',
      'record_archived',
      'appointments_overlap',
      'program_running',
      'erasure_open',
    ],
    events: ['child.merged', 'child.archived', 'child.updated'],
    run: (ctx, { params, body }) => mergeChild(ctx, { ...params, ...body }),
  }),
  operation({
    id: 'listChildMerges',
    method: 'get',
    path: '/v1/child-merges',
    tag,
    summary: 'List merges',
    description: 'Newest first, including reversed merges.',
    permission: 'child-merges:read',
    query: ChildMergeQuery,
    status: 200,
    response: pageOf(ChildMerge),
    run: (ctx, { query }) => listChildMerges(ctx, query),
  }),
  operation({
    id: 'getChildMerge',
    method: 'get',
    path: '/v1/child-merges/{id}',
    tag,
    summary: 'Retrieve a merge',
    description: 'Returns both records, and the time until which you can reverse the merge.',
    permission: 'child-merges:read',
    params,
    status: 200,
    response: ChildMerge,
    errors: ['not_found'],
    run: (ctx, { params }) => getChildMerge(ctx, params),
  }),
  operation({
    id: 'reverseChildMerge',
    method: 'post',
    path: '/v1/child-merges/{id}/reverse',
    tag,
    summary: 'Reverse a merge',
    description:
      'Requires `care-teams:write`. You can reverse a merge within 30 days. The duplicate gets its records back; records created since the merge stay with the surviving child.',
    permission: ['child-merges:write', 'care-teams:write'],
    params,
    status: 200,
    response: ChildMerge,
    example: { status: 'REVERSED', reversedAt: EXAMPLE_INSTANT },
    errors: [...TRANSITION_ERRORS, 'child_merged'],
    events: ['child.merge_reversed', 'child.restored', 'child.updated'],
    run: (ctx, { params, version }) => reverseChildMerge(ctx, { ...params, version }),
  }),
]
