import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Resource,
} from '../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

/** What the specification shows exactly, on a centre with only the necessary records. */

let api: TestApi
let client: ApiClient
let locationIds: string[]
beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  locationIds = [(await newLocation(client)).id]
})
afterAll(() => api[Symbol.asyncDispose]())

describe('booking.created', () => {
  const booked = async (more: object) => {
    const childId = (await newChild(client)).id
    const providerId = (await newProvider(client, { locationIds })).id
    const { id } = await create(client, '/v1/appointments', {
      childId,
      providerId,
      startsAt: '2026-12-01T10:00:00+01:00',
      ...more,
    })
    const [event] = await api.query<{ payload: Record<string, unknown> }>(
      `SELECT payload FROM outbox WHERE subject_id = $1 AND kind = 'event'`,
      [id],
    )
    return event!.payload
  }

  test('names the kind of the service and its code at the centre', async () => {
    const { id: serviceId } = await newService(client, {
      code: 'EI_HOME_VISIT',
      appointmentType: 'EARLY_INTERVENTION',
      amount: 9500,
    })
    expect(await booked({ serviceId })).toMatchObject({
      service: 'EARLY_INTERVENTION',
      serviceCode: 'EI_HOME_VISIT',
      amount: 9500,
      priceKnown: true,
      currency: 'EUR',
    })
  })

  test('has an integer amount and a currency even without a known price', async () => {
    expect(await booked({ type: 'EARLY_INTERVENTION' })).toMatchObject({
      service: 'EARLY_INTERVENTION',
      serviceCode: null,
      amount: 0,
      priceKnown: false,
      currency: 'EUR',
    })
  })

  test('marks the price of a free appointment as known', async () => {
    const { id: serviceId } = await newService(client, { code: 'FREE', amount: 0 })
    expect(await booked({ serviceId })).toMatchObject({ amount: 0, priceKnown: true })
  })
})

describe('custom_fields', () => {
  test('take any data until a centre defines fields, and then only those', async () => {
    const fresh = await api.createTenant()
    const custom_fields = { insurancePlan: 'gold', siblings: 2, twin: true }
    const { id } = await create(fresh, '/v1/clients', { name: 'Mara', custom_fields })
    const path = `/v1/clients/${id}`
    expect((await fresh.get<Resource>(path)).body['custom_fields']).toEqual(custom_fields)
    const field = { key: 'insurancePlan', label: 'Plan', type: 'TEXT' }
    const { id: fieldId } = await create(fresh, '/v1/custom-fields', field)
    const patched = await fresh.patch<Resource>(path, {
      custom_fields: { insurancePlan: 'silver', twin: null },
    })
    expect(patched.body['custom_fields']).toEqual({ insurancePlan: 'silver', siblings: 2 })
    await fresh.post(`/v1/custom-fields/${fieldId}/archive`, {})
    const refused = await fresh.post<{ detail: string }>('/v1/clients', {
      name: 'Noa',
      custom_fields: { siblings: 1 },
    })
    expect(refusal(refused)).toEqual([
      400,
      'validation_failed',
      'custom_fields.siblings: unknown_member',
    ])
    expect(refused.body.detail).toContain('POST /v1/custom-fields')
  })

  test.each([['two words'], ['__proto__'], ['1st'], ['']])('refuse the key %j', async (key) => {
    const fresh = await api.createTenant()
    const body = `{"name":"Mara","custom_fields":{${JSON.stringify(key)}:"x"}}`
    const answer = await fresh.send({
      method: 'POST',
      path: '/v1/clients',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(400)
  })
})

test('startsAt may leave seconds out', async () => {
  const { status, body } = await client.post<{ startsAt: string }>('/v1/appointments', {
    childId: (await newChild(client)).id,
    providerId: (await newProvider(client, { locationIds })).id,
    type: 'THERAPY_SESSION',
    startsAt: '2026-12-02T11:30+01:00',
  })
  expect([status, body.startsAt]).toEqual([201, '2026-12-02T11:30:00+01:00'])
})

test('a child with goals is matched in a fresh centre', async () => {
  const fresh = await api.createTenant()
  await newLocation(fresh)
  const { id: providerId } = await newProvider(fresh, { specialties: ['Speech therapy'] })
  const { id: childId } = await newChild(fresh)
  await create(fresh, '/v1/goals', {
    childId,
    area: 'Articulation',
    title: 'Says /r/ in words',
    unit: 'percent',
    baseline: { value: 20 },
    target: { value: 80 },
    criteria: { consecutive: 3 },
  })
  const { status, body } = await fresh.post<{
    needs: string[]
    data: { provider: { id: string } }[]
  }>('/v1/therapists/match', { childId })
  expect([status, body.needs]).toEqual([201, ['speech_sounds']])
  expect(JSON.stringify(body)).toContain(providerId)
})

test('a PATCH that refuses a member names the operation that accepts it', async () => {
  const { id } = await create(client, '/v1/appointments', {
    childId: (await newChild(client)).id,
    providerId: (await newProvider(client, { locationIds })).id,
    type: 'THERAPY_SESSION',
    startsAt: '2026-12-03T10:00:00+01:00',
  })
  const refused = await client.patch<{ errors: { path: string; message: string }[] }>(
    `/v1/appointments/${id}`,
    { startsAt: '2026-12-03T11:00:00+01:00', status: 'CANCELLED' },
  )
  expect(refused.status).toBe(400)
  const [startsAt, status] = refused.body.errors
  expect(startsAt).toEqual({
    path: 'startsAt',
    code: 'unknown_member',
    message: 'cannot be changed with PATCH. Use POST /v1/appointments/{id}/reschedule',
  })
  expect(status!.message).toContain('POST /v1/appointments/{id}/cancel')
  expect(status!.message).toContain('POST /v1/appointments/{id}/check-in')
})
