import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLocation } from '#organization/locations/queries.ts'
import { createLocation } from '#organization/locations/create-location.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { startApi, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api[Symbol.asyncDispose]())

test('reads of several tenants in one tick stay separate', async () => {
  const tenants = await Promise.all(Array.from({ length: 6 }, () => api.createTenant()))
  const records = await Promise.all(
    tenants.map(async ({ tenantId }) => {
      const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
      return { ctx, ...(await createLocation(ctx, { name: tenantId, timeZone: 'Europe/Berlin' })) }
    }),
  )
  for (let round = 0; round < 20; round += 1) {
    const found = await Promise.all(records.map(({ ctx, id }) => getLocation(ctx, { id })))
    expect(found.map(({ name }) => name)).toEqual(tenants.map(({ tenantId }) => tenantId))
  }
})
