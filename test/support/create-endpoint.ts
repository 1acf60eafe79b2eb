import type { OutsideContext } from '#platform/core/context/context.ts'
import { allowUrl } from '#webhooks/endpoints/allowed-url.ts'
import { createWebhookEndpoint } from '#webhooks/endpoints/create-webhook-endpoint.ts'
import type { CreateWebhookEndpoint, NewWebhookEndpoint } from '#webhooks/endpoints/schemas.ts'

/** Creates an endpoint like the API's operation, which checks the URL first. */
export const createEndpoint = async (
  ctx: OutsideContext,
  input: CreateWebhookEndpoint,
): Promise<NewWebhookEndpoint> =>
  createWebhookEndpoint(ctx, input, await allowUrl(ctx.platform, input.url))
