import { createAgent } from '#agents/agents/create-agent.ts'
import { patchAgent } from '#agents/agents/patch-agent.ts'
import { pauseAgent } from '#agents/agents/pause-agent.ts'
import { publishAgent } from '#agents/agents/publish-agent.ts'
import {
  AgentQuery,
  AgentVersionParams,
  getAgent,
  getAgentVersion,
  listAgents,
} from '#agents/agents/queries.ts'
import { agentRecord } from '#agents/agents/record.ts'
import { resumeAgent } from '#agents/agents/resume-agent.ts'
import { rollBackAgent } from '#agents/agents/roll-back-agent.ts'
import {
  Agent,
  PublishedAgent,
  AgentValidation,
  AgentVersion,
  CreateAgent,
  PatchAgent,
  RollBackAgent,
} from '#agents/agents/schemas.ts'
import { validateAgent } from '#agents/agents/validate-agent.ts'
import { AgentPreview, PreviewAgent } from '#agents/agent-runs/preview/schemas.ts'
import { AgentRun, StartAgentRun } from '#agents/agent-runs/schemas.ts'
import {
  askForPreview,
  previewAgent,
  PREVIEW_NEEDS,
} from '#agents/agent-runs/preview/preview-agent.ts'
import { startAgentRun } from '#agents/agent-runs/start/start-agent-run.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Agents',
  about:
    'Agents that the centre configures. Actions that need approval wait until a person approves them.',
}
const params = idParam('agent')
const PUBLISHED = { status: 'ACTIVE', publishedVersion: 1, latestVersion: 1 } as const

export const agentOperations = [
  operation({
    id: 'createAgent',
    method: 'post',
    path: '/v1/agents',
    tag,
    summary: 'Create an agent',
    description:
      'Creates a draft. Its nodes run queries of the catalog, decide, loop over lists, ask for approval, wait and act (`GET /v1/agent-catalog`). To use the agent, publish it. You can start from a template and answer its questions (`GET /v1/agent-templates`).',
    permission: 'agents:write',
    body: CreateAgent,
    status: 201,
    response: Agent,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createAgent(ctx, body),
  }),
  operation({
    id: 'listAgents',
    method: 'get',
    path: '/v1/agents',
    tag,
    summary: 'List agents',
    description: 'Newest first. Archived agents are not included unless you set `state`.',
    permission: 'agents:read',
    query: AgentQuery,
    status: 200,
    response: pageOf(Agent),
    run: (ctx, { query }) => listAgents(ctx, query),
  }),
  operation({
    id: 'getAgent',
    method: 'get',
    path: '/v1/agents/{id}',
    tag,
    summary: 'Retrieve an agent',
    description:
      'Returns the agent with its draft. `publishedVersion` is the version with which runs start.',
    permission: 'agents:read',
    params,
    status: 200,
    response: Agent,
    errors: ['not_found'],
    run: (ctx, { params }) => getAgent(ctx, params),
  }),
  operation({
    id: 'patchAgent',
    method: 'patch',
    path: '/v1/agents/{id}',
    tag,
    summary: 'Change an agent',
    description:
      'Changes to the name and the description apply immediately. A definition replaces the whole draft and applies after you publish it.',
    permission: 'agents:write',
    params,
    body: PatchAgent,
    status: 200,
    response: Agent,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) => patchAgent(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'validateAgent',
    method: 'post',
    path: '/v1/agents/{id}/validate',
    tag,
    summary: 'Validate the draft of an agent',
    description:
      'Returns every problem that prevents publishing, with the member of the definition and the node where it occurs. Expressions are checked against what they will meet: the schema of the event, the columns of queries, the outputs of earlier nodes and the inputs.',
    permission: 'agents:write',
    params,
    status: 200,
    response: AgentValidation,
    errors: ['not_found'],
    run: (ctx, { params }) => validateAgent(ctx, params),
  }),
  operation({
    id: 'previewAgent',
    method: 'post',
    path: '/v1/agents/{id}/preview',
    tag,
    summary: 'Preview the draft of an agent',
    description:
      'Shows what a run would do now if every approval were given and no time passed. Queries read only records that you are allowed to read. Actions are described, but nothing is written or sent. With `askModels`, language models are called; with `node`, only that node runs.',
    permission: PREVIEW_NEEDS,
    params,
    body: PreviewAgent,
    bodyOptional: true,
    status: 200,
    response: AgentPreview,
    errors: ['not_found', 'invalid_reference'],
    prepare: (ctx, { params, body }) => askForPreview(ctx, { ...params, ...body }),
    run: (ctx, { params, body }, answers) => previewAgent(ctx, { ...params, ...body }, answers),
  }),
  operation({
    id: 'publishAgent',
    method: 'post',
    path: '/v1/agents/{id}/publish',
    tag,
    summary: 'Publish a version of an agent',
    description:
      'From now on, runs start with this version; runs in progress keep theirs. Versions never change. `warnings` show whether you can approve the requests of its runs.',
    permission: 'agents:write',
    freshProof: true,
    params,
    status: 200,
    response: PublishedAgent,
    example: PUBLISHED,
    errors: [...CHANGE_ERRORS, 'record_archived', 'nothing_to_publish', 'invalid_reference'],
    run: (ctx, { params, version }) => publishAgent(ctx, { ...params, version }),
  }),
  operation({
    id: 'rollBackAgent',
    method: 'post',
    path: '/v1/agents/{id}/roll-back',
    tag,
    summary: 'Roll back an agent',
    description:
      'From now on, runs start with an earlier published version. The draft does not change.',
    permission: 'agents:write',
    freshProof: true,
    params,
    body: RollBackAgent,
    status: 200,
    response: Agent,
    example: PUBLISHED,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) => rollBackAgent(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'getAgentVersion',
    method: 'get',
    path: '/v1/agents/{id}/versions/{number}',
    tag,
    summary: 'Retrieve a version of an agent',
    description: 'Returns a published version, which never changes.',
    permission: 'agents:read',
    params: AgentVersionParams,
    status: 200,
    response: AgentVersion,
    errors: ['not_found'],
    run: (ctx, { params }) => getAgentVersion(ctx, params),
  }),
  operation({
    id: 'pauseAgent',
    method: 'post',
    path: '/v1/agents/{id}/pause',
    tag,
    summary: 'Pause an agent',
    description:
      'No runs start until you resume the agent; runs in progress continue. An agent whose runs keep failing is paused automatically (`limits.pauseAfterFailures` in its definition); `pauseReason` shows why it is paused.',
    permission: 'agents:write',
    params,
    status: 200,
    response: Agent,
    example: {
      ...PUBLISHED,
      status: 'PAUSED',
      pausedAt: EXAMPLE_INSTANT,
      pauseReason: 'REQUESTED',
    },
    errors: CHANGE_ERRORS,
    events: ['agent.paused'],
    run: (ctx, { params, version }) => pauseAgent(ctx, { ...params, version }),
  }),
  operation({
    id: 'resumeAgent',
    method: 'post',
    path: '/v1/agents/{id}/resume',
    tag,
    summary: 'Resume an agent',
    description: 'Runs can start again.',
    permission: 'agents:write',
    freshProof: true,
    params,
    status: 200,
    response: Agent,
    example: PUBLISHED,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, version }) => resumeAgent(ctx, { ...params, version }),
  }),
  operation({
    id: 'startAgentRun',
    method: 'post',
    path: '/v1/agents/{id}/runs',
    tag,
    summary: 'Start an agent run',
    description:
      'Starts a run of the published version. The run acts for you, with your permissions at each step. To list its steps, use `GET /v1/agent-run-steps?runId=…`.',
    permission: 'agent-runs:write',
    params,
    body: StartAgentRun,
    bodyOptional: true,
    status: 201,
    response: AgentRun,
    example: { status: 'RUNNING' },
    errors: ['not_found', 'invalid_transition', 'agents_off', 'rate_limited'],
    events: ['agent_run.started'],
    run: (ctx, { params, body }) => startAgentRun(ctx, { ...params, ...body }),
  }),
  ...archiveOperations(agentRecord, {
    path: '/v1/agents/{id}',
    tag,
    noun: 'an agent',
    response: Agent,
    restoreTakesProof: true,
  }),
]
