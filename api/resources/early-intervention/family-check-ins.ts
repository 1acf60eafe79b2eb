import { acknowledgeFamilyCheckIn } from '#early-intervention/family-check-ins/acknowledge-family-check-in.ts'
import {
  FamilyCheckInQuery,
  getFamilyCheckIn,
  listFamilyCheckIns,
} from '#early-intervention/family-check-ins/queries.ts'
import { recordFamilyCheckIn } from '#early-intervention/family-check-ins/record-family-check-in.ts'
import {
  FamilyCheckIn,
  RecordFamilyCheckIn,
  SendFamilyCheckIn,
  SentFamilyCheckIn,
} from '#early-intervention/family-check-ins/schemas.ts'
import { sendFamilyCheckIn } from '#early-intervention/family-check-ins/send-family-check-in.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = 'Check-ins'
const params = idParam('familyCheckIn')

export const familyCheckInOperations = [
  operation({
    id: 'recordFamilyCheckIn',
    method: 'post',
    path: '/v1/family-check-ins',
    tag,
    summary: 'Record a check-in from a telephone call',
    description:
      'The questions that the program asks, answered by a legal guardian, foster or surrogate parent in whichever language. An answer that worries reaches the coordinator at once, and later the supervisor, as one by a link does.',
    permission: 'family-check-ins:write',
    body: RecordFamilyCheckIn,
    status: 201,
    response: FamilyCheckIn,
    errors: ['invalid_reference'],
    events: ['family_check_in.answered'],
    run: (ctx, { body }) => recordFamilyCheckIn(ctx, body),
  }),
  operation({
    id: 'sendFamilyCheckIn',
    method: 'post',
    path: '/v1/family-check-ins/send',
    tag,
    summary: 'Send a check-in: ask a family now, by a link',
    description:
      'An e-mail with a link that works once to each legal guardian, foster or surrogate parent of the child, or to the one that `clientId` names. Check-ins that are due by themselves go on.',
    permission: 'family-check-ins:write',
    body: SendFamilyCheckIn,
    status: 200,
    response: listOf(SentFamilyCheckIn),
    errors: ['invalid_reference', 'invalid_transition'],
    run: (ctx, { body }) => sendFamilyCheckIn(ctx, body),
  }),
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
