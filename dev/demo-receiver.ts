/** A webhook receiver on loopback that verifies deliveries as a subscriber would. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from './ports.ts'

export interface ReceivedDelivery {
  event: { id: string; type: string; createdAt: string; data: Record<string, unknown> }
  signature: string
  verified: boolean
}

export interface DemoReceiver extends AsyncDisposable {
  url: string
  /** Deliveries can arrive only after the endpoint's secret is set here. */
  secret: string
  /** The first matching delivery; undefined after the timeout. */
  waitFor(
    matches: (delivery: ReceivedDelivery) => boolean,
    options: { timeoutMs: number; signal: AbortSignal },
  ): Promise<ReceivedDelivery | undefined>
  /** Called for every later delivery. */
  onDelivery: ((delivery: ReceivedDelivery) => void) | undefined
}

export async function startDemoReceiver(): Promise<DemoReceiver> {
  const received: ReceivedDelivery[] = []
  const server = createServer((request, response) => {
    receive(request).then(
      (verified) => response.writeHead(verified ? 204 : 400).end(),
      () => response.destroy(),
    )
  })
  const receive = async (request: IncomingMessage) => {
    const body = await readBody(request)
    const signature = String(request.headers['x-service-signature'] ?? '')
    const verified = verifySignature(signature, body, receiver.secret)
    const delivery = { event: parse(body), signature, verified }
    received.push(delivery)
    receiver.onDelivery?.(delivery)
    return verified
  }
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const receiver: DemoReceiver = {
    url: `http://127.0.0.1:${port}/webhooks`,
    secret: '',
    onDelivery: undefined,
    async waitFor(matches, { timeoutMs, signal }) {
      const deadline = Date.now() + timeoutMs
      while (Date.now() < deadline) {
        const found = received.find(matches)
        if (found) return found
        await sleep(20, undefined, { signal })
      }
      return undefined
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** `t=<unix>,v1=<hex>,…`: HMAC-SHA-256 with the whole `whsec_…` secret over `<t>.<raw body>`. */
export function verifySignature(header: string, body: Buffer, secret: string): boolean {
  const parts = header.split(',').map((part) => part.split(/=(.*)/s, 2))
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  return parts.some(([name, value]) => {
    const given = Buffer.from(value ?? '', 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = await request.toArray()
  return Buffer.concat(chunks)
}

function parse(body: Buffer): ReceivedDelivery['event'] {
  try {
    return JSON.parse(body.toString('utf8')) as ReceivedDelivery['event']
  } catch {
    return { id: '', type: 'not JSON', createdAt: '', data: {} }
  }
}
