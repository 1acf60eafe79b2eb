/**
 * Webhook deliveries end to end, from the commit of the event to the receipt, with one worker process:
 * one endpoint, fifty of fifty centres, a steady trickle, five hundred couriers woken at once, and
 * the neighbours of a dead endpoint; beside the bare limits. `--memory` also makes 100,000 deliveries.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openCentre } from './support/centre.ts'
import { plainLoop, skipLockedLoop } from './support/plain-webhooks.ts'
import { startServer } from './support/process.ts'
import { startCountingReceiver } from './support/receiver.ts'
import { report } from './support/report.ts'
import { createEmitter, createSubscribers, type Subscriber } from './support/subscribers.ts'
import { inParallel, medianOf, openTemporal } from './support/temporal.ts'
import { trickleOf } from './support/trickle.ts'

const EVENTS = 6_000
const PER_TRANSACTION = 20
const ENDPOINTS = 50
const SLEEPERS = 500
const DEAD_BACKLOG = 5_000
const MEMORY_DELIVERIES = 100_000
const ROUNDS = 3

await using receiver = await startCountingReceiver()
await using temporal = await openTemporal()
await using centre = await openCentre({ people: 1 })
const { platform } = centre
await using worker = await startServer('worker/main.ts', {
  ...centre.env,
  TEMPORAL_ADDRESS: temporal.address,
})
const emit = createEmitter(platform)
const toReceiver = (index: number) => `${receiver.url}/${index}`

/** Events as fast as they are taken, over the subscribers in turn: deliveries per second. */
const burst = async (subscribers: readonly Subscriber[], events = EVENTS): Promise<number> => {
  const all = receiver.receive(events)
  const beganAt = performance.now()
  await inParallel(events / PER_TRANSACTION, 4, (index) =>
    emit(subscribers[index % subscribers.length]!, PER_TRANSACTION),
  )
  await all
  return (events / (performance.now() - beganAt)) * 1_000
}

const trickle = (subscribers: readonly Subscriber[], seconds: number) =>
  trickleOf({ receiver, emit }, subscribers, seconds)

const rounds = async (round: () => Promise<number>): Promise<number> => {
  const figures: number[] = []
  for (let count = 0; count < ROUNDS; count += 1) figures.push(await round())
  return Math.round(medianOf(figures))
}

const [one] = await createSubscribers(platform, 1, toReceiver)
const fifty = await createSubscribers(platform, ENDPOINTS, toReceiver)
await burst([one!], 200)

const oneEndpoint = await rounds(() => burst([one!]))
const fiftyEndpoints = await rounds(() => burst(fifty))
const plain = await rounds(() => plainLoop(toReceiver(0), EVENTS))
const skipLocked = await rounds(() => skipLockedLoop(centre.ownerUrl, toReceiver(0), EVENTS))
const at20 = await trickle(
  Array.from({ length: 20 }, () => one!),
  5,
)
// The second run: by then the couriers know how regular the traffic is.
await trickle(fifty, 10)
const fiftyAtOnePerSecond = await trickle(fifty, 20)

const sleepers = await createSubscribers(platform, SLEEPERS, toReceiver)
const allWoken = receiver.receive(SLEEPERS)
const wokenAt = performance.now()
await inParallel(SLEEPERS, 8, (index) => emit(sleepers[index]!))
const wakingMs = Math.round(performance.now() - wokenAt)
await allWoken
const sleepersServedSeconds = Number(((performance.now() - wokenAt) / 1_000).toFixed(1))

const [dead] = await createSubscribers(platform, 1, () => 'http://127.0.0.1:9/dead')
await trickle(fifty, 10)
const before = await trickle(fifty, 20)
await inParallel(DEAD_BACKLOG / 100, 4, () => emit(dead!, 100))
await sleep(2_000)
const beside = await trickle(fifty, 20)

const memory: number[] = []
if (process.argv.includes('--memory')) {
  for (let made = 0; made < MEMORY_DELIVERIES; made += MEMORY_DELIVERIES / 10) {
    await burst([one!], MEMORY_DELIVERIES / 10)
    memory.push(worker.residentMb() ?? 0)
  }
}

report('webhooks', [], {
  oneEndpointPerSecond: oneEndpoint,
  fiftyEndpointsPerSecond: fiftyEndpoints,
  plainLoopPerSecond: plain,
  skipLockedLoopPerSecond: skipLocked,
  ratioToPlainLoop: Number((oneEndpoint / plain).toFixed(2)),
  ratioToSkipLocked: Number((oneEndpoint / skipLocked).toFixed(2)),
  at20PerSecond: at20,
  fiftyAtOnePerSecond,
  sleepers: { count: SLEEPERS, wokenWithinMs: wakingMs, allServedSeconds: sleepersServedSeconds },
  besideDeadEndpoint: {
    before,
    beside,
    p95Ratio: Number((beside.p95Ms / before.p95Ms).toFixed(2)),
  },
  workerResidentMb: worker.residentMb(),
  ...(memory.length > 0 && { residentMbPer10000: memory }),
})
