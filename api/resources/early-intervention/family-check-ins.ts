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

const tag = {
  name: 'Check-ins',
  about: 'Questions that are sent to guardians at intervals, and answers that need attention.',
}
const params = idParam('familyCheckIn')

export const familyCheckInOperations = [
  operation({
    id: 'recordFamilyCheckIn',
    method: 'post',
    path: '/v1/family-check-ins',
    tag,
    summary: 'Record a check-in from a telephone call',
    description:
      'Records answers to the program’s questions from a legal guardian, foster parent or surrogate parent, in any language. The coordinator is notified immediately of an answer that raises concern, and the supervisor later, as with an answer through a link.',
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
    summary: 'Send a family check-in',
    description:
      'Sends a single-use link by e-mail to each legal guardian, foster parent and surrogate parent, or only to the person in `clientId`. Scheduled check-ins continue.',
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
    summary: 'List family check-ins',
    description: 'Newest first, including check-ins that require no action.',
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
    description: 'Returns the guardian’s answers, and whether somebody needs to act.',
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
    description: 'Use this for answers that raise concern. Stops the coordinator’s reminders.',
    permission: 'family-check-ins:write',
    params,
    status: 200,
    response: FamilyCheckIn,
    example: { acknowledgedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => acknowledgeFamilyCheckIn(ctx, { ...params, version }),
  }),
]
