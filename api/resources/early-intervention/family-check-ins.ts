import { acknowledgeFamilyCheckIn } from '#early-intervention/family-check-ins/acknowledge-family-check-in.ts'
import {
  FamilyCheckInQuery,
  getFamilyCheckIn,
  listFamilyCheckIns,
} from '#early-intervention/family-check-ins/queries.ts'
import { FamilyCheckIn } from '#early-intervention/family-check-ins/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Check-ins'
const params = idParam('familyCheckIn')

export const familyCheckInOperations = [
  operation({
    id: 'listFamilyCheckIns',
    method: 'get',
    path: '/v1/family-check-ins',
    tag,
    summary: "List guardians' answers to family-check-ins",
    description: 'Newest first, with those that need nobody.',
    permission: 'family-check-ins:read',
    query: FamilyCheckInQuery,
    status: 200,
    response: pageOf(FamilyCheckIn),
    run: (ctx, { query }) => listFamilyCheckIns(ctx, query),
  }),
  operation({
    id: 'getFamilyCheckIn',
    method: 'get',
    path: '/v1/family-check-ins/{id}',
    tag,
    summary: 'Retrieve a check-in',
    description: 'The guardian’s answers, and whether they need a person.',
    permission: 'family-check-ins:read',
    params,
    status: 200,
    response: FamilyCheckIn,
    errors: ['not_found'],
    run: (ctx, { params }) => getFamilyCheckIn(ctx, params),
  }),
  operation({
    id: 'acknowledgeFamilyCheckIn',
    method: 'post',
    path: '/v1/family-check-ins/{id}/acknowledge',
    tag,
    summary: 'Acknowledge a family check-in',
    description: 'For answers that worry. The coordinator is not reminded of them any more.',
    permission: 'family-check-ins:write',
    params,
    status: 200,
    response: FamilyCheckIn,
    example: { acknowledgedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => acknowledgeFamilyCheckIn(ctx, { ...params, version }),
  }),
]
