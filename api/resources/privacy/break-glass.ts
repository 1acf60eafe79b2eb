import { createBreakGlassGrant } from '#privacy/break-glass/create-break-glass-grant.ts'
import { endBreakGlassGrant } from '#privacy/break-glass/end-break-glass-grant.ts'
import {
  BreakGlassQuery,
  getBreakGlassGrant,
  listBreakGlassGrants,
} from '#privacy/break-glass/queries.ts'
import {
  REVIEW_NEEDS,
  reviewBreakGlassGrant,
} from '#privacy/break-glass/review-break-glass-grant.ts'
import { BreakGlass, BreakGlassGrant, ReviewBreakGlass } from '#privacy/break-glass/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Break-glass access',
  about:
    'Emergency access to a child outside the caseload, for a stated reason and with a later review.',
}
const params = idParam('breakGlassGrant')

export const breakGlassOperations = [
  operation({
    id: 'createBreakGlassGrant',
    method: 'post',
    path: '/v1/break-glass-grants',
    tag,
    summary: 'Create a break-glass access',
    description:
      'Opens the records of a child outside the caseload. Requires a reason and lasts one hour by default. The centre’s privacy contact gets an e-mail, and the access must be reviewed.',
    permission: 'break-glass:write',
    body: BreakGlass,
    status: 201,
    response: BreakGlassGrant,
    errors: ['invalid_reference', 'in_caseload'],
    events: ['break_glass.opened'],
    run: (ctx, { body }) => createBreakGlassGrant(ctx, body),
  }),
  operation({
    id: 'listBreakGlassGrants',
    method: 'get',
    path: '/v1/break-glass-grants',
    tag,
    summary: 'List break-glass accesses',
    description: 'To list accesses that need a review, send `reviewed=false`.',
    permission: 'break-glass:read',
    query: BreakGlassQuery,
    status: 200,
    response: pageOf(BreakGlassGrant),
    run: (ctx, { query }) => listBreakGlassGrants(ctx, query),
  }),
  operation({
    id: 'getBreakGlassGrant',
    method: 'get',
    path: '/v1/break-glass-grants/{id}',
    tag,
    summary: 'Retrieve a break-glass access',
    description:
      'Returns the provider, the child, the reason, the end, and the result of the review.',
    permission: 'break-glass:read',
    params,
    status: 200,
    response: BreakGlassGrant,
    errors: ['not_found'],
    run: (ctx, { params }) => getBreakGlassGrant(ctx, params),
  }),
  operation({
    id: 'endBreakGlassGrant',
    method: 'post',
    path: '/v1/break-glass-grants/{id}/end',
    tag,
    summary: 'End a break-glass access',
    description:
      'Ends the access early. The provider can no longer see the child. The access must still be reviewed.',
    permission: 'break-glass:write',
    params,
    status: 200,
    response: BreakGlassGrant,
    example: { status: 'ENDED', endedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => endBreakGlassGrant(ctx, { ...params, version }),
  }),
  operation({
    id: 'reviewBreakGlassGrant',
    method: 'post',
    path: '/v1/break-glass-grants/{id}/review',
    tag,
    summary: 'Review a break-glass access',
    description:
      'An access is reviewed once, by a user other than the one who opened it. An API key counts as the user who created it.',
    permission: REVIEW_NEEDS,
    params,
    body: ReviewBreakGlass,
    status: 200,
    response: BreakGlassGrant,
    example: { reviewedAt: EXAMPLE_INSTANT },
    errors: [...TRANSITION_ERRORS, 'second_person_required'],
    events: ['break_glass.reviewed'],
    run: (ctx, { params, body, version }) =>
      reviewBreakGlassGrant(ctx, { ...params, version, review: body }),
  }),
]
