import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, newLocation, newProvider } from '../resources/centre.ts'
import { startApi, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

/** Minutes offered by one provider on a day, with one weekly window and one time off. */
const offered = async (
  timeZone: string,
  day: string,
  window: { weekday: string; startTime: string; endTime: string },
  timeOff?: { startsAt: string; endsAt: string },
): Promise<number> => {
  const client = await api.createTenant()
  const { id: locationId } = await newLocation(client, { timeZone })
  const { id: providerId } = await newProvider(client, { locationIds: [locationId] })
  await create(client, '/v1/schedules', { providerId, locationId, windows: [window] })
  if (timeOff) await create(client, '/v1/time-off', { providerId, ...timeOff })
  const { body } = await client.get<{ data: { amount: number }[] }>(
    `/v1/analytics/records?metric=UTILIZATION&part=DENOMINATOR&startsOn=${day}&endsOn=${day}&locationId=${locationId}`,
  )
  return body.data.reduce((sum, { amount }) => sum + amount, 0)
}

/** Alberta stays at -06 from 1 November 2026 on (tzdata 2026c); older data do not know that. */
test('SQL uses the newest time zone data for hours and time off, whatever PostgreSQL has', async () => {
  const window = { weekday: 'WEDNESDAY', startTime: '09:00', endTime: '12:00' }
  const timeOff = { startsAt: '2027-01-13T09:00:00-06:00', endsAt: '2027-01-13T12:00:00-06:00' }
  expect(await offered('America/Edmonton', '2027-01-13', window)).toBe(180)
  expect(await offered('America/Edmonton', '2027-01-13', window, timeOff)).toBe(0)
})

test('a window in a repeated hour begins at its first occurrence and ends at its last', async () => {
  const sunday = (startTime: string, endTime: string) =>
    offered('Europe/Berlin', '2026-10-25', { weekday: 'SUNDAY', startTime, endTime })
  expect(await sunday('02:30', '03:30')).toBe(120)
  expect(await sunday('01:30', '02:30')).toBe(120)
  expect(await sunday('02:00', '03:00')).toBe(120)
})
