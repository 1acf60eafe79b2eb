import { withWhatFollows } from '#agents/agent-runs/approvals/with-what-follows.ts'
import { decideAgentRunStep } from '#agents/agent-runs/approvals/decide-agent-run-step.ts'
import {
  AgentRunStepQuery,
  getAgentRunStep,
  listAgentRunSteps,
} from '#agents/agent-run-steps/queries.ts'
import { AgentRunStep, DecideAgentRunStep } from '#agents/agent-run-steps/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Agents'
const params = idParam('agentRunStep')
const errors = ['not_found', 'precondition_failed', 'invalid_transition'] as const

export const agentRunStepOperations = [
  operation({
    id: 'listAgentRunSteps',
    method: 'get',
    path: '/v1/agent-run-steps',
    tag,
    summary: 'List steps of runs of agents',
    description:
      'Oldest first: the result of each node. Send `status=WAITING&type=APPROVAL` for open decisions; `ifApproved` says what follows.',
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
    description:
      'Returns the result of a node, or what it waits for. For an open APPROVAL, `ifApproved` shows what happens next: messages with recipients and text, tasks, records.',
    permission: 'agent-runs:read',
    params,
    status: 200,
    response: AgentRunStep,
    errors: ['not_found'],
    run: async (ctx, { params }) => withWhatFollows(ctx, await getAgentRunStep(ctx, params)),
  }),
  operation({
    id: 'approveAgentRunStep',
    method: 'post',
    path: '/v1/agent-run-steps/{id}/approve',
    tag,
    summary: 'Approve a step of an agent run',
    description:
      'Continues the run with `next` of the node. A signed-in person with one of its roles, who did not start the run, must approve. API keys have no roles and cannot.',
    permission: 'agent-decisions:write',
    params,
    body: DecideAgentRunStep,
    bodyOptional: true,
    status: 200,
    response: AgentRunStep,
    errors: [...errors, 'second_person_required', 'insufficient_role', 'agents_off'],
    events: ['task.done'],
    run: (ctx, { params, body, version }) =>
      decideAgentRunStep(ctx, 'APPROVED', { ...params, version, ...body }),
  }),
  operation({
    id: 'rejectAgentRunStep',
    method: 'post',
    path: '/v1/agent-run-steps/{id}/reject',
    tag,
    summary: 'Reject a step of an agent run',
    description:
      'Continues the run with `onReject` of the node, or ends it as CANCELLED without one.',
    permission: 'agent-decisions:write',
    params,
    body: DecideAgentRunStep,
    bodyOptional: true,
    status: 200,
    response: AgentRunStep,
    errors: [...errors, 'insufficient_role'],
    events: ['task.done'],
    run: (ctx, { params, body, version }) =>
      decideAgentRunStep(ctx, 'REJECTED', { ...params, version, ...body }),
  }),
]
