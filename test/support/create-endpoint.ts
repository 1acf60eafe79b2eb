import type { OutsideContext } from '../../domain/core/context.ts'
import { allowUrl } from '../../domain/webhooks/allowed-url.ts'
import { createWebhookEndpoint } from '../../domain/webhooks/create-webhook-endpoint.ts'
import type { CreateWebhookEndpoint, NewWebhookEndpoint } from '../../domain/webhooks/schemas.ts'

/** Creates an endpoint as the API's operation does: the URL is checked first. */
export const createEndpoint = async (
  ctx: OutsideContext,
  input: CreateWebhookEndpoint,
): Promise<NewWebhookEndpoint> =>
  createWebhookEndpoint(ctx, input, await allowUrl(ctx.platform, input.url))
