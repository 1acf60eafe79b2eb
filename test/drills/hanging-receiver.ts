import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#platform/core/records/ids.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { childEvents } from '#people/children/events.ts'
import { createOutboxWaker } from '#platform/outbox/outbox-waker.ts'
import { deleteWebhookEndpoint } from '#webhooks/endpoints/delete-webhook-endpoint.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { silence, startReceiver } from '../support/receivers.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Together they want more simultaneous attempts than the workers give one centre. */
const HANGING_ENDPOINTS = 20
const EVENTS_EACH = 40
/** Attempts that must hang while the neighbour is measured. */
const LEAST_HANGING = 200
/** Without new attempts for this long, the measurement starts: starting them is not measured. */
const BEGUN_MS = 500
const BEGIN_WITHIN_MS = 8_000
const PER_SECOND = 20
/** Within the 15 s that an attempt may hang. */
const SECONDS = 3
/** A neighbour that waits for hanging attempts waits for seconds; a busy machine adds less to a p95. */
const MOST_TIMES = 1.3
const NOISE_MS = 250

export const hangingReceiver: Drill = {
  name: 'hanging-receiver',
  what: "20 endpoints of one centre that never answer, beside another centre's deliveries",
  quick: true,
  run: async (run) => {
    const { site, random, quick, count, holds } = run
    const ledger = new Ledger()
    await using waiting = await openCentre({ site, ledger, random })
    await using neighbour = await openCentre({ site, ledger, random })
    await using receiver = await startReceiver(silence)
    const emit = emitterOf(run)
    await trickle(neighbour, emit)
    const [alone, beside]: [number[], number[]] = [[], []]
    let hanging = 0
    for (let round = 0; round < (quick ? 1 : 4); round += 1) {
      alone.push(...(await trickle(neighbour, emit)))
      const before = receiver.connections()
      const endpointIds: string[] = []
      for (let made = 0; made < HANGING_ENDPOINTS; made += 1) {
        const { url } = receiver
        const { id } = await createEndpoint(waiting.ctx, { url, eventTypes: ['*'] })
        endpointIds.push(id)
      }
      for (let made = 0; made < EVENTS_EACH; made += 1) await emit(waiting)
      hanging = await allBegun(() => receiver.connections() - before)
      beside.push(...(await trickle(neighbour, emit)))
      for (const id of endpointIds) await deleteWebhookEndpoint(waiting.ctx, { id })
      await settled(run, [waiting, neighbour])
    }
    const [aloneMs, besideMs] = [p95(alone), p95(beside)]
    count('attempts that hang', hanging)
    count('p95 of the neighbour alone, ms', aloneMs)
    count('beside them, ms', besideMs)
    count('ratio', (besideMs / aloneMs).toFixed(2))
    holds('attempts hang meanwhile', hanging >= LEAST_HANGING, hanging)
    const within = besideMs <= MOST_TIMES * aloneMs + NOISE_MS
    holds("the neighbour's p95 is unchanged", within, { aloneMs, besideMs })
    await reconcile(run, { ledger, centres: [waiting, neighbour] })
  },
}

type Emit = (centre: Centre) => Promise<void>

/** Commits an event and wakes the relay like a write of the API, without starting a workflow. */
const emitterOf = ({ site }: DrillRun): Emit => {
  const { wake } = createOutboxWaker(site.platform)
  return async ({ ctx }) => {
    await transact(ctx, 'children:write', async (tx) => {
      const childId = newId('child')
      tx.nothingChanged({ type: 'child', id: childId })
      tx.emit(childEvents['child.registered'], { type: 'child', id: childId }, { childId })
    })
    wake()
  }
}

/** Milliseconds from commit to receipt of evenly spaced events. */
const trickle = async (centre: Centre, emit: Emit): Promise<number[]> => {
  const { subscriber } = centre
  const latencies: number[] = []
  const all = Promise.withResolvers<void>()
  subscriber.onReceipt = ({ createdAt }) => {
    if (latencies.push(Date.now() - createdAt) === SECONDS * PER_SECOND) all.resolve()
  }
  const beganAt = performance.now()
  for (let index = 0; index < SECONDS * PER_SECOND; index += 1) {
    await sleep(Math.max(0, beganAt + (index * 1_000) / PER_SECOND - performance.now()))
    await emit(centre)
  }
  await all.promise
  subscriber.onReceipt = undefined
  return latencies
}

/** The number of attempts once no more are started; waits no longer than they may hang. */
const allBegun = async (begun: () => number): Promise<number> => {
  const until = performance.now() + BEGIN_WITHIN_MS
  for (let seen = -1; performance.now() < until; await sleep(BEGUN_MS)) {
    if (seen === begun() && seen >= LEAST_HANGING) break
    seen = begun()
  }
  return begun()
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
