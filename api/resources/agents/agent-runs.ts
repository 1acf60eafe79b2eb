import { cancelAgentRun } from '#agents/agent-runs/cancel-agent-run.ts'
import { pauseAgentRun } from '#agents/agent-runs/pause-agent-run.ts'
import { AgentRunQuery, getAgentRun, listAgentRuns } from '#agents/agent-runs/queries.ts'
import { resumeAgentRun } from '#agents/agent-runs/resume-agent-run.ts'
import { retryAgentRun } from '#agents/agent-runs/start/retry-agent-run.ts'
import { AgentRun, RetryAgentRun, SkipAgentRunWait } from '#agents/agent-runs/schemas.ts'
import { skipAgentRunWait } from '#agents/agent-runs/skip-agent-run-wait.ts'
import { RECALL_NEEDS, recallAssessments } from '#agents/recall/recall-assessments.ts'
import { AssessmentRecall, RecallCriteria } from '#agents/recall/schemas.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Agents'
const params = idParam('agentRun')
const errors = ['not_found', 'precondition_failed', 'invalid_transition'] as const

export const agentRunOperations = [
  operation({
    id: 'recallAssessments',
    method: 'post',
    path: '/v1/ai/assessment-recall',
    tag,
    summary: 'Recall overdue assessments: who is due, ranked, and whom to write to',
    description:
      'Computed from the records, each reason with the ids that it rests on; no model is asked. Sends nothing: an agent made from the template `assessment_recall` does that.',
    permission: RECALL_NEEDS,
    body: RecallCriteria,
    bodyOptional: true,
    status: 200,
    response: AssessmentRecall,
    errors: ['invalid_reference', 'agents_off'],
    run: (ctx, { body }) => recallAssessments(ctx, body),
  }),
  operation({
    id: 'listAgentRuns',
    method: 'get',
    path: '/v1/agent-runs',
    tag,
    summary: 'List runs of agents',
    description:
      'Newest first, with those that are over. What they did for a child is in its timeline (kind AGENT), their tasks are in GET /v1/tasks?runId=….',
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
    summary: 'Retrieve a run of an agent',
    description:
      'What it was started with, where it stands, and what its models have used. Its steps are in /v1/agent-run-steps.',
    permission: 'agent-runs:read',
    params,
    status: 200,
    response: AgentRun,
    errors: ['not_found'],
    run: (ctx, { params }) => getAgentRun(ctx, params),
  }),
  operation({
    id: 'cancelAgentRun',
    method: 'post',
    path: '/v1/agent-runs/{id}/cancel',
    tag,
    summary: 'Cancel a run of an agent',
    description: 'Nothing more of it is done. What was done stays.',
    permission: 'agent-runs:write',
    params,
    status: 200,
    response: AgentRun,
    example: { status: 'CANCELLED', finishedAt: EXAMPLE_INSTANT },
    errors,
    events: ['agent_run.cancelled'],
    run: (ctx, { params, version }) => cancelAgentRun(ctx, { ...params, version }),
  }),
  operation({
    id: 'pauseAgentRun',
    method: 'post',
    path: '/v1/agent-runs/{id}/pause',
    tag,
    summary: 'Pause a run of an agent',
    description: 'No node is begun until it is resumed; the one under way is brought to its end.',
    permission: 'agent-runs:write',
    params,
    status: 200,
    response: AgentRun,
    example: { status: 'PAUSED' },
    errors,
    run: (ctx, { params, version }) => pauseAgentRun(ctx, { ...params, version }),
  }),
  operation({
    id: 'resumeAgentRun',
    method: 'post',
    path: '/v1/agent-runs/{id}/resume',
    tag,
    summary: 'Resume a run of an agent',
    description: 'It goes on where it was paused. What waited for a time that has passed is done.',
    permission: 'agent-runs:write',
    params,
    status: 200,
    response: AgentRun,
    example: { status: 'RUNNING' },
    errors,
    run: (ctx, { params, version }) => resumeAgentRun(ctx, { ...params, version }),
  }),
  operation({
    id: 'skipAgentRunWait',
    method: 'post',
    path: '/v1/agent-runs/{id}/skip-wait',
    tag,
    summary: 'Skip what a run waits for, in a test center',
    description:
      'The time of its WAIT nodes passes now: one that waits for an event goes on with `onTimeout`. An approval that `node` names expires. To try out an agent without waiting for hours; other centers get `test_centre_required`.',
    permission: 'agent-runs:write',
    params,
    body: SkipAgentRunWait,
    bodyOptional: true,
    status: 200,
    response: AgentRun,
    errors: [...errors, 'test_centre_required'],
    run: (ctx, { params, body, version }) => skipAgentRunWait(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'retryAgentRun',
    method: 'post',
    path: '/v1/agent-runs/{id}/retry',
    tag,
    summary: 'Retry a run of an agent from a node',
    description:
      'Another run of the same version goes on from a node of one that FAILED or was CANCELLED, and acts for you. What the nodes before it came to is kept and not done again, decisions too; of a FOR_EACH the items for which nothing failed. While one retry is under way, or once one has succeeded, another answers 409.',
    permission: 'agent-runs:write',
    params,
    body: RetryAgentRun,
    bodyOptional: true,
    status: 201,
    response: AgentRun,
    example: { status: 'RUNNING' },
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
]
