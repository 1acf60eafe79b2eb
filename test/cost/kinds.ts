/** Calls and background work of each kind, whose cost and plans are compared with those of earlier versions. */
import { EventEmitter, once } from 'node:events'
import { expect } from 'vitest'
import { startLoop } from '#agents/agent-runs/loop/run-loop.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { publishedAgent, startRun } from '../agents/agent-runs/support.ts'
import type { Json, World } from '../contract/world.ts'
import type { ApiAnswer, TestApi } from '../support/api.ts'
import { startReceiver } from '../support/receivers.ts'
import { createTestDeliveries } from '../workflows/support.ts'

/** Work of one kind: each call carries it out once, and returns the body of its response. */
export type Work = () => Promise<string>

/** How often the work of a kind can be called. */
const CALLS = 20

/** Where the work takes place. */
export interface Setting {
  api: TestApi
  centre: World
  /** Accepts webhooks; `next` resolves when the next one arrives. */
  receiver: { url: string; next: () => Promise<unknown> }
}

/** The API needs `webhookAllowedRanges` with the loopback addresses. */
export const openSetting = async (
  api: TestApi,
  centre: World,
): Promise<Setting & AsyncDisposable> => {
  const requests = new EventEmitter()
  const receiver = await startReceiver((response) => {
    response.writeHead(204).end()
    requests.emit('received')
  })
  return {
    api,
    centre,
    receiver: { url: receiver.url, next: () => once(requests, 'received') },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

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
const bookingsOfOne = async (centre: World) => {
  const booking = await centre.booking()
  return () => ({ ...booking, startsAt: nextHour() })
}

const appointments = async (centre: World, count: number): Promise<string[]> => {
  const next = await bookingsOfOne(centre)
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

/** Prepares work of each kind, which can be called {@link CALLS} times. */
export const KINDS = {
  'retrieve an appointment': async ({ centre }) => {
    const [id] = await appointments(centre, 1)
    return () => bodyOf(centre.client.get(`/v1/appointments/${id}`))
  },
  'list 20 appointments': async ({ centre }) => {
    await appointments(centre, 20)
    return () => bodyOf(centre.client.get('/v1/appointments?limit=20'))
  },
  'list the free slots of a week': async ({ centre }) => {
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
  'book an appointment': async ({ centre }) => {
    const next = await bookingsOfOne(centre)
    return () => bodyOf(centre.client.post('/v1/appointments', next()))
  },
  'hold a slot': async ({ centre }) => {
    const next = await bookingsOfOne(centre)
    return () => bodyOf(centre.client.post('/v1/holds', next()))
  },
  'refuse a slot that is taken': async ({ centre }) => {
    const next = await bookingsOfOne(centre)
    const taken = next()
    await centre.make('/v1/appointments', taken)
    return () => bodyOf(centre.client.post('/v1/appointments', taken), 409)
  },
  'reschedule an appointment': async ({ centre }) =>
    onEach(await appointments(centre, CALLS), (id) =>
      bodyOf(centre.client.post(`/v1/appointments/${id}/reschedule`, { startsAt: nextHour() })),
    ),
  'cancel an appointment': async ({ centre }) =>
    onEach(await appointments(centre, CALLS), (id) =>
      bodyOf(
        centre.client.post(`/v1/appointments/${id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' }),
      ),
    ),
  'register a child':
    async ({ centre }) =>
    () =>
      bodyOf(
        centre.client.post('/v1/children', {
          firstName: 'Mira',
          lastName: 'Lang',
          birthDate: '2021-05-01',
        }),
      ),
  'change a child': async ({ centre }) => {
    const { id } = await centre.child()
    let changes = 0
    return () => {
      changes += 1
      return bodyOf(centre.client.patch(`/v1/children/${id}`, { firstName: `Mira ${changes}` }))
    }
  },
  'sign a note': async ({ centre }) => {
    const notes: string[] = []
    for (let made = 0; made < CALLS; made += 1) notes.push((await centre.note()).id)
    return onEach(notes, (id) => bodyOf(centre.client.post(`/v1/session-notes/${id}/sign`)))
  },
  'hand an event to an endpoint': async ({ api, centre }) => {
    const { platform } = api.services
    while ((await fanOutEvents(platform, 500)).events > 0);
    await centre.endpoint()
    return onEach(await appointments(centre, CALLS), async () => {
      expect((await fanOutEvents(platform, 1)).events).toBe(1)
      return ''
    })
  },
  'deliver an event': async ({ api, centre, receiver }) => {
    const { platform } = api.services
    const { id: endpointId } = await centre.make('/v1/webhook-endpoints', {
      url: `${receiver.url}/hook`,
      eventTypes: ['booking.created'],
    })
    const bookings = await appointments(centre, CALLS)
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
      const stop = new AbortController()
      api.clock.advance(5_000)
      const received = receiver.next()
      const lease = couriers.deliverDue({ tenantId, endpointId }, stop.signal)
      await received
      stop.abort()
      expect(await lease).toBe('unfinished')
      return ''
    })
  },
  'start an agent run': async ({ centre }) => {
    const agent = await publishedAgent(centre, NODES)
    return () => bodyOf(centre.client.post(`/v1/agents/${agent.id}/runs`, { input: {} }))
  },
  'carry out an agent run of three nodes': async ({ api, centre }) => {
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
} satisfies Record<string, (setting: Setting) => Promise<Work>>

export type Kind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as Kind[]

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
