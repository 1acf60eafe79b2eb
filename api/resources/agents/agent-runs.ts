import { approveAgentRun } from '#agents/agent-runs/approve-agent-run.ts'
import {
  AgentActionQuery,
  AgentRunQuery,
  getAgentRun,
  listAgentActions,
  listAgentRuns,
} from '#agents/agent-runs/queries.ts'
import { rejectAgentRun } from '#agents/agent-runs/reject-agent-run.ts'
import { AgentAction, AgentRun, DecideAgentRun, StartAgentRun } from '#agents/agent-runs/schemas.ts'
import { RUN_NEEDS } from '#agents/agent-runs/agent-of.ts'
import { startAgentRun } from '#agents/agent-runs/start-agent-run.ts'
import { RECALL_NEEDS, recallAssessments } from '#agents/recall/recall-assessments.ts'
import { AssessmentRecall, RecallCriteria } from '#agents/recall/schemas.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Agents'
const params = idParam('agentRun')
const decisions = ['not_found', 'precondition_failed', 'invalid_transition'] as const

export const agentRunOperations = [
  operation({
    id: 'recallAssessments',
    method: 'post',
    path: '/v1/ai/assessment-recall',
    tag,
    summary: 'Recall overdue assessments: who is due, ranked, and whom to write to',
    description:
      'Computed from the records, each reason with the ids that it rests on; no model is asked. Sends nothing: start a run of the agent `assessment-recall` for that.',
    permission: RECALL_NEEDS,
    body: RecallCriteria,
    bodyOptional: true,
    status: 200,
    response: AssessmentRecall,
    errors: ['invalid_reference', 'agents_off'],
    run: (ctx, { body }) => recallAssessments(ctx, body),
  }),
  operation({
    id: 'startAgentRun',
    method: 'post',
    path: '/v1/agent-runs',
    tag,
    summary: 'Start a run of an agent, which proposes what is to be done',
    description:
      'What it proposes is done once it was approved. With nothing to propose the run has SUCCEEDED at once.',
    permission: RUN_NEEDS,
    body: StartAgentRun,
    status: 201,
    response: AgentRun,
    errors: ['invalid_reference'],
    events: ['agent_run.waiting'],
    run: (ctx, { body }) => startAgentRun(ctx, body),
  }),
  operation({
    id: 'listAgentRuns',
    method: 'get',
    path: '/v1/agent-runs',
    tag,
    summary: 'List runs of agents',
    description: 'Newest first, with those that were rejected or have expired.',
    permission: 'agent-runs:read',
    query: AgentRunQuery,
    status: 200,
    response: pageOf(AgentRun),
    run: (ctx, { query }) => listAgentRuns(ctx, query),
  }),
  operation({
    id: 'getAgentRun',
    method: 'get',
    path: '/v1/agent-runs/{id}',
    tag,
    summary: 'Retrieve a run with its progress',
    description:
      'What it was started with, whether somebody has decided, and how many actions are done.',
    permission: 'agent-runs:read',
    params,
    status: 200,
    response: AgentRun,
    errors: ['not_found'],
    run: (ctx, { params }) => getAgentRun(ctx, params),
  }),
  operation({
    id: 'listAgentActions',
    method: 'get',
    path: '/v1/agent-runs/{id}/actions',
    tag,
    summary: 'List what a run proposes, and what came of each',
    description: 'By rank, each with its reasons and what came of it.',
    permission: 'agent-runs:read',
    params,
    query: AgentActionQuery,
    status: 200,
    response: pageOf(AgentAction),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listAgentActions(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'approveAgentRun',
    method: 'post',
    path: '/v1/agent-runs/{id}/approve',
    tag,
    summary: 'Approve what a run proposes',
    description:
      'Carried out at once, as far as it is still needed. A right of its own, and of somebody other than who started the run.',
    permission: 'agent-approvals:write',
    params,
    body: DecideAgentRun,
    bodyOptional: true,
    status: 200,
    response: AgentRun,
    example: { status: 'RUNNING' },
    errors: [...decisions, 'second_person_required', 'agents_off'],
    run: (ctx, { params, body, version }) => approveAgentRun(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'rejectAgentRun',
    method: 'post',
    path: '/v1/agent-runs/{id}/reject',
    tag,
    summary: 'Reject what a run proposes',
    description: 'Nothing of it is done.',
    permission: 'agent-approvals:write',
    params,
    body: DecideAgentRun,
    bodyOptional: true,
    status: 200,
    response: AgentRun,
    example: { status: 'CANCELLED', finishedAt: EXAMPLE_INSTANT },
    errors: decisions,
    events: ['agent_run.finished'],
    run: (ctx, { params, body, version }) => rejectAgentRun(ctx, { ...params, version, ...body }),
  }),
]
