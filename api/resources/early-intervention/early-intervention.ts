import { closeProgramme } from '#early-intervention/programs/close-programme.ts'
import { delayProgramme, endProgrammeDelay } from '#early-intervention/programs/delay-programme.ts'
import { patchProgramme } from '#early-intervention/programs/patch-programme.ts'
import {
  DeadlineQuery,
  getProgramme,
  listDeadlines,
  listProgrammes,
  ProgrammeQuery,
} from '#early-intervention/programs/queries.ts'
import {
  recordMilestone,
  withdrawMilestone,
} from '#early-intervention/programs/record-milestone.ts'
import {
  AddDelay,
  CloseProgramme,
  DeadlineAtRisk,
  EndDelay,
  PatchProgramme,
  Programme,
  RecordMilestone,
  StartProgramme,
} from '#early-intervention/programs/schemas.ts'
import { startProgramme } from '#early-intervention/programs/start-programme.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Early intervention'
const params = idParam('programme')

export const earlyInterventionOperations = [
  operation({
    id: 'startEarlyInterventionProgramme',
    method: 'post',
    path: '/v1/early-intervention-programmes',
    tag,
    summary: 'Start a programme',
    description:
      'By the clocks of IDEA Part C, or by a clock set of the centre. A deadline that is past already is shown as MISSED.',
    permission: 'early-intervention:write',
    body: StartProgramme,
    status: 201,
    response: Programme,
    errors: ['invalid_reference', 'already_exists'],
    run: (ctx, { body }) => startProgramme(ctx, body),
  }),
  operation({
    id: 'listEarlyInterventionProgrammes',
    method: 'get',
    path: '/v1/early-intervention-programmes',
    tag,
    summary: 'List programmes',
    permission: 'early-intervention:read',
    query: ProgrammeQuery,
    status: 200,
    response: pageOf(Programme),
    run: (ctx, { query }) => listProgrammes(ctx, query),
  }),
  operation({
    id: 'getEarlyInterventionProgramme',
    method: 'get',
    path: '/v1/early-intervention-programmes/{id}',
    tag,
    summary: 'Retrieve a programme',
    permission: 'early-intervention:read',
    params,
    status: 200,
    response: Programme,
    errors: ['not_found'],
    run: (ctx, { params }) => getProgramme(ctx, params),
  }),
  operation({
    id: 'patchEarlyInterventionProgramme',
    method: 'patch',
    path: '/v1/early-intervention-programmes/{id}',
    tag,
    summary: 'Change a programme',
    description: 'Its deadlines follow at once.',
    permission: 'early-intervention:write',
    params,
    body: PatchProgramme,
    status: 200,
    response: Programme,
    errors: [...TRANSITION_ERRORS, 'invalid_reference'],
    run: (ctx, { params, body, version }) =>
      patchProgramme(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'recordMilestone',
    method: 'post',
    path: '/v1/early-intervention-programmes/{id}/milestones',
    tag,
    summary: 'Record that a milestone was reached',
    description: 'Said again with another date, it is corrected. Reviews and evaluations add up.',
    permission: 'early-intervention:write',
    params,
    body: RecordMilestone,
    status: 200,
    response: Programme,
    errors: [...TRANSITION_ERRORS, 'invalid_reference'],
    run: (ctx, { params, body, version }) =>
      recordMilestone(ctx, { ...params, version, milestone: body }),
  }),
  operation({
    id: 'withdrawMilestone',
    method: 'post',
    path: '/v1/early-intervention-programmes/{id}/milestones/withdraw',
    tag,
    summary: 'Take back a milestone',
    permission: 'early-intervention:write',
    params,
    body: RecordMilestone,
    status: 200,
    response: Programme,
    errors: [...TRANSITION_ERRORS, 'conflict'],
    run: (ctx, { params, body, version }) =>
      withdrawMilestone(ctx, { ...params, version, milestone: body }),
  }),
  operation({
    id: 'delayEarlyInterventionProgramme',
    method: 'post',
    path: '/v1/early-intervention-programmes/{id}/delays',
    tag,
    summary: 'Document a delay that the family caused',
    description: 'Its days do not count. Without until, the clocks pause.',
    permission: 'early-intervention:write',
    params,
    body: AddDelay,
    status: 200,
    response: Programme,
    errors: [...TRANSITION_ERRORS, 'conflict'],
    run: (ctx, { params, body, version }) =>
      delayProgramme(ctx, { ...params, version, delay: body }),
  }),
  operation({
    id: 'endProgrammeDelay',
    method: 'post',
    path: '/v1/early-intervention-programmes/{id}/delays/end',
    tag,
    summary: 'End the delay that lasts',
    permission: 'early-intervention:write',
    params,
    body: EndDelay,
    status: 200,
    response: Programme,
    errors: [...TRANSITION_ERRORS, 'conflict'],
    run: (ctx, { params, body, version }) =>
      endProgrammeDelay(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'closeEarlyInterventionProgramme',
    method: 'post',
    path: '/v1/early-intervention-programmes/{id}/close',
    tag,
    summary: 'Close a programme',
    permission: 'early-intervention:write',
    params,
    body: CloseProgramme,
    status: 200,
    response: Programme,
    example: { status: 'CLOSED' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) => closeProgramme(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'listEarlyInterventionDeadlines',
    method: 'get',
    path: '/v1/early-intervention-deadlines',
    tag,
    summary: 'Who is at risk of missing which deadline, and why',
    permission: 'early-intervention:read',
    query: DeadlineQuery,
    status: 200,
    response: pageOf(DeadlineAtRisk),
    run: (ctx, { query }) => listDeadlines(ctx, query),
  }),
]
