import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifySignature } from '../../dev/demo-receiver.ts'
import { startReceiver } from '../support/receivers.ts'

/** A delivery whose signature the receiver verified. */
interface Receipt {
  eventId: string
  type: string
  bodyHash: string
  receivedAt: number
  /** The event's, in milliseconds since the epoch. */
  createdAt: number
}

export interface Subscriber extends AsyncDisposable {
  readonly url: string
  /** In the order of arrival, repeats included. */
  readonly receipts: readonly Receipt[]
  /** Of all receipts, as they came. */
  readonly bodies: readonly string[]
  /** Deliveries that did not verify; there must be none. */
  readonly unverified: number
  /** The secrets that it accepts from now on. */
  trust: (...secrets: string[]) => void
  /** Called at each receipt, before it is answered. */
  onReceipt: ((receipt: Receipt) => void) | undefined
}

interface Envelope {
  id: string
  type: string
  createdAt: string
}

/** A subscriber of a centre's webhooks: verifies each with the secret alone, and writes down what came. */
export const startSubscriber = async (answerMs = 0): Promise<Subscriber> => {
  let secrets: string[] = []
  let unverified = 0
  const receipts: Receipt[] = []
  const bodies: string[] = []
  const receiver = await startReceiver(async (response, { headers, body }) => {
    const signature = String(headers['x-service-signature'] ?? '')
    if (!secrets.some((secret) => verifySignature(signature, body, secret))) {
      unverified += 1
      response.writeHead(400).end()
      return
    }
    const { id, type, createdAt } = JSON.parse(body.toString()) as Envelope
    const bodyHash = createHash('sha256').update(body).digest('base64url')
    const receipt = {
      eventId: id,
      type,
      bodyHash,
      receivedAt: performance.now(),
      createdAt: Date.parse(createdAt),
    }
    receipts.push(receipt)
    bodies.push(body.toString())
    subscriber.onReceipt?.(receipt)
    if (answerMs > 0) await sleep(answerMs)
    response.writeHead(204).end()
  })
  const subscriber: Subscriber = {
    url: `${receiver.url}/hooks`,
    receipts,
    bodies,
    get unverified() {
      return unverified
    },
    trust: (...trusted) => (secrets = trusted),
    onReceipt: undefined,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
  return subscriber
}
