import { setTimeout as sleep } from 'node:timers/promises'
import { createEndpoint } from '../support/create-endpoint.ts'
import { deleteWebhookEndpoint } from '#webhooks/endpoints/delete-webhook-endpoint.ts'
import {
  drip,
  endlessBody,
  gzipBomb,
  rawAnswer,
  redirectTo,
  reset,
  resetMidBody,
  respond,
  selfSigned,
  silence,
  startReceiver,
  type Behavior,
  type ReceiverOptions,
} from '../support/receivers.ts'
import { residentMib } from './memory.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'
import type { Site } from './site.ts'

const PAUSE_MS = 300
const WARM_UP = 20
/** Documented: 15 s over connect, headers and body, plus the reaction time of a busy machine. */
const LONGEST_ATTEMPT_MS = 16_000
const RETRY_AFTER_SECONDS = 120
const LARGEST_GROWTH_MIB = 128

/** A kind of receiver and the documented outcome of an attempt. */
interface Kind {
  name: string
  behave: Behavior
  outcome: string
  options?: ReceiverOptions
}

const kinds = (privateUrl: string): Kind[] => [
  { name: '200', behave: respond(200), outcome: 'succeeded 200' },
  { name: '204', behave: respond(204), outcome: 'succeeded 204' },
  {
    name: '302 to a private address',
    behave: redirectTo(privateUrl),
    outcome: 'failed 302 redirect_refused',
  },
  { name: '400', behave: respond(400), outcome: 'failed 400 http_status' },
  { name: '410', behave: respond(410), outcome: 'gone 410 http_status' },
  {
    name: '429 with Retry-After',
    behave: respond(429, { headers: { 'retry-after': `${RETRY_AFTER_SECONDS}` } }),
    outcome: 'failed 429 http_status',
  },
  { name: '500', behave: respond(500), outcome: 'failed 500 http_status' },
  { name: 'reset', behave: reset, outcome: 'failed connection_reset' },
  { name: 'reset inside the body', behave: resetMidBody, outcome: 'failed 200 connection_reset' },
  { name: 'silence', behave: silence, outcome: 'failed timeout' },
  { name: 'one byte per second', behave: drip(1_000), outcome: 'failed 200 timeout' },
  { name: 'endless body', behave: endlessBody().behave, outcome: 'succeeded 200' },
  { name: 'gzip bomb', behave: gzipBomb(64), outcome: 'succeeded 200' },
  {
    name: 'no HTTP',
    behave: rawAnswer('SSH-2.0-OpenSSH_9.9\r\n'),
    outcome: 'failed response_invalid',
  },
  {
    name: 'a certificate that nobody trusts',
    behave: respond(200),
    outcome: 'failed tls_failure',
    options: { tls: selfSigned({ ip: '127.0.0.1' }) },
  },
]

export const hostileReceivers: Drill = {
  name: 'hostile-receivers',
  what: 'receivers of every kind: endless bodies, bombs, silence, resets, bad TLS, …',
  run: async (run) => {
    const { site, random, quick, count, holds } = run
    const events = quick ? 40 : 100
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const tame = kinds('').map((kind) => ({ ...kind, behave: respond(200), options: {} }))
    const alone = await beside(run, centre, tame, events, async () => undefined)
    const restingMib = site.workers.map(residentMib)
    let peakMib = restingMib
    await using private_ = await startReceiver(respond(200))
    const all = kinds(private_.url)
    const watch = setInterval(
      () => (peakMib = largest(peakMib, site.workers.map(residentMib))),
      250,
    )
    const hostile = await beside(run, centre, all, events, async (endpoints) => {
      await sleep(LONGEST_ATTEMPT_MS)
      await judge(run, endpoints)
    })
    clearInterval(watch)
    const growthMib = Math.max(...peakMib.map((peak, index) => peak - restingMib[index]!))
    count('events', events)
    count('kinds of receivers', all.length)
    count(`p95 beside ${all.length} well-behaved, ms`, alone)
    count(`p95 beside ${all.length} hostile, ms`, hostile)
    count('memory at rest, MiB', restingMib.join(' and '))
    count('largest growth, MiB', growthMib)
    holds('memory stays flat', growthMib <= LARGEST_GROWTH_MIB, { restingMib, peakMib })
    // The jitter of a busy machine exceeds any effect of the neighbours.
    holds('the others do not notice', hostile <= alone * 2 + 250, { alone, hostile })
    holds('nobody follows a redirect', private_.connections() === 0, private_.connections())
    await reconcile(run, { ledger, centres: [centre] })
  },
}

/** The p95 of the centre's own subscriber while these receive the same events. */
const beside = async (
  run: DrillRun,
  centre: Centre,
  neighbours: readonly Kind[],
  events: number,
  then: (endpoints: readonly Subscribed[]) => Promise<void>,
): Promise<number> => {
  await settled(run, [centre])
  await using stack = new AsyncDisposableStack()
  const endpoints = await subscribeAll(centre, neighbours, stack)
  await everyoneWasCalled(run.site, centre, endpoints)
  const p95 = await p95OfDeliveries(centre, events)
  await then(endpoints)
  for (const { id } of endpoints) await deleteWebhookEndpoint(centre.ctx, { id })
  await settled(run, [centre])
  return p95
}

interface Subscribed extends Kind {
  id: string
  tenantId: string
}

const subscribeAll = async (
  { ctx }: Centre,
  all: readonly Kind[],
  stack: AsyncDisposableStack,
): Promise<Subscribed[]> => {
  const subscribed: Subscribed[] = []
  for (const kind of all) {
    const { url } = stack.use(await startReceiver(kind.behave, kind.options))
    const { id } = await createEndpoint(ctx, { url, eventTypes: ['booking.created'] })
    subscribed.push({ ...kind, id, tenantId: ctx.tenantId })
  }
  return subscribed
}

/** One event for all first, so that waking the couriers is not measured. */
const everyoneWasCalled = async (
  site: Site,
  { client, tenantId, nextBooking }: Centre,
  endpoints: readonly Subscribed[],
): Promise<void> => {
  await client.write({ path: '/v1/appointments', body: nextBooking(), effect: 'booking.created' })
  const ids = endpoints.map(({ id }) => id)
  for (let called = 0; called < ids.length; await sleep(250)) {
    const [found] = await site.query<{ called: number }>(CALLED, [tenantId, ids])
    called = found!.called
  }
}

const CALLED = `
  SELECT count(DISTINCT d.endpoint_id)::int AS called
  FROM webhook_attempts a JOIN webhook_deliveries d ON d.tenant_id = a.tenant_id AND d.id = a.delivery_id
  WHERE d.tenant_id = $1 AND d.endpoint_id = ANY($2)`

/** Milliseconds from commit to receipt of an event; the first ones wake the courier. */
const p95OfDeliveries = async (centre: Centre, events: number): Promise<number> => {
  const { client, nextBooking, subscriber } = centre
  const latencies: number[] = []
  const all = Promise.withResolvers<void>()
  subscriber.onReceipt = ({ createdAt }) => {
    latencies.push(Date.now() - createdAt)
    if (latencies.length >= WARM_UP + events) all.resolve()
  }
  for (let index = 0; index < WARM_UP + events; index += 1) {
    await client.write({ path: '/v1/appointments', body: nextBooking(), effect: 'booking.created' })
    await sleep(PAUSE_MS)
  }
  await all.promise
  subscriber.onReceipt = undefined
  const measured = latencies.slice(WARM_UP).toSorted((a, b) => a - b)
  return measured[Math.floor(measured.length * 0.95)]!
}

/** Compares every endpoint's attempts with the documentation of its kind. */
const judge = async ({ site, holds, count }: DrillRun, endpoints: readonly Subscribed[]) => {
  let longestMs = 0
  for (const { id, tenantId, name, outcome } of endpoints) {
    const attempts = await site.query<AttemptRow>(ATTEMPTS, [tenantId, id])
    const outcomes = [...new Set(attempts.map((it) => it.outcome))]
    holds(`${name}: ${outcome}`, outcomes.join() === outcome, outcomes)
    longestMs = Math.max(longestMs, ...attempts.map(({ durationMs }) => durationMs))
    const [endpoint] = await site.query<EndpointRow>(ENDPOINT, [tenantId, id])
    if (name === '410') holds('410 disables', endpoint!.status === 'DISABLED', endpoint)
    if (name.startsWith('429')) {
      holds('Retry-After is kept', endpoint!.soonestSeconds >= RETRY_AFTER_SECONDS, endpoint)
    }
  }
  count('longest attempt, s', (longestMs / 1_000).toFixed(1))
  holds('every attempt ends within 15 s', longestMs <= LONGEST_ATTEMPT_MS, longestMs)
}

interface AttemptRow {
  outcome: string
  durationMs: number
}

const ATTEMPTS = `
  SELECT concat_ws(' ', a.outcome, a.status_code, a.reason) AS outcome, a.duration_ms AS "durationMs"
  FROM webhook_attempts a JOIN webhook_deliveries d ON d.tenant_id = a.tenant_id AND d.id = a.delivery_id
  WHERE d.tenant_id = $1 AND d.endpoint_id = $2`

interface EndpointRow {
  status: string
  /** Between the start of an attempt and the next planned one. */
  soonestSeconds: number
}

const ENDPOINT = `
  SELECT e.status,
         (SELECT min(extract(epoch FROM d.next_attempt_at - a.started_at))::float
          FROM webhook_deliveries d JOIN webhook_attempts a ON a.tenant_id = d.tenant_id AND a.delivery_id = d.id
          WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id) AS "soonestSeconds"
  FROM webhook_endpoints e WHERE e.tenant_id = $1 AND e.id = $2`

const largest = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, index) => Math.max(value, other[index]!))
