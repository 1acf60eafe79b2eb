import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CountingReceiver extends AsyncDisposable {
  url: string
  /** Resolves when so many more have come. Each gets its path and the age of its event. */
  receive(count: number, each?: (arrival: Arrival) => void): Promise<void>
  /** Requests to {@link HANGING_PATH} so far. */
  hanging(): number
}

/** What is posted here is never answered, and counts as no arrival. */
export const HANGING_PATH = '/hangs'

interface Arrival {
  path: string
  /** From the event's creation, in its transaction, to the receipt, in milliseconds. */
  ageMs: number
}

/** A receiver that answers 200 at once, but for {@link HANGING_PATH}. */
export const startCountingReceiver = async (): Promise<CountingReceiver> => {
  let onArrival: (arrival: Arrival) => void = () => undefined
  let hanging = 0
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === HANGING_PATH) {
      hanging += 1
      return void incoming.resume()
    }
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      outgoing.writeHead(200).end()
      const { createdAt } = JSON.parse(Buffer.concat(chunks).toString()) as { createdAt?: string }
      const ageMs = createdAt ? Date.now() - Date.parse(createdAt) : 0
      onArrival({ path: incoming.url ?? '', ageMs })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receive(count, each) {
      const all = Promise.withResolvers<void>()
      let received = 0
      onArrival = (arrival) => {
        each?.(arrival)
        if (++received === count) all.resolve()
      }
      return all.promise
    },
    hanging: () => hanging,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
