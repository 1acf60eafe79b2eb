import { cancelAgentReplay } from '#agents/agent-replays/cancel-agent-replay.ts'
import {
  AgentReplayQuery,
  AgentReplayResultQuery,
  getAgentReplay,
  listAgentReplayResults,
  listAgentReplays,
} from '#agents/agent-replays/queries.ts'
import { AgentReplay, AgentReplayResult, StartAgentReplay } from '#agents/agent-replays/schemas.ts'
import { REPLAY_NEEDS, startAgentReplay } from '#agents/agent-replays/start-agent-replay.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Agents'
const params = idParam('agentReplay')

export const agentReplayOperations = [
  operation({
    id: 'startAgentReplay',
    method: 'post',
    path: '/v1/agents/{id}/replays',
    tag,
    summary: 'Start a replay of an agent',
    description:
      'Shows what the draft or a version would have done at the events and scheduled times of the last days, and how that differs from the published version. Nothing is written or sent, and no model is called: recorded answers are used where there are any. Records are read as they are now, with your permissions. An agent can have only one replay at a time.',
    permission: REPLAY_NEEDS,
    params: idParam('agent'),
    body: StartAgentReplay,
    bodyOptional: true,
    status: 202,
    response: AgentReplay,
    example: { status: 'RUNNING', triggers: null, settled: 0, totals: null, finishedAt: null },
    errors: ['not_found', 'already_exists'],
    run: (ctx, { params, body }) => startAgentReplay(ctx, { ...params, ...body }),
  }),
  operation({
    id: 'listAgentReplays',
    method: 'get',
    path: '/v1/agent-replays',
    tag,
    summary: 'List replays of agents',
    description: 'Newest first, with progress and totals.',
    permission: 'agent-runs:read',
    query: AgentReplayQuery,
    status: 200,
    response: pageOf(AgentReplay),
    run: (ctx, { query }) => listAgentReplays(ctx, query),
  }),
  operation({
    id: 'getAgentReplay',
    method: 'get',
    path: '/v1/agent-replays/{id}',
    tag,
    summary: 'Retrieve a replay of an agent',
    description:
      'Poll this operation until the replay is DONE. `settled` of `triggers` shows its progress.',
    permission: 'agent-runs:read',
    params,
    status: 200,
    response: AgentReplay,
    errors: ['not_found'],
    run: (ctx, { params }) => getAgentReplay(ctx, params),
  }),
  operation({
    id: 'cancelAgentReplay',
    method: 'post',
    path: '/v1/agent-replays/{id}/cancel',
    tag,
    summary: 'Cancel a replay of an agent',
    description: 'Stops the replay. Its results so far stay, with their totals.',
    permission: 'agent-runs:write',
    params,
    status: 200,
    response: AgentReplay,
    example: { status: 'CANCELLED', finishedAt: EXAMPLE_INSTANT },
    errors: ['not_found', 'precondition_failed', 'invalid_transition'],
    run: (ctx, { params, version }) => cancelAgentReplay(ctx, { ...params, version }),
  }),
  operation({
    id: 'listAgentReplayResults',
    method: 'get',
    path: '/v1/agent-replays/{id}/results',
    tag,
    summary: 'List results of a replay',
    description:
      'Each event and scheduled time, oldest first: whether a run would have started, the path, and the actions with their recipients, named as far as you may read them now. Results are kept for 30 days; the totals stay.',
    permission: 'agent-runs:read',
    params,
    query: AgentReplayResultQuery,
    status: 200,
    response: pageOf(AgentReplayResult),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listAgentReplayResults(ctx, { ...query, ...params }),
  }),
]
