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
    summary: 'Recall children who are due for assessment, with whom to write to',
    description:
      'Computed from the records, each reason with the ids behind it; no model is asked. Sends nothing: to write to families, publish an agent from the template `assessment_recall`.',
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
      'Newest first, including finished runs. A child’s timeline shows what they did for it (kind AGENT); GET /v1/tasks?runId=… lists their tasks.',
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
      'Returns its inputs, its position, and what its models have used. Its steps are in /v1/agent-run-steps.',
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
    description: 'Stops the run. Completed steps stay.',
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
    description: 'No further node starts until you resume it; the current one finishes.',
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
    description: 'Continues where it paused. Waits whose time has passed end at once.',
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
    summary: 'Skip the wait of an agent run, in a test centre',
    description:
      'Ends the current WAIT nodes now; one that waits for an event continues with `onTimeout`. An approval named by `node` expires. Use it to try an agent without waiting; other centres get `test_centre_required`.',
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
      'Starts another run of the same version from a node of a run that FAILED or was CANCELLED, acting for you. Results and decisions of earlier nodes are kept; of a FOR_EACH, the items that did not fail. While one retry is running, or after one has succeeded, another returns 409.',
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
