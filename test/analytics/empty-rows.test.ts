import { afterAll, beforeAll, expect, test } from 'vitest'
import { newLocation } from '../resources/centre.ts'
import { startApi, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

interface Rows {
  data: { startsOn: string; endsOn: string; locationId: string | null; figures: object[] }[]
}

test('locations and periods without figures have rows of zeros, archived locations do not', async () => {
  const client = await api.createTenant()
  const { id: queens } = await newLocation(client, { name: 'Queens' })
  const { id: chicago } = await newLocation(client, { name: 'Chicago' })
  const { id: closed } = await newLocation(client, { name: 'Closed' })
  await client.post(`/v1/locations/${closed}/archive`)
  const read = async (query: string, metric = 'NO_SHOWS') => {
    const { status, body } = await client.get<Rows>(
      `/v1/analytics/locations?startsOn=2026-01-15&endsOn=2026-02-10&metrics=${metric}&${query}`,
    )
    expect(status).toBe(200)
    return body.data
  }
  const zero = [expect.objectContaining({ metric: 'NO_SHOWS', value: 0 })]
  const january = { startsOn: '2026-01-15', endsOn: '2026-01-31' }
  const february = { startsOn: '2026-02-01', endsOn: '2026-02-10' }
  const both = [queens, chicago].toSorted()
  expect(await read('granularity=MONTH')).toMatchObject(
    [january, february].flatMap((days) =>
      both.map((locationId) => ({ ...days, locationId, figures: zero })),
    ),
  )
  expect(await read('granularity=MONTH&groupBy=NONE')).toMatchObject(
    [january, february].map((days) => ({ ...days, locationId: null, figures: zero })),
  )
  expect(await read('granularity=TOTAL')).toHaveLength(2)
  expect(await read('granularity=WEEK&groupBy=NONE')).toHaveLength(5)
  expect(await read('granularity=QUARTER&groupBy=NONE')).toHaveLength(1)
  expect(await read(`granularity=TOTAL&locationId=${queens}`)).toHaveLength(1)
  expect(await read('granularity=MONTH&groupBy=LOCATION,SERVICE')).toEqual([])
  expect(await read('granularity=MONTH&appointmentType=THERAPY_SESSION')).toEqual([])
  // There is no zero without a currency.
  expect(await read('granularity=MONTH', 'REVENUE')).toEqual([])
})
