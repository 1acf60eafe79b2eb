import { createAgent } from '#agents/agents/create-agent.ts'
import { exportAgent } from '#agents/agents/export-agent.ts'
import {
  Agent,
  AgentExport,
  AgentWithWebhook,
  ImportAgent,
  OfferAgentAsTemplate,
} from '#agents/agents/schemas.ts'
import { listAgentTemplates } from '#agents/templates/list-agent-templates.ts'
import { offerAgentAsTemplate } from '#agents/agents/offer-agent-as-template.ts'
import { AgentTemplates } from '#agents/templates/schemas.ts'
import { withdrawAgentTemplate } from '#agents/agents/withdraw-agent-template.ts'
import { rotateWebhookUrl } from '#agents/triggers/rotate-webhook-url.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam } from '../../http/shapes.ts'

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
      'Returns definitions that you can publish unchanged or adapt: those of the platform, and agents that the centre offers as templates. To create a draft from one, send its name as `template` to `POST /v1/agents`, with the answers to its questions as `parameters`.',
    permission: 'agents:read',
    status: 200,
    response: AgentTemplates,
    run: (ctx) => listAgentTemplates(ctx),
  }),
  operation({
    id: 'offerAgentAsTemplate',
    method: 'post',
    path: '/v1/agents/{id}/offer-as-template',
    tag,
    summary: 'Offer an agent as a template',
    description:
      'Makes a template of the current draft, which must have no problems (`POST /v1/agents/{id}/validate`). It is listed in `GET /v1/agent-templates` of this centre while the agent is not archived. Later changes of the draft do not change it; offer the agent again to replace it. IDs of people and of records about people are left out of members that a question sets, and refused anywhere else. Webhook URLs are never copied.',
    permission: 'agents:write',
    params,
    body: OfferAgentAsTemplate,
    bodyOptional: true,
    status: 200,
    response: Agent,
    example: { templateOfferedAt: EXAMPLE_INSTANT },
    errors: [...CHANGE_ERRORS, 'record_archived'],
    run: (ctx, { params, body, version }) =>
      offerAgentAsTemplate(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'withdrawAgentTemplate',
    method: 'post',
    path: '/v1/agents/{id}/withdraw-template',
    tag,
    summary: 'Withdraw the template of an agent',
    description:
      'The agent is no longer offered as a template. Agents that were created from it do not change.',
    permission: 'agents:write',
    params,
    status: 200,
    response: Agent,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, version }) => withdrawAgentTemplate(ctx, { ...params, version }),
  }),
  operation({
    id: 'exportAgent',
    method: 'get',
    path: '/v1/agents/{id}/export',
    tag,
    summary: 'Export an agent',
    description:
      'Returns the draft as a document that you can send to `POST /v1/agents/import`, in this centre or another. IDs in the document are those of this centre.',
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
      'Creates a draft from an exported document. The draft cannot be published while it contains IDs that do not exist in this centre.',
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
      'Creates or replaces the webhook URL of a published version with the trigger WEBHOOK; the old URL stops working immediately. Messages to the URL start runs. Anybody who has the URL can use it, and it is returned only once. The URL ends when you archive the agent, when you publish a version with another trigger, and when you publish or roll back to a version that needs more permissions. Then create a new one.',
    permission: 'agents:write',
    freshProof: true,
    params,
    status: 200,
    response: AgentWithWebhook,
    example: { status: 'ACTIVE', publishedVersion: 1, latestVersion: 1, hasWebhookUrl: true },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => rotateWebhookUrl(ctx, { ...params, version }),
  }),
]
