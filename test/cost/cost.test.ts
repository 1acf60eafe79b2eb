/** What requests and background work cost, counted instead of timed: budget.md has the limits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLoop } from '#agents/agent-runs/loop/run-loop.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { publishedAgent, startRun } from '../agents/agent-runs/support.ts'
import { createWorld, type Json, type World } from '../contract/world.ts'
import { startApi, type ApiAnswer, type TestApi } from '../support/api.ts'
import { startReceiver, type Receiver } from '../support/receivers.ts'
import { createTestDeliveries } from '../workflows/support.ts'
import { budgetIn, type Costs } from './budget.ts'
import { COUNTERS, costOf, type Cost, type Work } from './measure.ts'

/** These follow from the code alone, so they equal the table. */
const EXACT: ReadonlySet<keyof Cost> = new Set(['statements'])
/**
 * How much more than the table the others may be: PostgreSQL chooses plans, ids and times have different lengths,
 * and a quick answer comes before the next statement of a flight is sent.
 */
const SCATTER = 1.35

let api: TestApi
let centre: World
const { read, write } = budgetIn('budget.md', COUNTERS)
let budget: Costs<keyof Cost>
let receiver: Receiver
const measured: Costs<keyof Cost> = {}

beforeAll(async () => {
  api = await startApi({ webhookAllowedRanges: ['127.0.0.0/8'] })
  // As in a centre with many records: the tables of a test are so small that PostgreSQL would read them whole.
  await api.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_seqscan = off', current_database()); END $$`,
  )
  centre = createWorld(api, await api.createTenant())
  budget = await read()
  receiver = await startReceiver((response) => void response.writeHead(204).end())
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  if (process.env['WRITE_BUDGET']) await write(measured)
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const bodyOf = async (answer: Promise<ApiAnswer>, status?: number): Promise<string> => {
  const { status: answered, text } = await answer
  if (status === undefined) expect(answered, text).toBeLessThan(300)
  else expect(answered, text).toBe(status)
  return text
}

let hours = 0
/** A different hour on each call, so that bookings do not overlap. */
const nextHour = (): string => {
  hours += 1
  return new Date(Date.UTC(2026, 11, 1) + hours * 3_600_000).toISOString()
}

/** Bookings for one child with one provider. */
const bookingsOfOne = async () => {
  const booking = await centre.booking()
  return () => ({ ...booking, startsAt: nextHour() })
}

const appointments = async (count: number): Promise<string[]> => {
  const next = await bookingsOfOne()
  const ids: string[] = []
  for (let made = 0; made < count; made += 1)
    ids.push((await centre.make('/v1/appointments', next())).id)
  return ids
}

/** Work on records of which each call takes one. */
const onEach = (records: readonly string[], work: (id: string) => Promise<string>): Work => {
  const left = [...records]
  return () => work(left.pop()!)
}

const CALLS = 20

const KINDS: Record<string, () => Promise<Work>> = {
  'retrieve an appointment': async () => {
    const [id] = await appointments(1)
    return () => bodyOf(centre.client.get(`/v1/appointments/${id}`))
  },
  'list 20 appointments': async () => {
    await appointments(20)
    return () => bodyOf(centre.client.get('/v1/appointments?limit=20'))
  },
  'list the free slots of a week': async () => {
    const { providerId } = await centre.schedule()
    const { id: serviceId } = await centre.service()
    const query = new URLSearchParams({
      serviceIds: serviceId,
      providerIds: String(providerId),
      'startsAt[gte]': '2026-12-01T00:00:00+01:00',
      'startsAt[lt]': '2026-12-08T00:00:00+01:00',
    })
    return () => bodyOf(centre.client.get(`/v1/availability?${query.toString()}`))
  },
  'book an appointment': async () => {
    const next = await bookingsOfOne()
    return () => bodyOf(centre.client.post('/v1/appointments', next()))
  },
  'refuse a slot that is taken': async () => {
    const next = await bookingsOfOne()
    const taken = next()
    await centre.make('/v1/appointments', taken)
    return () => bodyOf(centre.client.post('/v1/appointments', taken), 409)
  },
  'reschedule an appointment': async () =>
    onEach(await appointments(CALLS), (id) =>
      bodyOf(centre.client.post(`/v1/appointments/${id}/reschedule`, { startsAt: nextHour() })),
    ),
  'cancel an appointment': async () =>
    onEach(await appointments(CALLS), (id) =>
      bodyOf(
        centre.client.post(`/v1/appointments/${id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' }),
      ),
    ),
  'register a child': async () => () =>
    bodyOf(
      centre.client.post('/v1/children', {
        firstName: 'Mira',
        lastName: 'Lang',
        birthDate: '2021-05-01',
      }),
    ),
  'change a child': async () => {
    const { id } = await centre.child()
    let changes = 0
    return () => {
      changes += 1
      return bodyOf(centre.client.patch(`/v1/children/${id}`, { firstName: `Mira ${changes}` }))
    }
  },
  'sign a note': async () => {
    const notes: string[] = []
    for (let made = 0; made < CALLS; made += 1) notes.push((await centre.note()).id)
    return onEach(notes, (id) => bodyOf(centre.client.post(`/v1/session-notes/${id}/sign`)))
  },
  'hand an event to an endpoint': async () => {
    const { platform } = api.services
    while ((await fanOutEvents(platform, 500)).events > 0);
    await centre.endpoint()
    return onEach(await appointments(CALLS), async () => {
      expect((await fanOutEvents(platform, 1)).events).toBe(1)
      return ''
    })
  },
  'deliver an event': async () => {
    const { platform } = api.services
    const { id: endpointId } = await centre.make('/v1/webhook-endpoints', {
      url: `${receiver.url}/hook`,
      eventTypes: ['booking.created'],
    })
    const bookings = await appointments(CALLS)
    while ((await fanOutEvents(platform, 1)).events > 0);
    // One is due every five seconds, so that each call delivers one.
    await platform.database.system.query(
      `UPDATE webhook_deliveries d SET next_attempt_at = $2::timestamptz + place * interval '5 seconds'
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM webhook_deliveries WHERE endpoint_id = $1) o
       WHERE d.id = o.id`,
      [endpointId, api.clock.now()],
    )
    const { tenantId } = centre.client
    const couriers = createTestDeliveries(platform)
    return onEach(bookings, async () => {
      const received = receiver.requests.length
      const stop = new AbortController()
      api.clock.advance(5_000)
      const lease = couriers.deliverDue({ tenantId, endpointId }, stop.signal)
      await expect.poll(() => receiver.requests.length).toBe(received + 1)
      stop.abort()
      expect(await lease).toBe('unfinished')
      return ''
    })
  },
  'start an agent run': async () => {
    const agent = await publishedAgent(centre, NODES)
    return () => bodyOf(centre.client.post(`/v1/agents/${agent.id}/runs`, { input: {} }))
  },
  'carry out an agent run of three nodes': async () => {
    const agent = await publishedAgent(centre, NODES)
    const { tenantId } = centre.client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'startLoop' })
    const runs: string[] = []
    for (let made = 0; made < CALLS; made += 1)
      runs.push((await startRun(api, centre, agent.id)).id)
    return onEach(runs, async (runId) => {
      expect((await startLoop(ctx, { runId })).move).toBe('STOP')
      return ''
    })
  },
}

const NODES: [Json, ...Json[]] = [
  { id: 'late', type: 'QUERY', query: 'tasks_overdue', parameters: {}, next: 'any' },
  {
    id: 'any',
    type: 'CONDITION',
    when: 'size(steps.late.rows) > 0',
    next: 'end',
    otherwise: 'end',
  },
  { id: 'end', type: 'END', status: 'SUCCEEDED' },
]

describe('what it costs to', () => {
  test.each(Object.keys(KINDS))('%s is in the budget', async (kind) => {
    const cost = await costOf(api, await KINDS[kind]!())
    measured[kind] = cost
    if (process.env['WRITE_BUDGET']) return
    const allowed = budget[kind]
    const dearer = COUNTERS.filter((counter) =>
      EXACT.has(counter)
        ? cost[counter] !== allowed![counter]
        : cost[counter] > allowed![counter] * SCATTER,
    )
    expect(
      dearer,
      `${JSON.stringify(cost)}, and the table says ${JSON.stringify(allowed)}`,
    ).toEqual([])
  })
})
