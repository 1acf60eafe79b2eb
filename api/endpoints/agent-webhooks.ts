import { findAgentByWebhook, webhookContext } from '#agents/triggers/find-agent-by-webhook.ts'
import { receiveWebhook } from '#agents/triggers/receive-webhook.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import type { HttpContext } from '../http/http-context.ts'
import { contextOf, refuse, send } from '../http/call.ts'
import { count, lookUp } from '../http/count.ts'
import { assertDeclaredAtMost, parseJson, readBody } from '../http/json-body.ts'
import { AGENT_WEBHOOK_LIMIT_PER_MINUTE, CREDENTIALS, type Serve } from './public-route.ts'

/** Maximum size of a message. Messages of other services have a few kilobytes. */
const MOST_BYTES = 64 * 1024
const MOST_ID = 255

/** Receives messages for agents' webhooks. The URL contains the only token of the sender. */
export const receiveAgentWebhook: Serve = async (services, c, action) => {
  // Until the agent is known, the platform is the caller.
  let ctx: Context = contextOf(services, c, action)
  try {
    const agent = await lookUp(services, c, CREDENTIALS.agentWebhook, () =>
      findAgentByWebhook(services.platform, c.req.param('token')!),
    )
    ctx = webhookContext({ ...ctx, httpStatus: 200 }, agent)
    await count(services, c, {
      key: `agent-webhook-use:${agent.id}`,
      limit: AGENT_WEBHOOK_LIMIT_PER_MINUTE,
    })
    const receipt = await receiveWebhook(ctx, {
      agentId: agent.id,
      body: await bodyOf(c.req.raw),
      messageId: messageIdOf(c),
      runId: c.req.header('x-service-agent-run')?.slice(0, MOST_ID),
    })
    services.wakeRelay()
    return send(c, 200, JSON.stringify({ receipt }), { 'Content-Type': 'application/json' })
  } catch (error) {
    return refuse(services, c, ctx, error)
  }
}

const bodyOf = async (request: Request): Promise<object> => {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new DomainError('unsupported_media_type', 'Send Content-Type: application/json.')
  assertDeclaredAtMost(request, MOST_BYTES)
  const text = await readBody(request)
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new DomainError(
      'payload_too_large',
      `The body is larger than ${MOST_BYTES} bytes. Send a smaller body.`,
    )
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw invalid('', 'invalid_type', 'The body must be a JSON object.')
}

/** The header that Standard Webhooks and our own API use. */
const messageIdOf = (c: HttpContext): string | undefined =>
  (c.req.header('webhook-id') ?? c.req.header('idempotency-key'))?.slice(0, MOST_ID)
