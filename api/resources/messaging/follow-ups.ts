import { acknowledgeStep } from '#messaging/follow-ups/acknowledge-step.ts'
import { cancelFollowUp } from '#messaging/follow-ups/cancel-follow-up.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { FollowUpQuery, getFollowUp, listFollowUps } from '#messaging/follow-ups/queries.ts'
import { resumeFollowUp } from '#messaging/follow-ups/resume-follow-up.ts'
import {
  AcknowledgeStep,
  FollowUp,
  OperateFollowUp,
  stepParams,
} from '#messaging/follow-ups/schemas.ts'
import { skipStep } from '#messaging/follow-ups/skip-step.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Follow-ups'

export const followUpOperations = [
  operation({
    id: 'listFollowUps',
    method: 'get',
    path: '/v1/follow-ups',
    tag,
    summary: 'List follow-ups',
    description:
      'Lists what the platform has done and will do about a subject, such as an appointment’s reminders. Steps are planned after the commit, so the list may be empty for about a second after a booking. Each kind also needs the permission of its subject, such as `early-intervention`; docs/access.md lists them. Agent runs are listed at GET /v1/agent-runs and, when they wait for a person, at GET /v1/agent-run-steps?status=WAITING.',
    permission: 'follow-ups:read',
    query: FollowUpQuery,
    status: 200,
    response: pageOf(FollowUp),
    run: (ctx, { query }) => listFollowUps(ctx, query),
  }),
  operation({
    id: 'getFollowUp',
    method: 'get',
    path: '/v1/follow-ups/{id}',
    tag,
    summary: 'Retrieve a follow-up',
    description:
      'Returns every past and future step, with its result and what it asks of a person.',
    permission: 'follow-ups:read',
    params: idParam('followUp'),
    status: 200,
    response: FollowUp,
    errors: ['not_found'],
    run: (ctx, { params }) => getFollowUp(ctx, params),
  }),
  operation({
    id: 'skipFollowUpStep',
    method: 'post',
    path: '/v1/follow-ups/{id}/steps/{step}/skip',
    tag,
    summary: 'Skip a step',
    description: 'If its time later changes with the subject, it is planned again.',
    permission: 'follow-ups:write',
    params: stepParams,
    body: OperateFollowUp,
    status: 200,
    response: FollowUp,
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) => skipStep(ctx, { ...params, ...body, version }),
  }),
  operation({
    id: 'runFollowUpStepNow',
    method: 'post',
    path: '/v1/follow-ups/{id}/steps/{step}/run-now',
    tag,
    summary: 'Run a step now',
    description:
      'Its rules still apply; the step shows the result a moment later. You can run a step with `actionRequired` again.',
    permission: 'follow-ups:write',
    params: stepParams,
    status: 202,
    response: FollowUp,
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => runStepNow(ctx, { ...params, version }),
  }),
  operation({
    id: 'acknowledgeFollowUpStep',
    method: 'post',
    path: '/v1/follow-ups/{id}/steps/{step}/acknowledge',
    tag,
    summary: 'Acknowledge a step',
    description:
      'Records that a person has handled it, with a note, who and when. A later failure asks for attention again. With `assigneeId` the step keeps asking, on that person’s list: `GET /v1/follow-ups?assigneeId=…`.',
    permission: 'follow-ups:write',
    params: stepParams,
    body: AcknowledgeStep,
    status: 200,
    response: FollowUp,
    errors: [...TRANSITION_ERRORS, 'invalid_reference'],
    run: (ctx, { params, body, version }) => acknowledgeStep(ctx, { ...params, ...body, version }),
  }),
  operation({
    id: 'cancelFollowUp',
    method: 'post',
    path: '/v1/follow-ups/{id}/cancel',
    tag,
    summary: 'Cancel a follow-up: all its future steps',
    description:
      'It stays cancelled when the subject changes, until you resume it. Steps that need attention keep it.',
    permission: 'follow-ups:write',
    params: idParam('followUp'),
    body: OperateFollowUp,
    status: 200,
    response: FollowUp,
    example: { status: 'CANCELLED', waitingOn: null, nextStepAt: null },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) => cancelFollowUp(ctx, { ...params, ...body, version }),
  }),
  operation({
    id: 'resumeFollowUp',
    method: 'post',
    path: '/v1/follow-ups/{id}/resume',
    tag,
    summary: 'Resume a cancelled follow-up',
    description:
      'Plans its steps again from the subject’s current state. Messages whose time has passed are skipped with a reason; steps that change a status or ask staff to act still run.',
    permission: 'follow-ups:write',
    params: idParam('followUp'),
    status: 200,
    response: FollowUp,
    errors: [...TRANSITION_ERRORS, 'person_erased'],
    run: (ctx, { params, version }) => resumeFollowUp(ctx, { ...params, version }),
  }),
]
