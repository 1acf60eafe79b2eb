/**
 * Webhook deliveries end to end, from the commit of the event to the receipt by one endpoint, beside
 * the bare limit: the same number of POSTs from a plain loop. First figures; issue 4 has the goals.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { newId } from '../domain/core/ids.ts'
import { transact } from '../domain/core/transaction.ts'
import { createOutboxWaker } from '../domain/outbox/wake.ts'
import { createWebhookEndpoint } from '../domain/webhooks/create-webhook-endpoint.ts'
import { openCentre } from './support/centre.ts'
import { startServer } from './support/process.ts'
import { report } from './support/report.ts'
import { inParallel, medianOf, openTemporal } from './support/temporal.ts'

const EVENTS = 4_000
const PER_TRANSACTION = 20
const CONCURRENCY = 32
const STEADY_EVENTS = 100
const STEADY_GAP_MS = 50

const receiver = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    outgoing.writeHead(200).end()
    onReceived(Buffer.concat(chunks).toString())
  })
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
let onReceived: (body: string) => void = () => undefined

const receive = (count: number, each: (body: string) => void = () => undefined) => {
  const all = Promise.withResolvers<void>()
  let received = 0
  onReceived = (body) => {
    each(body)
    if (++received === count) all.resolve()
  }
  return all.promise
}

await using temporal = await openTemporal()
await using centre = await openCentre({ people: 1 })
const { platform, ctx } = centre
await using worker = await startServer('worker/main.ts', {
  ...centre.env,
  TEMPORAL_ADDRESS: temporal.address,
})
await createWebhookEndpoint(ctx, { url, eventTypes: ['child.registered'] })
const { wake } = createOutboxWaker(platform)

const emit = (count: number) =>
  transact(ctx, 'children:write', async (tx) => {
    tx.audit({ type: 'child', id: newId('child') }, undefined, {})
    for (let index = 0; index < count; index += 1) {
      const childId = newId('child')
      tx.emit('child.registered', { type: 'child', id: childId }, { childId, programme: null })
    }
  })

const burst = async (): Promise<number> => {
  const all = receive(EVENTS)
  const beganAt = performance.now()
  await inParallel(EVENTS / PER_TRANSACTION, 4, async () => {
    await emit(PER_TRANSACTION)
    wake()
  })
  await all
  return (EVENTS / (performance.now() - beganAt)) * 1_000
}

const steady = async (): Promise<{ p50Ms: number; p95Ms: number }> => {
  const latencies: number[] = []
  const all = receive(STEADY_EVENTS, (body) => {
    const { createdAt } = JSON.parse(body) as { createdAt: string }
    latencies.push(Date.now() - Date.parse(createdAt))
  })
  for (let index = 0; index < STEADY_EVENTS; index += 1) {
    await emit(1)
    wake()
    await new Promise((resolve) => setTimeout(resolve, STEADY_GAP_MS))
  }
  await all
  const sorted = latencies.toSorted((a, b) => a - b)
  return { p50Ms: medianOf(sorted), p95Ms: sorted[Math.floor(sorted.length * 0.95)]! }
}

const plainLoop = async (): Promise<number> => {
  const dispatcher = new Agent({ connections: CONCURRENCY })
  const all = receive(EVENTS)
  const beganAt = performance.now()
  await inParallel(EVENTS, CONCURRENCY, async () => {
    const body = JSON.stringify({ id: newId('event'), type: 'child.registered', data: {} })
    const answer = await request(url, { method: 'POST', body, dispatcher })
    await answer.body.dump()
  })
  await all
  await dispatcher.close()
  return (EVENTS / (performance.now() - beganAt)) * 1_000
}

const first = receive(1)
await emit(1)
wake()
await first
const bursts = [await burst(), await burst(), await burst()]
const loops = [await plainLoop(), await plainLoop(), await plainLoop()]
const [delivered, bare] = [medianOf(bursts), medianOf(loops)]
report('webhooks', [], {
  oneEndpointPerSecond: Math.round(delivered),
  plainLoopPerSecond: Math.round(bare),
  ratio: Number((delivered / bare).toFixed(2)),
  at20PerSecond: await steady(),
  workerResidentMb: worker.residentMb(),
})
receiver.closeAllConnections()
receiver.close()
