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
    summary: 'Recall children due for assessment',
    description:
      'Computed from the records; each reason includes the IDs that support it, and no model is used. Nothing is sent: to write to families, publish an agent from the template `assessment_recall`.',
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
    summary: 'List agent runs',
    description:
      'Newest first, including finished runs. The timeline of a child shows what agents did for the child (kind AGENT); `GET /v1/tasks?runId=…` lists the tasks of a run.',
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
    summary: 'Retrieve an agent run',
    description:
      'Returns the inputs, the current position, and the usage of models. To list the steps, use `GET /v1/agent-run-steps?runId=…`.',
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
    summary: 'Cancel an agent run',
    description: 'Stops the run. Completed steps are not undone.',
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
    summary: 'Pause an agent run',
    description: 'The current node finishes, and no further node starts until you resume the run.',
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
    summary: 'Resume an agent run',
    description: 'Continues the run where it paused. Waits whose time has passed end immediately.',
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
    summary: 'Skip the wait of an agent run',
    description:
      'Ends the current WAIT nodes immediately; a node that waits for an event continues with `onTimeout`. If you send the `node` of an approval, the approval expires. Use this to try out an agent without waiting. Only test centres can use it; other centres get `test_centre_required`.',
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
    summary: 'Retry an agent run',
    description:
      'Starts another run of the same version, which acts for you, from a node of a run that FAILED or was CANCELLED. Results and decisions of earlier nodes are kept; in a FOR_EACH, so are the items that did not fail. Returns 409 while another retry is running, or after one has succeeded.',
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
      'step_up_required',
    ],
    events: ['agent_run.started'],
    run: (ctx, { params, body }) => retryAgentRun(ctx, { ...params, ...body }),
  }),
]
