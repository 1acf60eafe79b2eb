import { createAgent } from '#agents/agents/create-agent.ts'
import { exportAgent } from '#agents/agents/export-agent.ts'
import { Agent, AgentExport, AgentWithWebhook, ImportAgent } from '#agents/agents/schemas.ts'
import { listAgentTemplates } from '#agents/templates/list-agent-templates.ts'
import { AgentTemplates } from '#agents/templates/schemas.ts'
import { rotateWebhookUrl } from '#agents/triggers/rotate-webhook-url.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam } from '../../http/shapes.ts'

const tag = 'Agents'
const params = idParam('agent')

export const agentDocumentOperations = [
  operation({
    id: 'listAgentTemplates',
    method: 'get',
    path: '/v1/agent-templates',
    tag,
    summary: 'List agent templates',
    description:
      'Definitions that you can publish as they are, or adapt: `template` of `POST /v1/agents` creates a draft from one.',
    permission: 'agents:read',
    status: 200,
    response: AgentTemplates,
    run: (ctx) => listAgentTemplates(ctx),
  }),
  operation({
    id: 'exportAgent',
    method: 'get',
    path: '/v1/agents/{id}/export',
    tag,
    summary: 'Export an agent',
    description:
      'Returns its draft as a document for `POST /v1/agents/import`, here or in another centre. Ids in it are those of this centre.',
    permission: 'agents:read',
    params,
    status: 200,
    response: AgentExport,
    errors: ['not_found'],
    run: (ctx, { params }) => exportAgent(ctx, params),
  }),
  operation({
    id: 'importAgent',
    method: 'post',
    path: '/v1/agents/import',
    tag,
    summary: 'Import an agent',
    description:
      'Creates a draft from an exported document. Ids that this centre does not have prevent publishing.',
    permission: 'agents:write',
    body: ImportAgent,
    status: 201,
    response: Agent,
    run: (ctx, { body: { format: _, ...agent } }) => createAgent(ctx, agent),
  }),
  operation({
    id: 'rotateAgentWebhookUrl',
    method: 'post',
    path: '/v1/agents/{id}/rotate-webhook-url',
    tag,
    summary: 'Rotate the webhook URL of an agent',
    description:
      'Creates the address, or replaces it; the old one stops at once. Messages to it start runs of a version with the trigger WEBHOOK. The address is its own credential and is returned only once.',
    permission: 'agents:write',
    freshProof: true,
    params,
    status: 200,
    response: AgentWithWebhook,
    example: { hasWebhookUrl: true },
    errors: CHANGE_ERRORS,
    run: (ctx, { params, version }) => rotateWebhookUrl(ctx, { ...params, version }),
  }),
]
