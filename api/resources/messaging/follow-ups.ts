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
      'What the platform has done and will do about a subject, such as the reminders of an appointment. The steps are planned after the record was committed: in the first second or so after a booking the list may still be empty. Each kind also needs the permission of its matter to be read and operated, such as `early-intervention`: docs/access.md lists them. Runs of agents have lists of their own: GET /v1/agent-runs and, of what waits for a person, GET /v1/agent-run-steps?status=WAITING.',
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
    description: 'Every step, past and to come, with what it did and what it asks of a person.',
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
    description: 'When its time moves because the subject does, it is planned again.',
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
      'Its rules hold all the same; the step says what came of it, a moment later. One with `actionRequired` can be fired again.',
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
    summary: 'Acknowledge a step that needs a person',
    description:
      'For what a person has seen to. The step keeps what it asked for, the note, who acknowledged it and when. A later failure asks for attention again. With `assigneeId` it goes on asking, as theirs: `GET /v1/follow-ups?assigneeId=…` is their list.',
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
    summary: 'Cancel all steps that are still to come',
    description:
      'It stays cancelled when the subject changes, until it is resumed. What needs attention keeps it.',
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
      'Its steps are planned again as the subject asks for now. Messages to people whose time has passed are skipped with a reason; what changes a state or asks staff to act is done.',
    permission: 'follow-ups:write',
    params: idParam('followUp'),
    status: 200,
    response: FollowUp,
    errors: [...TRANSITION_ERRORS, 'person_erased'],
    run: (ctx, { params, version }) => resumeFollowUp(ctx, { ...params, version }),
  }),
]
