import { acknowledgeCheckIn } from '#early-intervention/check-ins/acknowledge-check-in.ts'
import { CheckInQuery, getCheckIn, listCheckIns } from '#early-intervention/check-ins/queries.ts'
import { CheckIn } from '#early-intervention/check-ins/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Check-ins'
const params = idParam('checkIn')

export const checkInOperations = [
  operation({
    id: 'listCheckIns',
    method: 'get',
    path: '/v1/check-ins',
    tag,
    summary: "List guardians' answers to check-ins",
    description: 'Newest first, with those that need nobody.',
    permission: 'check-ins:read',
    query: CheckInQuery,
    status: 200,
    response: pageOf(CheckIn),
    run: (ctx, { query }) => listCheckIns(ctx, query),
  }),
  operation({
    id: 'getCheckIn',
    method: 'get',
    path: '/v1/check-ins/{id}',
    tag,
    summary: 'Retrieve a check-in',
    description: 'The guardian’s answers, and whether they need a person.',
    permission: 'check-ins:read',
    params,
    status: 200,
    response: CheckIn,
    errors: ['not_found'],
    run: (ctx, { params }) => getCheckIn(ctx, params),
  }),
  operation({
    id: 'acknowledgeCheckIn',
    method: 'post',
    path: '/v1/check-ins/{id}/acknowledge',
    tag,
    summary: 'Say that somebody has seen to it',
    description: 'For answers that worry. The coordinator is not reminded of them any more.',
    permission: 'check-ins:write',
    params,
    status: 200,
    response: CheckIn,
    example: { acknowledgedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => acknowledgeCheckIn(ctx, { ...params, version }),
  }),
]
