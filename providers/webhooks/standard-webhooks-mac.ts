import { createHmac } from 'node:crypto'
import { standardWebhooksKey } from './secrets.ts'
import type { RawBody } from './signing-text.ts'

/** Standard Webhooks: HMAC-SHA-256 over `<id>.<timestamp>.<raw body>`. */
export const standardWebhooksMac = (
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number | string; body: RawBody },
): Buffer =>
  createHmac('sha256', standardWebhooksKey(secret))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest()
