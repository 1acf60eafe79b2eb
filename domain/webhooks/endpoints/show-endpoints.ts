import type { WebhookEndpoint as EndpointModel } from '#prisma/generated/client.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { attemptFacts } from './endpoint-health.ts'
import { toWebhookEndpoint, type WebhookEndpoint } from './schemas.ts'

/** Endpoints with their health, in their API form. */
export const showEndpoints = async (
  reader: Reader,
  rows: readonly EndpointModel[],
): Promise<WebhookEndpoint[]> => {
  if (rows.length === 0) return []
  const facts = await attemptFacts(
    reader,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toWebhookEndpoint(row, { now: reader.now, facts: facts.get(row.id) }))
}

export const showEndpoint = async (reader: Reader, row: EndpointModel): Promise<WebhookEndpoint> =>
  (await showEndpoints(reader, [row]))[0]!
