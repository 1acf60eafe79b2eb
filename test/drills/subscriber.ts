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
  /** Creation time of the event, in milliseconds since the epoch. */
  createdAt: number
}

export interface Subscriber extends AsyncDisposable {
  readonly url: string
  /** In arrival order, repeats included. */
  readonly receipts: readonly Receipt[]
  /** All receipts, unchanged. */
  readonly bodies: readonly string[]
  /** Deliveries that failed verification; there must be none. */
  readonly unverified: number
  /** The secrets accepted from now on. */
  trust: (...secrets: string[]) => void
  /** Called for each receipt before the response. */
  onReceipt: ((receipt: Receipt) => void) | undefined
}

interface Envelope {
  id: string
  type: string
  createdAt: string
}

/** A webhook subscriber that verifies each delivery with the secret and records it. */
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
