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

const tag = 'Agents'
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
      'Creates a draft: nodes that read by queries of the catalog, decide, loop over lists, ask for approval, wait and act (`GET /v1/agent-catalog`). Publish it to use it.',
    permission: 'agents:write',
    body: CreateAgent,
    status: 201,
    response: Agent,
    run: (ctx, { body }) => createAgent(ctx, body),
  }),
  operation({
    id: 'listAgents',
    method: 'get',
    path: '/v1/agents',
    tag,
    summary: 'List agents',
    description: 'Newest first, without archived agents unless you ask for them.',
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
    description: 'Returns its draft; `publishedVersion` is the one that runs start with.',
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
    summary: 'Change an agent or its draft',
    description:
      'Name and description change at once; a definition applies after you publish it, and is replaced as a whole.',
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
      'Returns every problem that prevents publishing, each with its member of the definition and its node.',
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
    summary: 'Preview a run of the draft of an agent',
    description:
      'Shows what a run would do now if everything were approved and no time passed. Queries read records that you may read; actions are described, and nothing is written or sent. `askModels` asks language models; `node` runs one node alone.',
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
      'Runs start with this version from now on; running ones keep theirs. Versions never change. `warnings` say whether you can approve what it asks for.',
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
    summary: 'Roll an agent back to another version',
    description: 'Runs start with an earlier published version. The draft does not change.',
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
    description: 'Returns a published version. It never changes.',
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
      'No runs start until you resume it; running ones continue. An agent whose runs keep failing is paused automatically (`limits.pauseAfterFailures` of its definition); see `pauseReason`.',
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
    summary: 'Start a run of an agent',
    description:
      'Starts the published version. The run acts for you, with your permissions at each step. List its steps with `GET /v1/agent-run-steps?runId=…`.',
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
