import { EXPLAIN_NEEDS, explainEvent } from '#agents/triggers/explain-event.ts'
import { getAgentTriggers } from '#agents/triggers/get-agent-triggers.ts'
import { AgentTriggers, EventAgent } from '#agents/triggers/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, listOf } from '../../http/shapes.ts'

const tag = {
  name: 'Agent triggers',
  about: 'What agents see of events and schedules, and why they start runs or none.',
}

export const agentTriggerOperations = [
  operation({
    id: 'getAgentTriggers',
    method: 'get',
    path: '/v1/agents/{id}/triggers',
    tag,
    summary: 'Retrieve what an agent has seen',
    description:
      'Counts what the trigger of the published version has seen: how often it started a run, its filter did not match, its filter failed, or a run was refused, with the last example of each. An agent that starts nothing is so told from one that has nothing to do.',
    permission: 'agents:read',
    params: idParam('agent'),
    status: 200,
    response: AgentTriggers,
    errors: ['not_found'],
    run: (ctx, { params }) => getAgentTriggers(ctx, params),
  }),
  operation({
    id: 'listEventAgents',
    method: 'get',
    path: '/v1/events/{id}/agent-triggers',
    tag,
    summary: 'List what agents did about an event',
    description:
      'Lists the published agents whose trigger is for events of this type, by name, and why the event started a run of each, or none. For older events without a run, the published version judges the event again.',
    permission: EXPLAIN_NEEDS,
    params: idParam('event'),
    status: 200,
    response: listOf(EventAgent),
    errors: ['not_found'],
    run: (ctx, { params }) => explainEvent(ctx, params),
  }),
]
