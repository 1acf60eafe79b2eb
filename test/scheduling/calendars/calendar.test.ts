import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../support/api.ts'
import { createWorld } from '../../contract/world.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

test('calendar entries contain the names that the caller may read', async () => {
  const client = await api.createTenant()
  const world = createWorld(api, client)
  const appointment = await world.appointment()
  const { startsAt, childId, serviceId } = appointment
  const day = new Date(String(startsAt))
  const path = `/v1/calendar?startsAt[gte]=${day.toISOString()}&startsAt[lt]=${new Date(day.getTime() + 3_600_000).toISOString()}`
  const nameOf = async (at: string) =>
    (await client.get<{ name: string; firstName: string; lastName: string }>(at)).body
  const child = await nameOf(`/v1/children/${String(childId)}`)
  const service = await nameOf(`/v1/services/${String(serviceId)}`)
  const entries = async (caller: { get: typeof client.get }) =>
    (await caller.get<{ appointments: object[] }>(path)).body.appointments
  expect(await entries(client)).toMatchObject([
    {
      id: appointment.id,
      childName: `${child.firstName} ${child.lastName}`,
      providerName: (appointment['provider'] as { name: string }).name,
      serviceName: service.name,
      locationName: expect.any(String),
      roomName: null,
    },
  ])
  const narrow = await api.createClient(client.tenantId, { scopes: ['bookings.read'] })
  expect(await entries(narrow)).toMatchObject([
    { childId, childName: null, serviceName: service.name },
  ])
})
