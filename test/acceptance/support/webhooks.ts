/** A subscriber on loopback that verifies deliveries as docs/webhooks.md describes. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { startReceiver } from '../../support/receivers.ts'
import type { Answer, Centre } from './centre.ts'
import { eventually } from './site.ts'

interface Subscription {
  /** Waits for the first authentic event of a type that matches, and returns its data. */
  arrived: (type: string, matches?: (data: Answer) => boolean) => Promise<Answer>
  /** The same, and returns the headers of its delivery. */
  headersOf: (
    type: string,
    matches?: (data: Answer) => boolean,
  ) => Promise<Record<string, string | string[] | undefined>>
  endpointId: string
}

export interface WebhookReceiver extends AsyncDisposable {
  /** Registers an endpoint of the centre for these event types. */
  subscribe: (centre: Centre, eventTypes: string[]) => Promise<Subscription>
}

export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const receiver = await startReceiver((response) => void response.writeHead(204).end())
  return {
    subscribe: async (centre, eventTypes) => {
      const path = `/hooks/${randomUUID()}`
      const { id, secret } = await centre.post('/v1/webhook-endpoints', {
        url: `${receiver.url}${path}`,
        eventTypes,
      })
      const events = () =>
        receiver.requests
          .filter((request) => request.path === path)
          .filter(({ headers, body }) =>
            isGenuine(String(headers['x-service-signature']), body, String(secret)),
          )
          .map(({ headers, body }) => ({
            headers,
            ...(JSON.parse(String(body)) as { type: string; data: Answer }),
          }))
      const first = (type: string, matches: (data: Answer) => boolean = () => true) =>
        eventually(`a webhook ${type}`, async () =>
          events().find((event) => event.type === type && matches(event.data)),
        )
      return {
        endpointId: String(id),
        arrived: async (...asked) => (await first(...asked)).data,
        headersOf: async (...asked) => (await first(...asked)).headers,
      }
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

const isGenuine = (header: string, body: Buffer, secret: string): boolean => {
  const timestamp = /^t=(\d+),/.exec(header)?.[1]
  if (!timestamp) return false
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  return [...header.matchAll(/,v1=([0-9a-f]{64})/g)].some(([, v1]) =>
    timingSafeEqual(Buffer.from(v1!, 'hex'), expected),
  )
}
