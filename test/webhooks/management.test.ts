import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '../../api/http/problem.ts'
import { newId } from '#platform/core/records/ids.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { readDue } from '#webhooks/deliveries/due.ts'
import type { EndpointStatistics } from '#webhooks/deliveries/statistics.ts'
import type { Delivery } from '#webhooks/deliveries/delivery-schemas.ts'
import type { WebhookEndpoint } from '#webhooks/endpoints/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

const URL = 'https://93.184.215.14/hooks'
const PATH = '/v1/webhook-endpoints'
const TOKEN = 'Bearer 3f1c9a52e0b74d6f81a2'

let api: TestApi
let client: ApiClient
beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const create = async (more: object = {}): Promise<WebhookEndpoint & { secret: string }> => {
  const body = { url: URL, eventTypes: ['child.registered'], ...more }
  const made = await client.post<WebhookEndpoint & { secret: string }>(PATH, body)
  expect(made.status, made.text).toBe(201)
  return made.body
}
const patch = async (id: string, body: object) => {
  const answer = await client.patch<WebhookEndpoint>(`${PATH}/${id}`, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const issues = async (body: object) => {
  const answer = await client.post<Problem>(PATH, {
    url: URL,
    eventTypes: ['child.registered'],
    ...body,
  })
  expect(answer.status, answer.text).toBe(400)
  return answer.body.errors.map(({ path, code }) => ({ path, code }))
}

describe('custom headers', () => {
  test('are sent, stored encrypted, and returned as hints only', async () => {
    const made = await create({ headers: { Authorization: TOKEN, 'X-Centre': 'mitte' } })
    expect(made.headers).toEqual({
      Authorization: { hint: '…81a2' },
      'X-Centre': { hint: null },
    })
    const kept = await patch(made.id, {
      headers: { authorization: 'Basic c3VucmlzZTpvcGVu', 'X-Centre': null, 'X-New': 'a b' },
    })
    expect(kept.headers).toEqual({
      authorization: { hint: '…cGVu' },
      'X-New': { hint: null },
    })
    const [row] = await api.query<{ headers: unknown }>(
      'SELECT headers FROM webhook_endpoints WHERE id = $1',
      [made.id],
    )
    const [trail] = await api.query<{ changes: string }>(
      'SELECT string_agg(changes::text, $2) AS changes FROM audit_entries WHERE subject_id = $1',
      [made.id, '\n'],
    )
    const shown = JSON.stringify([row, trail, await client.get(`${PATH}/${made.id}`), made, kept])
    for (const value of [TOKEN, 'mitte', 'c3VucmlzZTpvcGVu']) expect(shown).not.toContain(value)
    expect((await patch(made.id, { headers: null })).headers).toEqual({})
  })

  test.each([
    ['Connection', 'not_allowed', 'close'],
    ['transfer-encoding', 'not_allowed', 'chunked'],
    ['Host', 'not_allowed', 'example.com'],
    ['Content-Length', 'not_allowed', '1'],
    ['Content-Type', 'not_allowed', 'text/plain'],
    ['User-Agent', 'not_allowed', 'x'],
    ['X-Service-Signature', 'not_allowed', 't=1'],
    ['Webhook-Id', 'not_allowed', 'evt_1'],
    ['traceparent', 'not_allowed', '00-0-0-00'],
    ['X Space', 'invalid_format', 'x'],
    ['X-CR', 'invalid_format', 'a\r\nX-Other: b'],
    ['X-LF', 'invalid_format', 'a\nb'],
    ['X-Ümlaut', 'invalid_format', 'x'],
    ['X-Value', 'invalid_format', 'ümlaut'],
    ['X-Empty', 'invalid_format', ''],
    ['X-Edge', 'invalid_format', ' x'],
    ['X-Long', 'invalid_format', 'x'.repeat(1_025)],
    ['X'.repeat(65), 'invalid_format', 'x'],
  ])('%s is refused as %s', async (name, code, value) => {
    expect(await issues({ headers: { [name]: value } })).toEqual([
      { path: `headers.${name}`, code },
    ])
  })

  test('are limited to ten, in any case and over all patches', async () => {
    const ten = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`X-${n}`, 'x']))
    const { id } = await create({ headers: ten })
    expect(Object.keys((await patch(id, { headers: { 'x-0': 'y' } })).headers)).toHaveLength(10)
    const eleventh = await client.patch<Problem>(`${PATH}/${id}`, { headers: { 'X-10': 'x' } })
    expect(eleventh.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'headers', code: 'too_many' }],
    })
    expect(await issues({ headers: { 'X-A': '1', 'x-a': '2' } })).toEqual([
      { path: 'headers.x-a', code: 'duplicate' },
    ])
  })
})

describe('the options of an endpoint', () => {
  test('filter events by values of their members', async () => {
    const register = () =>
      client.post<{ id: string }>('/v1/children', {
        firstName: 'Lena',
        lastName: 'Weiss',
        birthDate: '2021-04-30',
      })
    const [one, two, three] = await Promise.all([register(), register(), register()])
    const wanted = [one.body.id, two.body.id]
    const byMember = await create({ filter: { childId: wanted } })
    const bySubject = await create({ eventTypes: ['*'], filter: { subjectId: [three.body.id] } })
    const byBoth = await create({ filter: { childId: wanted, subjectId: [two.body.id] } })
    const byOther = await create({ eventTypes: ['*'], filter: { paymentId: ['pay_1'] } })
    const all = await create()
    await fanOutEvents(api.services.platform, 1_000)
    const subjectsOf = async ({ id }: { id: string }) => {
      const { data } = (await client.get<{ data: Delivery[] }>(`/v1/deliveries?endpointId=${id}`))
        .body
      const events = data.map(({ eventId }) =>
        client.get<{ subjectId: string }>(`/v1/events/${eventId}`),
      )
      return (await Promise.all(events)).map(({ body }) => body.subjectId).toSorted()
    }
    expect(await subjectsOf(byMember)).toEqual(wanted.toSorted())
    expect(await subjectsOf(bySubject)).toEqual([three.body.id])
    expect(await subjectsOf(byBoth)).toEqual([two.body.id])
    expect(await subjectsOf(byOther)).toEqual([])
    expect(await subjectsOf(all)).toHaveLength(3)

    expect((await patch(byBoth.id, { filter: { subjectId: null } })).filter).toEqual({
      childId: wanted,
    })
    expect((await patch(byBoth.id, { filter: null })).filter).toEqual({})
    expect(await issues({ filter: { birthDate: ['2021-04-30'] } })).toMatchObject([
      { path: expect.stringMatching(/^filter/) as string },
    ])
    expect(await issues({ filter: { childId: [] } })).toMatchObject([{ path: 'filter.childId' }])
  })

  test('filter by location: bookings, visits, notes of sessions', async () => {
    const made = async (path: string, body: object): Promise<string> => {
      const answer = await client.post<{ id: string }>(path, body)
      expect(answer.status, answer.text).toBe(201)
      return answer.body.id
    }
    const child = { firstName: 'Lena', lastName: 'Weiss', birthDate: '2021-04-30' }
    const childId = await made('/v1/children', child)
    const locationIn = (name: string) => made('/v1/locations', { name, timeZone: 'Europe/Berlin' })
    const [north, south] = [await locationIn('North'), await locationIn('South')]
    const therapist = { name: 'Dr. Ana Ruiz', locationIds: [north, south] }
    const providerId = await made('/v1/providers', therapist)
    const here = await create({ eventTypes: ['*'], filter: { locationId: [north] } })
    const visit = { childId, providerId, type: 'THERAPY_SESSION' }
    const booked = (locationId: string, hour: number) =>
      made('/v1/appointments', { ...visit, locationId, startsAt: `2027-03-01T${hour}:00:00Z` })
    const [inNorth, inSouth] = [await booked(north, 10), await booked(south, 14)]
    for (const id of [inNorth, inSouth]) {
      for (const verb of ['check-in', 'start', 'complete'])
        expect((await client.post(`/v1/appointments/${id}/${verb}`, {})).status).toBe(200)
      const { body } = await client.get<{ data: { id: string }[] }>(
        `/v1/sessions?appointmentId=${id}`,
      )
      await made(`/v1/sessions/${body.data[0]!.id}/notes`, { plan: 'Go on' })
    }
    await fanOutEvents(api.services.platform, 1_000)
    const { data } = (
      await client.get<{ data: Delivery[] }>(`/v1/deliveries?endpointId=${here.id}`)
    ).body
    const events = await Promise.all(
      data.map(({ eventId }) =>
        client.get<{ type: string; data: object }>(`/v1/events/${eventId}`),
      ),
    )
    expect(events.map(({ body }) => body.type).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'appointment.checked_in',
      'appointment.completed',
      'appointment.started',
      'booking.created',
      'session.note_added',
    ])
    for (const { body } of events)
      expect(body.data).toMatchObject({ locationId: north, providerId, childId })
  })

  test('include a rate, a contact and a description, which the courier uses', async () => {
    const asked = {
      description: 'Calendar',
      contactEmail: 'ops@example.com',
      maxEventsPerSecond: 20,
    }
    const made = await create(asked)
    expect(made).toMatchObject(asked)
    const { tenantId } = client
    const courier = async () => {
      const queries = [{ tenantId, endpointId: made.id, room: 1, held: [] }]
      return (await readDue(api.services.platform, queries)).endpoints[0]!
    }
    expect(await courier()).toMatchObject({ maxEventsPerSecond: 20, headers: [] })
    const cleared = await patch(made.id, { maxEventsPerSecond: null, contactEmail: null })
    expect(cleared).toMatchObject({ maxEventsPerSecond: null, contactEmail: null })
    expect(await courier()).toMatchObject({ maxEventsPerSecond: null })
    expect(await issues({ maxEventsPerSecond: 0, contactEmail: 'nobody' })).toMatchObject([
      { path: 'contactEmail' },
      { path: 'maxEventsPerSecond' },
    ])
  })
})

describe('rotate-secret', () => {
  test('returns a new secret once, and without a body the old one signs for 24 hours', async () => {
    const made = await create()
    const rotated = await client.post<typeof made>(`${PATH}/${made.id}/rotate-secret`)
    expect(rotated.status, rotated.text).toBe(200)
    expect(rotated.body.secret).toMatch(/^whsec_/)
    expect(rotated.body.secret).not.toBe(made.secret)
    const ends = Date.parse(rotated.body.previousSecretExpiresAt!)
    expect(ends - Date.parse(rotated.body.updatedAt)).toBe(24 * 3_600_000)
    const read = await client.get(`${PATH}/${made.id}`)
    expect(read.text).not.toContain('whsec_')
    const now = { overlapHours: 0 }
    const ended = await client.post<typeof made>(`${PATH}/${made.id}/rotate-secret`, now)
    expect(ended.body.previousSecretExpiresAt).toBeNull()
  })
})

describe('test events', () => {
  test('go to one endpoint, marked, and are not in the event log', async () => {
    const [made, other] = [await create({ eventTypes: ['payment.failed'] }), await create()]
    const sent = await client.post<Delivery>(`${PATH}/${made.id}/test`, {
      eventType: 'appointment.no_show',
    })
    expect(sent.body).toMatchObject({
      endpointId: made.id,
      eventType: 'appointment.no_show',
      status: 'PENDING',
    })
    await fanOutEvents(api.services.platform, 1_000)
    const others = await client.get<{ data: unknown[] }>(`/v1/deliveries?endpointId=${other.id}`)
    expect(others.body.data).toEqual([])
    const event = await client.get(`/v1/events/${sent.body.eventId}`)
    expect(event.body).toMatchObject({ test: true, data: { absentParty: 'CLIENT' } })
    const listed = await client.get(`/v1/events?subjectId=${made.id}`)
    expect(listed.body).toMatchObject({ data: [] })
    const anyType = await client.post<Delivery>(`${PATH}/${made.id}/test`)
    expect(anyType.body.eventType).toBe('booking.created')
  })

  test('are refused for a disabled endpoint', async () => {
    const { id } = await create()
    await api.query(`UPDATE webhook_endpoints SET status = 'DISABLED' WHERE id = $1`, [id])
    const refused = await client.post<Problem>(`${PATH}/${id}/test`, {})
    expect(refused.body).toMatchObject({ status: 409, code: 'endpoint_inactive', endpointId: id })
  })
})

describe('statistics and health', () => {
  /** Attempts as recorded by a courier: seconds ago, outcome, duration. */
  const attempts = async (
    { id }: { id: string },
    made: (readonly [secondsAgo: number, outcome: string, ms: number, status: number | null])[],
  ) => {
    const { body } = await client.post<Delivery>(`${PATH}/${id}/test`)
    for (const [index, [secondsAgo, outcome, durationMs, status]] of made.entries()) {
      const at = new Date(api.clock.now().getTime() - secondsAgo * 1_000)
      await api.query(
        `INSERT INTO webhook_attempts (tenant_id, id, delivery_id, endpoint_id, number, started_at, duration_ms,
           outcome, status_code, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          client.tenantId,
          newId('attempt'),
          body.id,
          id,
          index + 1,
          at,
          durationMs,
          outcome,
          status,
          outcome === 'SUCCEEDED' ? null : status ? 'http_status' : 'timeout',
        ],
      )
    }
    return body
  }
  const health = async (id: string) =>
    (await client.get<WebhookEndpoint>(`${PATH}/${id}`)).body.health

  test('report the window and the waiting deliveries', async () => {
    const made = await create()
    const none = await client.get<EndpointStatistics>(`${PATH}/${made.id}/statistics`)
    expect(none.body).toMatchObject({
      attempts: { made: 0, succeeded: 0, failed: 0 },
      successRate: null,
      latencyMs: { p50: null, p95: null, p99: null, max: null },
      failures: [],
      backlog: { pending: 0, oldestAgeSeconds: 0 },
    })
    await attempts(made, [
      ...Array.from({ length: 98 }, (_, n) => [60, 'SUCCEEDED', n + 1, 200] as const),
      [50, 'FAILED', 15_000, null],
      [40, 'FAILED', 9, 503],
      [30, 'FAILED', 9, 503],
      [2 * 3_600, 'FAILED', 9, 500],
    ])
    api.clock.advance(600_000)
    const hour = await client.get<EndpointStatistics>(`${PATH}/${made.id}/statistics?window=1h`)
    expect(hour.body).toMatchObject({
      attempts: { made: 101, succeeded: 98, failed: 3 },
      successRate: 98 / 101,
      latencyMs: { p50: 49, p95: 94, p99: 98, max: 98 },
      failures: [
        { reason: 'http_status', statusCode: 503, count: 2 },
        { reason: 'timeout', statusCode: null, count: 1 },
      ],
      backlog: { pending: 1, oldestAgeSeconds: expect.closeTo(600, -1.5) as number },
    })
    const day = await client.get<EndpointStatistics>(`${PATH}/${made.id}/statistics`)
    expect(day.body.attempts.made).toBe(102)
    expect((await client.get(`${PATH}/${made.id}/statistics?window=1y`)).status).toBe(400)
  })

  test('show health on the endpoint, in lists too', async () => {
    const made = await create()
    expect(made.health).toEqual({
      state: 'HEALTHY',
      changedAt: made.createdAt,
      reason: null,
      lastSuccessAt: null,
      lastFailureAt: null,
    })
    await attempts(made, [[30, 'SUCCEEDED', 9, 200]])
    api.clock.advance(60_000)
    await attempts(made, [
      [50, 'FAILED', 9, 503],
      [40, 'FAILED', 15_000, null],
    ])
    const failing = await health(made.id)
    expect(failing).toMatchObject({ state: 'FAILING', reason: 'timeout' })
    expect(failing.lastFailureAt! > failing.lastSuccessAt!).toBe(true)
    await attempts(made, [[20, 'SUCCEEDED', 9, 200]])
    const healthy = await health(made.id)
    expect(healthy).toMatchObject({ state: 'HEALTHY', reason: null })
    expect(healthy.changedAt).toBe(healthy.lastSuccessAt)

    await client.post(`${PATH}/${made.id}/pause`)
    const paused = await health(made.id)
    expect(paused.state).toBe('PAUSED')
    await client.post(`${PATH}/${made.id}/resume`)
    const listed = await client.get<{ data: WebhookEndpoint[] }>(`${PATH}?limit=100`)
    const shown = listed.body.data.find(({ id }) => id === made.id)!
    expect(shown.health).toMatchObject({ state: 'HEALTHY' })
    expect(shown.health.changedAt >= paused.changedAt).toBe(true)
  })

  test('show responses of a receiver to people who may read the endpoint', async () => {
    const made = await create()
    const delivery = await attempts(made, [[30, 'FAILED', 9, 500]])
    await api.query(`UPDATE webhook_attempts SET response_body = 'trace' WHERE delivery_id = $1`, [
      delivery.id,
    ])
    const narrow = await api.createClient(client.tenantId, { resources: ['deliveries'] })
    const path = `/v1/deliveries/${delivery.id}/attempts`
    const bodyFor = async (who: ApiClient) =>
      (await who.get<{ data: { responseBody: string | null }[] }>(path)).body.data[0]!.responseBody
    expect(await bodyFor(client)).toBe('trace')
    expect(await bodyFor(narrow)).toBeNull()
  })
})

describe('lists', () => {
  test('filter deliveries by status, endpoint, event and time, and events by type, subject and call', async () => {
    const made = await create()
    const child = await client.post<{ id: string }>('/v1/children', {
      firstName: 'Lena',
      lastName: 'Weiss',
      birthDate: '2021-04-30',
    })
    await fanOutEvents(api.services.platform, 1_000)
    const count = async (path: string) =>
      (await client.get<{ data: unknown[] }>(path)).body.data.length
    const deliveries = (filters: string) => count(`/v1/deliveries?endpointId=${made.id}&${filters}`)
    expect(await deliveries('status=PENDING')).toBe(1)
    expect(await deliveries('status=FAILED')).toBe(0)
    expect(await deliveries('eventType=child.registered')).toBe(1)
    const now = encodeURIComponent(new Date(api.clock.now().getTime() + 1_000).toISOString())
    expect(await deliveries(`createdAt[lt]=${now}`)).toBe(1)
    expect(await deliveries(`createdAt[gte]=${now}`)).toBe(0)
    const request = child.headers.get('x-request-id')
    expect(await count(`/v1/events?requestId=${request}`)).toBe(1)
    expect(await count(`/v1/events?subjectId=${child.body.id}&type=child.registered`)).toBe(1)
    expect(await count(`/v1/events?subjectId=${child.body.id}&subjectType=PAYMENT`)).toBe(0)
    expect(await count(`/v1/events?subjectId=${child.body.id}&subjectType=CHILD`)).toBe(1)
  })
})
