import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { revokeApiKey } from '#platform/api-keys/revoke-api-key.ts'
import { DEMO_TENANT_ID, seedDemo } from '../../prisma/seed.ts'
import { startApi, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const TABLES = ['tenants', 'locations', 'rooms', 'services', 'providers', 'children', 'clients']
  .concat(['guardianships', 'pets', 'custom_field_definitions', 'api_keys', 'outbox'])
  .concat(['audit_entries', 'cancellation_policies', 'agent_versions'])

const counts = async () => {
  const counted: Record<string, number> = {}
  for (const table of TABLES) {
    const [row] = await api.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = $1`,
      [DEMO_TENANT_ID],
    )
    counted[table] = row!.count
  }
  return counted
}

describe('the demo centre', () => {
  test('is created once with everything for a first booking, and a second run changes nothing', async () => {
    const { platform } = api.services
    const first = await seedDemo(platform)
    expect(first).toMatchObject({
      tenantId: DEMO_TENANT_ID,
      clientId: expect.stringMatching(/^key_/),
      clientSecret: expect.any(String),
    })
    const made = await counts()
    expect(made).toMatchObject({ tenants: 1, locations: 2, providers: 4, children: 10 })
    expect(made).toMatchObject({ api_keys: 1, custom_field_definitions: 4 })
    expect(made).toMatchObject({ cancellation_policies: 1, agent_versions: 1 })

    const again = await seedDemo(platform, { existingClientId: first.clientId })
    expect(again).toEqual({ tenantId: DEMO_TENANT_ID, clientId: first.clientId })
    expect(await counts()).toEqual(made)
  })

  test('gets a new key if the one of the caller is no longer valid', async () => {
    const { platform } = api.services
    const { clientId } = await seedDemo(platform)
    const ctx = systemContext(platform, { tenantId: DEMO_TENANT_ID, action: 'test' })
    await revokeApiKey(ctx, { id: clientId })
    const renewed = await seedDemo(platform, { existingClientId: clientId })
    expect(renewed.clientId).not.toBe(clientId)
    expect(renewed.clientSecret).toEqual(expect.any(String))
  })

  test('has locations in two zones, and prices for its services', async () => {
    await seedDemo(api.services.platform)
    const zones = await api.query(
      'SELECT DISTINCT time_zone AS "timeZone" FROM locations WHERE tenant_id = $1 ORDER BY time_zone',
      [DEMO_TENANT_ID],
    )
    expect(zones).toEqual([{ timeZone: 'America/Los_Angeles' }, { timeZone: 'America/New_York' }])
    const money = await api.query(
      `SELECT DISTINCT l.address->>'country' AS country, s.currency FROM locations l
       JOIN services s USING (tenant_id) WHERE tenant_id = $1`,
      [DEMO_TENANT_ID],
    )
    expect(money).toEqual([{ country: 'US', currency: 'USD' }])
    const services = await api.query(
      `SELECT code FROM services WHERE tenant_id = $1 AND amount_minor > 0
       AND default_for_type AND appointment_type::text = code
       AND code IN ('THERAPY_SESSION', 'EARLY_INTERVENTION', 'ASSESSMENT') ORDER BY code`,
      [DEMO_TENANT_ID],
    )
    expect(services.map((row) => (row as { code: string }).code)).toEqual([
      'ASSESSMENT',
      'EARLY_INTERVENTION',
      'THERAPY_SESSION',
    ])
  })
})
