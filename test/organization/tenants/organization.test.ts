import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Organization } from '#organization/tenants/schemas.ts'
import { createWorld } from '../../contract/world.ts'
import { create, newAppointment, newService, refusal } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { joinAs } from '../../staff/support.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const patch = (centre: ApiClient, body: object) =>
  centre.patch<Organization & { code?: string; errors?: { path: string }[] }>(
    '/v1/organization',
    body,
  )

describe('the organization', () => {
  test('shows its settings, and where other settings are changed', async () => {
    const centre = await api.createTenant()
    const { body } = await centre.get<Organization>('/v1/organization')
    expect(body).toMatchObject({
      id: centre.tenantId,
      sessionIdleMinutes: 60,
      sessionLongestHours: 12,
      agents: 'PROPOSE',
    })
    const places = Object.values(body.otherSettings)
    expect(places).toHaveLength(3)
    for (const place of places) {
      const there = await centre.get<object>(place)
      expect(there.status).toBe(200)
      // One place for each setting: the organization does not repeat settings changed elsewhere.
      const repeated = Object.keys(there.body).filter((member) => member in body)
      expect(repeated.toSorted()).toEqual(['createdAt', 'updatedAt', 'version'])
    }
  })

  test('can change its currency until something has a price in another', async () => {
    const centre = await api.createTenant()
    const dollars = await patch(centre, { currency: 'USD' })
    expect(dollars.body).toMatchObject({ currency: 'USD' })
    const service = await newService(centre)
    expect(service).toMatchObject({ currency: 'USD' })
    const refused = await patch(centre, { currency: 'CHF', name: 'Not this either' })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'currency_in_use',
        currency: 'USD',
        prices: [{ type: 'service', id: service.id, name: service.name }],
        orders: 0,
      },
    })
    expect((await centre.get<Organization>('/v1/organization')).body).toEqual(dollars.body)
    const moved = await centre.patch(`/v1/services/${service.id}`, { currency: 'CHF' })
    expect(moved.status).toBe(200)
    expect((await patch(centre, { currency: 'CHF' })).body).toMatchObject({ currency: 'CHF' })
  })

  test('can say that its amounts were meant in the new currency, until there are orders', async () => {
    const centre = await api.createTenant()
    const service = await newService(centre, { code: 'TRIAL' })
    const { body: policy } = await centre.post<{ id: string }>('/v1/cancellation-policies', {
      name: 'Standard',
      windows: [],
    })
    const refused = await patch(centre, { currency: 'USD' })
    expect(refused.body).toMatchObject({
      code: 'currency_in_use',
      prices: [
        { type: 'service', id: service.id },
        { type: 'cancellationPolicy', id: policy.id },
      ],
    })
    const relabelled = await patch(centre, { currency: 'USD', relabelPrices: true })
    expect(relabelled).toMatchObject({ status: 200, body: { currency: 'USD' } })
    const { amount } = service
    const after = await centre.get(`/v1/services/${service.id}`)
    expect(after.body).toMatchObject({ currency: 'USD', amount, version: 2 })
    const policyAfter = await centre.get(`/v1/cancellation-policies/${policy.id}`)
    expect(policyAfter.body).toMatchObject({ currency: 'USD' })
    const audit = await centre.get<{ data: object[] }>(
      `/v1/audit-entries?subjectId=${centre.tenantId}`,
    )
    expect(audit.body.data).toContainEqual(
      expect.objectContaining({
        action: 'patchOrganization',
        changes: {
          currency: { from: 'EUR', to: 'USD' },
          also: [service.id, policy.id].map((subjectId) =>
            expect.objectContaining({
              subjectId,
              changes: { currency: { from: 'EUR', to: 'USD' } },
            }),
          ),
        },
      }),
    )
    const appointment = await newAppointment(centre)
    await create(centre, '/v1/orders', { appointmentId: appointment.id })
    const sold = await patch(centre, { currency: 'CHF', relabelPrices: true })
    expect(sold).toMatchObject({ status: 409, body: { code: 'currency_in_use', orders: 1 } })
    const kept = await centre.get(`/v1/services/${service.id}`)
    expect(kept.body).toMatchObject({ currency: 'USD', version: 2 })
  })

  test('keeps the lifetimes of sessions within bounds', async () => {
    const centre = await api.createTenant()
    for (const beyond of [
      { sessionIdleMinutes: 4 },
      { sessionIdleMinutes: 481 },
      { sessionLongestHours: 0 },
      { sessionLongestHours: 25 },
    ])
      expect((await patch(centre, beyond)).body.errors).toMatchObject([
        { path: Object.keys(beyond)[0] },
      ])
    const lengths = { sessionIdleMinutes: 5, sessionLongestHours: 1 }
    expect((await patch(centre, lengths)).status).toBe(200)
    const { user } = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const [session] = await api.query<{ idle: number; hours: number }>(
      `SELECT idle_minutes AS idle, extract(epoch FROM expires_at - created_at)::int / 3600 AS hours
       FROM user_sessions WHERE user_id = $1`,
      [user.id],
    )
    expect(session).toEqual({ idle: 5, hours: 1 })
  })

  test('can disable agents', async () => {
    const centre = await api.createTenant()
    expect((await patch(centre, { agents: 'OFF' })).status).toBe(200)
    const { id } = await createWorld(api, centre).decidingAgent()
    const runs = `/v1/agents/${id}/runs`
    expect(refusal(await centre.post(runs))).toEqual([409, 'agents_off'])
    expect((await patch(centre, { agents: 'PROPOSE' })).status).toBe(200)
    expect((await centre.post(`/v1/agents/${id}/publish`)).status).toBe(200)
    expect((await create(centre, runs, {}))['status']).toBe('RUNNING')
  })

  test('can be changed by administrators and read by everybody', async () => {
    const centre = await api.createTenant()
    const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
    const scheduler = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const name = { name: 'Sunrise' }
    expect((await scheduler.get('/v1/organization')).status).toBe(200)
    expect((await scheduler.patch('/v1/organization', name)).body).toMatchObject({
      code: 'insufficient_role',
    })
    expect((await administrator.patch('/v1/organization', name)).body).toMatchObject(name)
  })
})
