/**
 * One centre's deliveries beside another centre whose receivers hang, at the same origin: twenty
 * events a second from the commit to the receipt, without and with the hanging ones.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openCentre } from './support/centre.ts'
import { startServer } from './support/process.ts'
import { HANGING_PATH, startCountingReceiver } from './support/receiver.ts'
import { report } from './support/report.ts'
import { createEmitter, createEndpoints, createSubscribers } from './support/subscribers.ts'
import { inParallel, openTemporal } from './support/temporal.ts'
import { trickleOf } from './support/trickle.ts'

const PER_SECOND = 20
/** Less than the 15 that a receiver may hang. */
const SECONDS = 10
const SETTLED_MS = 500
/** More attempts than one process makes at once, if they were not bounded by tenant. */
const HANGING_ENDPOINTS = 20
const EVENTS_EACH = 40

await using receiver = await startCountingReceiver()
await using temporal = await openTemporal()
await using centre = await openCentre({ people: 1 })
const { platform } = centre
await using _worker = await startServer('worker/main.ts', {
  ...centre.env,
  TEMPORAL_ADDRESS: temporal.address,
})
const emit = createEmitter(platform)
const [neighbour] = await createSubscribers(platform, 1, () => `${receiver.url}/good`)
const [hanging] = await createSubscribers(platform, 1, () => `${receiver.url}${HANGING_PATH}`)
await createEndpoints(hanging!, HANGING_ENDPOINTS - 1, `${receiver.url}${HANGING_PATH}`)

const twenty = Array.from({ length: PER_SECOND }, () => neighbour!)
const measure = () => trickleOf({ receiver, emit }, twenty, SECONDS)
await measure()
const alone = await measure()
await inParallel(EVENTS_EACH, 4, () => emit(hanging!))
// Until no more of them hang: how long 800 deliveries take to be made is not what is measured.
for (let seen = 0; seen === 0 || seen < receiver.hanging(); await sleep(SETTLED_MS)) {
  seen = receiver.hanging()
}
const beside = await measure()

report('webhooks-neighbour', [], {
  hanging: { endpoints: HANGING_ENDPOINTS, requests: receiver.hanging() },
  alone,
  beside,
  p95Ratio: Number((beside.p95Ms / alone.p95Ms).toFixed(2)),
})
