import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newRoom,
  newService,
  refusal,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
let client: ApiClient
let location: { id: string }

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  location = await newLocation(client)
  await newService(client, { code: 'EARLY_INTERVENTION', defaultForType: true, amount: 9500 })
})
afterAll(() => api[Symbol.asyncDispose]())

/** A separate child and provider, so tests do not conflict. */
const people = async () => {
  const child = await newChild(client)
  const provider = await newProvider(client, { locationIds: [location.id] })
  return { childId: child.id, providerId: provider.id }
}

const AT = '2026-12-01T10:00:00+01:00'

const SERIES = { startsOn: '2026-12-01', startTime: '10:00', rule: 'FREQ=WEEKLY;COUNT=2' }

const book = (booking: object) =>
  client.post<Appointment>('/v1/appointments', {
    ...('serviceId' in booking ? {} : { type: 'THERAPY_SESSION' }),
    startsAt: AT,
    ...booking,
  })

describe('creation', () => {
  test('returns the fields and values of the specification', async () => {
    const { childId, providerId } = await people()
    const { status, body } = await book({ childId, providerId, notes: 'Bring the report.' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^apt_/),
      status: 'CONFIRMED',
      childId,
      provider: { id: providerId, name: 'Ana Ruiz' },
      type: 'THERAPY_SESSION',
      startsAt: AT,
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  test('shows the start with the offset of the location, whatever was sent', async () => {
    const { body } = await book({ ...(await people()), startsAt: '2026-12-01T04:00:00-05:00' })
    expect(body.startsAt).toBe(AT)
  })

  test('by a type uses duration, price and code of its default service', async () => {
    const { body } = await book({ ...(await people()), type: 'EARLY_INTERVENTION' })
    expect(body).toMatchObject({
      endsAt: '2026-12-01T10:45:00+01:00',
      amount: 9500,
      currency: 'EUR',
    })
    const [event] = await api.query<{ payload: object }>(
      `SELECT payload FROM outbox WHERE subject_id = $1 AND kind = 'event'`,
      [body.id],
    )
    expect(event?.payload).toEqual({
      bookingId: body.id,
      appointmentId: body.id,
      childId: body.childId,
      service: 'EARLY_INTERVENTION',
      amount: 9500,
      currency: 'EUR',
      serviceCode: 'EARLY_INTERVENTION',
      priceKnown: true,
      // Beyond the specification: members for filters and next actions.
      providerId: body.provider.id,
      locationId: body.locationId,
      serviceId: body.serviceId,
      startsAt: AT,
      endsAt: '2026-12-01T10:45:00+01:00',
      status: 'CONFIRMED',
    })
  })

  test('by a service uses the type of the service', async () => {
    const service = await newService(client, { code: 'HEARING', appointmentType: 'ASSESSMENT' })
    const booking = { ...(await people()), serviceId: service.id }
    expect((await book(booking)).body).toMatchObject({ type: 'ASSESSMENT', serviceId: service.id })
  })

  test('of a service without a price has none and no order, and a free one has 0', async () => {
    const unpriced = { code: 'TRIAL', name: 'Trial', durationMinutes: 45 }
    const { id: serviceId } = await create(client, '/v1/services', unpriced)
    const offered = { ...(await people()), serviceId }
    const none = { amount: null, currency: null }
    expect((await client.get(`/v1/services/${serviceId}`)).body).toMatchObject({ amount: null })
    expect(
      (await client.post('/v1/holds', { ...offered, startsAt: '2026-12-01T14:00:00+01:00' })).body,
    ).toMatchObject(none)
    const { body } = await book(offered)
    expect(body).toMatchObject(none)
    const refused = await client.post('/v1/orders', { appointmentId: body.id })
    expect(refusal(refused)).toContain('appointmentId: no_price')
    await client.patch(`/v1/services/${serviceId}`, { amount: 0 })
    expect((await book({ ...(await people()), serviceId })).body).toMatchObject({
      amount: 0,
      currency: 'EUR',
    })
  })

  test('by a type without a default uses no service, whatever codes exist', async () => {
    await newService(client, { code: 'PARENT_TRAINING' })
    expect((await book({ ...(await people()), type: 'PARENT_TRAINING' })).body).toMatchObject({
      type: 'PARENT_TRAINING',
      serviceId: null,
      amount: null,
      endsAt: '2026-12-01T11:00:00+01:00',
    })
  })

  describe.each(['/v1/appointments', '/v1/holds', '/v1/series'])('%s', (path) => {
    const start = path === '/v1/series' ? SERIES : { startsAt: AT }

    test('requires a service or a type', async () => {
      const answer = await client.post(path, { ...(await people()), ...start })
      expect(refusal(answer)).toEqual([400, 'validation_failed', 'serviceId: required'])
      expect(answer.body).toMatchObject({ errors: [{ message: 'is required' }] })
    })

    test('refuses a type other than that of the service', async () => {
      const { id: serviceId } = await newService(client, {
        code: `OTHER_${path.length}`,
        appointmentType: 'ASSESSMENT',
      })
      const booking = { ...(await people()), serviceId, ...start }
      const answer = await client.post(path, { ...booking, type: 'INTAKE' })
      expect(refusal(answer)).toEqual([400, 'validation_failed', 'type: mismatch'])
      const agreed = await client.post(path, { ...booking, type: 'ASSESSMENT' })
      expect(agreed.body).toMatchObject({ type: 'ASSESSMENT', serviceId })
    })
  })

  test('waits for confirmation if the service requires it', async () => {
    const service = await newService(client, { code: 'INTAKE', requiresConfirmation: true })
    const { body } = await book({ ...(await people()), serviceId: service.id })
    expect(body.status).toBe('PENDING_CONFIRMATION')
  })

  test.each([
    ['a start that has passed', { startsAt: '2026-11-01T10:00:00+01:00' }, 'startsAt: in_the_past'],
    ['a start without offset', { startsAt: '2026-12-01T10:00:00' }, 'startsAt: invalid_format'],
    ['an invalid date', { startsAt: '2026-02-30T10:00:00+01:00' }, 'startsAt: invalid_format'],
    ['an unknown type', { type: 'MASSAGE' }, 'type: invalid_value'],
    ['a length of nothing', { durationMinutes: 0 }, 'durationMinutes: too_small'],
  ])('refuses %s', async (_, booking, issue) => {
    expect(refusal(await book({ ...(await people()), ...booking }))).toEqual([
      400,
      'validation_failed',
      issue,
    ])
  })

  test('refuses a notice below the minimum of the service', async () => {
    const service = await newService(client, { code: 'ASSESSMENT', leadTimeMinutes: 10 * 24 * 60 })
    const answer = await book({ ...(await people()), serviceId: service.id })
    expect(refusal(answer)).toEqual([409, 'slot_unavailable'])
    expect(answer.body).toMatchObject({ blocks: ['too_soon'], alternatives: expect.any(Array) })
  })

  test('refuses a room at another location', async () => {
    const elsewhere = await newLocation(client, { name: 'Brooklyn', timeZone: 'America/New_York' })
    const room = await newRoom(client, elsewhere.id)
    const answer = await book({ ...(await people()), roomId: room.id })
    expect(refusal(answer)).toEqual([400, 'validation_failed', 'roomId: room_not_at_location'])
  })

  test('refuses an archived child', async () => {
    const { childId, providerId } = await people()
    await client.post(`/v1/children/${childId}/archive`)
    expect(refusal(await book({ childId, providerId }))).toEqual([
      400,
      'invalid_reference',
      'childId: invalid_reference',
    ])
  })
})

describe('double booking', () => {
  const taken = (resource: string) => ({ code: 'slot_taken', resource })

  test('of the provider, the child and the room is refused, and the error says which', async () => {
    const room = await newRoom(client, location.id)
    const first = { ...(await people()), roomId: room.id }
    const others = await people()
    await book(first)
    expect((await book({ ...others, providerId: first.providerId })).body).toMatchObject(
      taken('provider'),
    )
    expect((await book({ ...others, childId: first.childId })).body).toMatchObject(taken('child'))
    const third = await book({ ...others, roomId: room.id })
    expect(third.status).toBe(409)
    expect(third.body).toMatchObject(taken('room'))
  })

  test('includes the buffers of provider and room, but not of the child', async () => {
    const service = await newService(client, {
      code: 'FOLLOW_UP',
      durationMinutes: 60,
      bufferAfterMinutes: 15,
    })
    const { childId, providerId } = await people()
    const others = await people()
    const next = '2026-12-01T11:00:00+01:00'
    expect((await book({ childId, providerId, serviceId: service.id })).status).toBe(201)
    expect((await book({ ...others, providerId, startsAt: next })).body).toMatchObject(
      taken('provider'),
    )
    expect((await book({ ...others, childId, startsAt: next })).status).toBe(201)
    expect(
      (await book({ ...(await people()), providerId, startsAt: '2026-12-01T11:15:00+01:00' }))
        .status,
    ).toBe(201)
  })

  test('ends with a cancellation', async () => {
    const booking = await people()
    const { body } = await book(booking)
    await client.post(`/v1/appointments/${body.id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' })
    expect((await book(booking)).status).toBe(201)
  })

  test('by 100 clients at the same time: one books, 99 get the conflict, none deadlocks', async () => {
    const booking = await people()
    const clients = await Promise.all(
      Array.from({ length: 100 }, () => api.createClient(client.tenantId)),
    )
    const answers = await Promise.all(
      clients.map((each) =>
        each.post('/v1/appointments', { ...booking, type: 'THERAPY_SESSION', startsAt: AT }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(99)
    const codes = new Set(
      answers
        .filter(({ status }) => status === 409)
        .map(({ body }) => (body as { code: string }).code),
    )
    expect([...codes]).toEqual(['slot_taken'])
    const [deadlocks] = await api.query<{ deadlocks: string }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )
    expect(Number(deadlocks?.deadlocks)).toBe(0)
  })

  test('is refused without queueing for the provider once the slot is taken', async () => {
    const { childId, providerId } = await people()
    await book({ childId, providerId })
    // As if another booking of the provider were running all the time.
    await api.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [providerId])
    try {
      expect(refusal(await book({ childId: (await newChild(client)).id, providerId }))).toEqual([
        409,
        'slot_taken',
      ])
    } finally {
      await api.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [providerId])
    }
  })

  test('is refused by the database itself', async () => {
    const { body } = await book(await people())
    const copy = `INSERT INTO appointments SELECT (jsonb_populate_record(a, jsonb_build_object('id', $1::text))).*
      FROM appointments a WHERE id = $2`
    await expect(api.query(copy, ['apt_copy', body.id])).rejects.toMatchObject({
      code: '23P01',
      constraint: expect.stringMatching(/^appointments_(provider|child)_free$/),
    })
  })
})

describe('requests with an Idempotency-Key', () => {
  const keyed = (key: string, json: object) =>
    client.send<Appointment>({
      method: 'POST',
      path: '/v1/appointments',
      json,
      headers: { 'idempotency-key': key },
    })

  test('have one effect if 100 are identical, and the others are replayed or told to wait', async () => {
    const booking = { ...(await people()), type: 'THERAPY_SESSION', startsAt: AT }
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 100 }, () => keyed(key, booking)))
    const fresh = answers.filter(
      ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
    )
    expect(fresh).toHaveLength(1)
    for (const { status, text, headers, body } of answers) {
      if (status === 201) expect(text).toBe(fresh[0]?.text)
      else {
        expect([status, (body as unknown as { code: string }).code]).toEqual([
          409,
          'idempotency_in_progress',
        ])
        expect(headers.get('retry-after')).toBe('1')
      }
    }
    const again = await keyed(key, booking)
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      fresh[0]?.text,
      'true',
    ])
    const rows = await api.query(`SELECT 1 FROM appointments WHERE child_id = $1`, [
      booking.childId,
    ])
    expect(rows).toHaveLength(1)
  })

  test('have one effect if 100 of them have one key and different bodies, and the others get 422', async () => {
    const { childId, providerId } = await people()
    const key = `"${randomUUID()}"`
    const at = (index: number) => new Date(Date.parse(AT) + index * 3_600_000).toISOString()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        keyed(key, { childId, providerId, type: 'INTAKE', startsAt: at(index) }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.every(({ status }) => [201, 409, 422].includes(status))).toBe(true)
    const other = await keyed(key, { childId, providerId, type: 'INTAKE', startsAt: at(200) })
    expect(refusal(other)).toEqual([422, 'idempotency_mismatch'])
    expect(
      await api.query(`SELECT 1 FROM appointments WHERE child_id = $1`, [childId]),
    ).toHaveLength(1)
  })

  test('do not use up their key if they are refused', async () => {
    const booking = { ...(await people()), type: 'THERAPY_SESSION', startsAt: AT }
    const rival = await book(booking)
    const key = randomUUID()
    expect((await keyed(key, booking)).status).toBe(409)
    await client.post(`/v1/appointments/${rival.body.id}/cancel`, {
      initiator: 'CLIENT',
      reason: 'Ill',
    })
    expect((await keyed(key, booking)).status).toBe(201)
  })

  test('may use a key again after 24 hours', async () => {
    const booking = {
      ...(await people()),
      type: 'THERAPY_SESSION',
      startsAt: '2027-03-01T10:00:00Z',
    }
    const key = randomUUID()
    expect((await keyed(key, booking)).status).toBe(201)
    const now = api.clock.now()
    api.clock.advance(24 * 3_600_000 + 1_000)
    try {
      const fresh = await api.createClient(client.tenantId)
      await api.query(`UPDATE idempotency_keys SET client_id = $1 WHERE key = $2`, [
        fresh.clientId,
        key,
      ])
      const answer = await fresh.send({
        method: 'POST',
        path: '/v1/appointments',
        json: booking,
        headers: { 'idempotency-key': key },
      })
      expect(refusal(answer)).toEqual([409, 'slot_taken'])
    } finally {
      api.clock.set(now)
    }
  })
})
