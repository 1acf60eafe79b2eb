import type { OutsideContext } from '#platform/core/context/context.ts'
import { allowUrl } from '#webhooks/endpoints/allowed-url.ts'
import { createWebhookEndpoint } from '#webhooks/endpoints/create-webhook-endpoint.ts'
import type { CreateWebhookEndpoint, NewWebhookEndpoint } from '#webhooks/endpoints/schemas.ts'

/** Creates an endpoint as the API's operation does: the URL is checked first. */
export const createEndpoint = async (
  ctx: OutsideContext,
  input: CreateWebhookEndpoint,
): Promise<NewWebhookEndpoint> =>
  createWebhookEndpoint(ctx, input, await allowUrl(ctx.platform, input.url))
