import { AgentRun } from '#agents/agent-runs/schemas.ts'
import { cancelAgentRun } from '#agents/configured-runs/cancel-agent-run.ts'
import { decideAgentRunStep } from '#agents/configured-runs/decide-agent-run-step.ts'
import { pauseAgentRun } from '#agents/configured-runs/pause-agent-run.ts'
import {
  AgentRunStepQuery,
  getAgentRunStep,
  listAgentRunSteps,
} from '#agents/configured-runs/queries.ts'
import { retryAgentRun } from '#agents/configured-runs/retry-agent-run.ts'
import { resumeAgentRun } from '#agents/configured-runs/resume-agent-run.ts'
import { AgentRunStep, DecideAgentRunStep, RetryAgentRun } from '#agents/configured-runs/schemas.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Agents'
const params = idParam('agentRunStep')
const ofRun = idParam('agentRun')
const errors = ['not_found', 'precondition_failed', 'invalid_transition'] as const

export const agentRunStepOperations = [
  operation({
    id: 'cancelAgentRun',
    method: 'post',
    path: '/v1/agent-runs/{id}/cancel',
    tag,
    summary: 'Cancel a run of an agent',
    description: 'Nothing more of it is done. What was done stays.',
    permission: 'agent-runs:write',
    params: ofRun,
    status: 200,
    response: AgentRun,
    example: { status: 'CANCELLED', expiresAt: null, finishedAt: EXAMPLE_INSTANT },
    errors,
    events: ['agent_run.finished'],
    run: (ctx, { params, version }) => cancelAgentRun(ctx, { ...params, version }),
  }),
  operation({
    id: 'pauseAgentRun',
    method: 'post',
    path: '/v1/agent-runs/{id}/pause',
    tag,
    summary: 'Pause a run of a configured agent',
    description: 'No node is begun until it is resumed; the one under way is brought to its end.',
    permission: 'agent-runs:write',
    params: ofRun,
    status: 200,
    response: AgentRun,
    example: { status: 'PAUSED', expiresAt: null },
    errors,
    run: (ctx, { params, version }) => pauseAgentRun(ctx, { ...params, version }),
  }),
  operation({
    id: 'resumeAgentRun',
    method: 'post',
    path: '/v1/agent-runs/{id}/resume',
    tag,
    summary: 'Resume a run of a configured agent',
    description: 'It goes on where it was paused. What waited for a time that has passed is done.',
    permission: 'agent-runs:write',
    params: ofRun,
    status: 200,
    response: AgentRun,
    example: { status: 'RUNNING', expiresAt: null },
    errors,
    run: (ctx, { params, version }) => resumeAgentRun(ctx, { ...params, version }),
  }),
  operation({
    id: 'retryAgentRun',
    method: 'post',
    path: '/v1/agent-runs/{id}/retry',
    tag,
    summary: 'Retry a run of a configured agent from a node',
    description:
      'Another run of the same version goes on from a node of one that FAILED or was CANCELLED, and acts for you. What the nodes before it came to is kept and not done again, decisions too; of a FOR_EACH the items for which nothing failed.',
    permission: 'agent-runs:write',
    params: ofRun,
    body: RetryAgentRun,
    bodyOptional: true,
    status: 201,
    response: AgentRun,
    example: { agent: 'CONFIGURED', status: 'RUNNING', expiresAt: null },
    errors: [
      'not_found',
      'invalid_transition',
      'agents_off',
      'rate_limited',
      'second_person_required',
    ],
    events: ['agent_run.started'],
    run: (ctx, { params, body }) => retryAgentRun(ctx, { ...params, ...body }),
  }),
  operation({
    id: 'listAgentRunSteps',
    method: 'get',
    path: '/v1/agent-run-steps',
    tag,
    summary: 'List steps of runs of configured agents',
    description:
      'What each node has come to, the oldest first. `status=WAITING&type=APPROVAL` has all that somebody is to decide on.',
    permission: 'agent-runs:read',
    query: AgentRunStepQuery,
    status: 200,
    response: pageOf(AgentRunStep),
    run: (ctx, { query }) => listAgentRunSteps(ctx, query),
  }),
  operation({
    id: 'getAgentRunStep',
    method: 'get',
    path: '/v1/agent-run-steps/{id}',
    tag,
    summary: 'Retrieve a step of a run',
    description: 'What a node came to, or what it waits for.',
    permission: 'agent-runs:read',
    params,
    status: 200,
    response: AgentRunStep,
    errors: ['not_found'],
    run: (ctx, { params }) => getAgentRunStep(ctx, params),
  }),
  operation({
    id: 'approveAgentRunStep',
    method: 'post',
    path: '/v1/agent-run-steps/{id}/approve',
    tag,
    summary: 'Approve what a run waits for',
    description:
      'The run goes on with `next` of the node. By somebody of its roles, and not by who started the run.',
    permission: 'agent-decisions:write',
    params,
    body: DecideAgentRunStep,
    bodyOptional: true,
    status: 200,
    response: AgentRunStep,
    errors: [...errors, 'second_person_required', 'insufficient_role', 'agents_off'],
    run: (ctx, { params, body, version }) =>
      decideAgentRunStep(ctx, 'APPROVED', { ...params, version, ...body }),
  }),
  operation({
    id: 'rejectAgentRunStep',
    method: 'post',
    path: '/v1/agent-run-steps/{id}/reject',
    tag,
    summary: 'Reject what a run waits for',
    description: 'The run goes on with `onReject` of the node, or ends as CANCELLED without one.',
    permission: 'agent-decisions:write',
    params,
    body: DecideAgentRunStep,
    bodyOptional: true,
    status: 200,
    response: AgentRunStep,
    errors: [...errors, 'insufficient_role'],
    run: (ctx, { params, body, version }) =>
      decideAgentRunStep(ctx, 'REJECTED', { ...params, version, ...body }),
  }),
]
