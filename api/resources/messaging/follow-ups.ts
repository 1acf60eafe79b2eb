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

const tag = {
  name: 'Follow-ups',
  about: 'Automatic steps for a record. You can list, skip, run or cancel them.',
}

export const followUpOperations = [
  operation({
    id: 'listFollowUps',
    method: 'get',
    path: '/v1/follow-ups',
    tag,
    summary: 'List follow-ups',
    description:
      'Lists what the platform has done and will do about a subject, such as the reminders of an appointment. Steps are planned after the transaction is committed, so the list can be empty for about a second after a booking. Each kind also requires the permission for its subject, such as `early-intervention`; docs/access.md lists these permissions. To list agent runs, use GET /v1/agent-runs; for those that wait for a person, use GET /v1/agent-run-steps?status=WAITING.',
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
      'Returns every past and future step, with its result and any action required of a person.',
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
    description:
      'If a change of the subject moves the step to another time, the step is planned again.',
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
      'The rules of the step still apply. The step shows its result a moment later. You can run a step with `actionRequired` again.',
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
      'Records that a person has handled the step, with a note, the person and the time. If the step fails again later, it needs attention again. With `assigneeId` the step stays on that person’s list: `GET /v1/follow-ups?assigneeId=…`.',
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
    summary: 'Cancel a follow-up',
    description:
      'Cancels all future steps. The follow-up stays cancelled, even if the subject changes, until you resume it. Steps that need attention still need it.',
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
    summary: 'Resume a follow-up',
    description:
      'Plans the steps of a cancelled follow-up again, from the current state of the subject. Messages whose time has passed are skipped with a reason; steps that change a status or require action by staff still run.',
    permission: 'follow-ups:write',
    params: idParam('followUp'),
    status: 200,
    response: FollowUp,
    errors: [...TRANSITION_ERRORS, 'person_erased'],
    run: (ctx, { params, version }) => resumeFollowUp(ctx, { ...params, version }),
  }),
]
