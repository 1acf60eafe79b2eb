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
    summary: 'List agent run steps',
    description:
      'Oldest first, with the result of each node. For open decisions, send `status=WAITING&type=APPROVAL`; `ifApproved` shows what follows an approval.',
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
    summary: 'Retrieve an agent run step',
    description:
      'Returns the result of a node, or what the node is waiting for. For an open APPROVAL, `ifApproved` shows what happens next: messages with recipients and text, tasks and records.',
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
    summary: 'Approve an agent run step',
    description:
      'Continues the run with the node’s `next`. The approver must be a signed-in person who has one of the node’s roles and did not start the run. API keys have no roles, so they cannot approve. Where the centre allows it (`soleApprovals` in `GET /v1/organization`), its only approver may approve runs that act for them, with a proof of identity that is at most 10 minutes old; `approval.alone` then records it.',
    permission: 'agent-decisions:write',
    params,
    body: DecideAgentRunStep,
    bodyOptional: true,
    status: 200,
    response: AgentRunStep,
    errors: [
      ...errors,
      'second_person_required',
      'step_up_required',
      'insufficient_role',
      'agents_off',
    ],
    events: ['task.done'],
    run: (ctx, { params, body, version }) =>
      decideAgentRunStep(ctx, 'APPROVED', { ...params, version, ...body }),
  }),
  operation({
    id: 'rejectAgentRunStep',
    method: 'post',
    path: '/v1/agent-run-steps/{id}/reject',
    tag,
    summary: 'Reject an agent run step',
    description:
      'Continues the run with the node’s `onReject`. If the node has none, the run ends as CANCELLED.',
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
