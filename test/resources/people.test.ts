import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../support/api.ts'
import {
  create,
  newChild,
  newClient,
  newProvider,
  refusal,
  type Page,
  type Resource,
} from './centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

describe('custom_fields of a client', () => {
  const centreWithFields = async () => {
    const client = await api.createTenant()
    const fields = [
      { key: 'plan', label: 'Plan', type: 'SELECT', options: ['public', 'private'] },
      { key: 'number', label: 'Number', type: 'TEXT', required: true },
      { key: 'since', label: 'Since', type: 'DATE' },
    ]
    for (const field of fields) await create(client, '/v1/custom-fields', field)
    return client
  }

  test('are validated against the definitions of the centre, and each error names its member', async () => {
    const client = await centreWithFields()
    const answer = await client.post('/v1/clients', {
      name: 'Mara',
      custom_fields: { plan: 'gold', since: '2026-02-30', shoe_size: 38 },
    })
    expect(refusal(answer)).toEqual([
      400,
      'validation_failed',
      'custom_fields.plan: invalid_value',
      'custom_fields.since: invalid_type',
      'custom_fields.shoe_size: unknown_member',
      'custom_fields.number: required',
    ])
  })

  test('are required even if custom_fields is omitted', async () => {
    const client = await centreWithFields()
    expect(refusal(await client.post('/v1/clients', { name: 'Mara' }))).toEqual([
      400,
      'validation_failed',
      'custom_fields.number: required',
    ])
  })

  test('are updated member by member', async () => {
    const client = await centreWithFields()
    const { id } = await newClient(client, { custom_fields: { plan: 'public', number: 'A1' } })
    const patch = (custom_fields: object) =>
      client.patch<Resource>(`/v1/clients/${id}`, { custom_fields })
    expect((await patch({ since: '2026-01-01' })).body['custom_fields']).toEqual({
      plan: 'public',
      number: 'A1',
      since: '2026-01-01',
    })
    expect((await patch({ plan: null, since: null })).body['custom_fields']).toEqual({
      number: 'A1',
    })
    expect(refusal(await patch({ number: null }))).toEqual([
      400,
      'validation_failed',
      'custom_fields.number: required',
    ])
  })

  test('of an archived definition stay, and the rest of the client can still change', async () => {
    const client = await centreWithFields()
    const { id } = await newClient(client, { custom_fields: { number: 'A1', plan: 'public' } })
    const { data } = (await client.get<Page>('/v1/custom-fields')).body
    const plan = data.find((field) => field['key'] === 'plan')!
    await client.post(`/v1/custom-fields/${plan.id}/archive`)
    const changed = await client.patch<Resource>(`/v1/clients/${id}`, {
      phone: '030 1',
      custom_fields: { number: 'A2' },
    })
    expect(changed.body['custom_fields']).toEqual({ number: 'A2', plan: 'public' })
  })

  test('are limited to 50 definitions', async () => {
    const client = await api.createTenant()
    const define = (at: number) =>
      client.post('/v1/custom-fields', { key: `f${at}`, label: 'F', type: 'TEXT' })
    for (let at = 0; at < 50; at += 1) expect((await define(at)).status).toBe(201)
    expect(refusal(await define(50))).toEqual([409, 'too_many_custom_fields'])
  })
})

describe("a client's address", () => {
  test('is merged by a patch, must stay complete, and is removed by null', async () => {
    const client = await api.createTenant()
    const address = { line1: 'A 1', line2: 'Hof', city: 'B', postalCode: '10969', country: 'DE' }
    const { id } = await newClient(client, { address })
    const patch = (value: object | null) =>
      client.patch<Resource>(`/v1/clients/${id}`, { address: value })
    expect((await patch({ city: 'C', line2: null })).body['address']).toEqual({
      line1: 'A 1',
      city: 'C',
      postalCode: '10969',
      country: 'DE',
    })
    expect((await patch(null)).body['address']).toBeNull()
    expect(refusal(await patch({ city: 'C' }))).toEqual([
      400,
      'validation_failed',
      'address.line1: required',
      'address.postalCode: required',
      'address.country: required',
    ])
  })
})

describe('children', () => {
  test('are announced by id only when they are registered', async () => {
    const client = await api.createTenant()
    const { id } = await newChild(client, { fundingProgram: 'EARLY_INTERVENTION' })
    const events = await api.query(
      `SELECT payload FROM outbox WHERE kind = 'event' AND type = 'child.registered' AND subject_id = $1`,
      [id],
    )
    expect(events).toEqual([{ payload: { childId: id } }])
  })

  test('have neither name nor birth date in the audit trail', async () => {
    const client = await api.createTenant()
    const { id } = await newChild(client, { firstName: 'Leopoldine', birthDate: '2019-07-13' })
    await client.patch(`/v1/children/${id}`, { lastName: 'Wagenknecht' })
    const rows = await api.query<{ changes: unknown }>(
      'SELECT changes FROM audit_entries WHERE tenant_id = $1 AND subject_id = $2',
      [client.tenantId, id],
    )
    expect(rows).toHaveLength(2)
    const text = JSON.stringify(rows)
    expect(text).not.toMatch(/Leopoldine|2019-07-13|Wagenknecht/)
    expect(text).toContain('withheld')
  })

  test('cannot be born tomorrow', async () => {
    const client = await api.createTenant()
    const tomorrow = new Date(api.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    const answer = await client.post('/v1/children', {
      firstName: 'L',
      lastName: 'W',
      birthDate: tomorrow,
    })
    expect(refusal(answer)).toEqual([400, 'validation_failed', 'birthDate: in_the_future'])
  })

  test('are filtered by provider, program and guardian', async () => {
    const client = await api.createTenant()
    const { id: primaryProviderId } = await newProvider(client)
    const mine = await newChild(client, { primaryProviderId, fundingProgram: 'SCHOOL_AGE' })
    await newChild(client)
    const { id: clientId } = await newClient(client)
    const guardianship = await create(client, '/v1/guardianships', {
      childId: mine.id,
      clientId,
      relationship: 'mother',
    })
    const found = async (query: string) =>
      (await client.get<Page>(`/v1/children?${query}`)).body.data.map((it) => it.id)
    expect(await found(`primaryProviderId=${primaryProviderId}`)).toEqual([mine.id])
    expect(await found('fundingProgram=SCHOOL_AGE')).toEqual([mine.id])
    expect(await found(`clientId=${clientId}`)).toEqual([mine.id])
    await client.post(`/v1/guardianships/${guardianship.id}/end`)
    expect(await found(`clientId=${clientId}`)).toEqual([])
  })

  test('are sorted by birth date and paged in that order', async () => {
    const client = await api.createTenant()
    const dates = ['2020-03-01', '2018-01-01', '2020-03-01', '2022-12-31']
    for (const birthDate of dates) await newChild(client, { birthDate })
    const first = (await client.get<Page>('/v1/children?sort=-birthDate&limit=2')).body
    const second = (
      await client.get<Page>(`/v1/children?sort=-birthDate&limit=2&cursor=${first.nextCursor}`)
    ).body
    const walked = [...first.data, ...second.data].map((child) => child['birthDate'])
    expect(walked).toEqual(dates.toSorted().toReversed())
  })
})

describe('guardianships', () => {
  const family = async () => {
    const client = await api.createTenant()
    const ids = { childId: (await newChild(client)).id, clientId: (await newClient(client)).id }
    return { client, ids }
  }

  test('exist once at a time per client and child', async () => {
    const { client, ids } = await family()
    const { id } = await create(client, '/v1/guardianships', { ...ids, relationship: 'mother' })
    const again = () => client.post('/v1/guardianships', { ...ids, relationship: 'mother' })
    expect(refusal(await again())).toEqual([409, 'already_exists', 'clientId: already_exists'])
    await client.post(`/v1/guardianships/${id}/end`)
    expect((await again()).status).toBe(201)
  })

  test('that ended cannot change or end again, and are listed on request', async () => {
    const { client, ids } = await family()
    const { id } = await create(client, '/v1/guardianships', { ...ids, relationship: 'uncle' })
    const path = `/v1/guardianships/${id}`
    expect((await client.patch(path, { billing: true })).body).toMatchObject({ billing: true })
    expect((await client.post(`${path}/end`)).body).toMatchObject({ endedAt: expect.any(String) })
    expect(refusal(await client.post(`${path}/end`))).toEqual([409, 'invalid_transition'])
    expect(refusal(await client.patch(path, { legal: true }))).toEqual([409, 'invalid_transition'])
    const listed = async (query: string) =>
      (await client.get<Page>(`/v1/guardianships?childId=${ids.childId}${query}`)).body.data.length
    const found = [await listed(''), await listed('&ended=true'), await listed('&ended=false')]
    expect(found).toEqual([1, 1, 0])
  })
})
