import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportChildRecord } from '#records/child-records/export-child-record.ts'
import { getChildChart } from '#records/child-records/get-child-chart.ts'
import type { ChildChart, ChildRecord } from '#records/child-records/schemas.ts'
import { create, newChild, newProvider, refusal, type Resource } from '../../resources/centre.ts'
import { actingIn, ALL_PERMISSIONS } from '../../support/acting.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const F80 = { code: 'F80.2', description: 'Mixed language disorder', onsetOn: '2024-09-01' }
const R62 = { code: 'R62.0', description: 'Delayed milestone in childhood', main: true }

const codesIn = async (client: ApiClient, query: string) => {
  const { body } = await client.get<{ data: Resource[] }>(`/v1/diagnoses?${query}`)
  return body.data.map(({ code }) => code)
}

describe('a diagnosis', () => {
  test('is recorded, corrected, resolved and archived', async () => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const { id } = await create(client, '/v1/diagnoses', { childId, ...F80 })
    const path = `/v1/diagnoses/${id}`
    expect((await client.patch(path, { code: 'F80.1', onsetOn: null })).body).toMatchObject({
      code: 'F80.1',
      status: 'ACTIVE',
      onsetOn: null,
      recordedBy: client.clientId,
    })
    const resolved = await client.post(`${path}/resolve`, { resolvedOn: '2026-10-01' })
    expect(resolved.body).toMatchObject({ status: 'RESOLVED', resolvedOn: '2026-10-01' })
    expect(refusal(await client.post(`${path}/resolve`, {}))).toEqual([409, 'invalid_transition'])
    expect(await codesIn(client, `childId=${childId}&status=ACTIVE`)).toEqual([])
    expect(await codesIn(client, `childId=${childId}&code=F80.1`)).toEqual(['F80.1'])
    await client.post(`${path}/archive`)
    expect(await codesIn(client, `childId=${childId}`)).toEqual([])
  })

  test('is resolved today by default', async () => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const { id } = await create(client, '/v1/diagnoses', { childId, ...R62 })
    const { body } = await client.post<Resource>(`/v1/diagnoses/${id}/resolve`, {})
    expect(body['resolvedOn']).toBe('2026-11-24')
  })

  test.each<[string, object, string]>([
    ['a word as its code', { code: 'language' }, 'code: invalid_format'],
    ['a code without its point', { code: 'F802' }, 'code: invalid_format'],
    ['an onset in the future', { onsetOn: '2099-01-01' }, 'onsetOn: in_the_future'],
    ['an onset before birth', { onsetOn: '2001-01-01' }, 'onsetOn: too_early'],
  ])('cannot have %s', async (_, more, issue) => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const answer = await client.post('/v1/diagnoses', { childId, ...F80, ...more })
    expect(refusal(answer)).toEqual([400, 'validation_failed', issue])
  })

  test('cannot end before it began', async () => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const { id } = await create(client, '/v1/diagnoses', { childId, ...F80 })
    const early = await client.post(`/v1/diagnoses/${id}/resolve`, { resolvedOn: '2024-08-31' })
    expect(refusal(early)).toEqual([400, 'validation_failed', 'resolvedOn: inverted_range'])
  })
})

describe('the diagnoses of a child', () => {
  test('are in the chart and the record, the main ones first', async () => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const first = await create(client, '/v1/diagnoses', { childId, ...F80 })
    await create(client, '/v1/diagnoses', { childId, ...R62 })
    const chart = async (it = client) =>
      (await it.get<ChildChart>(`/v1/children/${childId}/chart`)).body.diagnoses
    expect((await chart())?.map(({ code }) => code)).toEqual(['R62.0', 'F80.2'])
    await client.post(`/v1/diagnoses/${first.id}/resolve`, {})
    expect((await chart())?.map(({ code }) => code)).toEqual(['R62.0'])
    const { body } = await client.get<ChildRecord>(`/v1/children/${childId}/record`)
    expect(body.diagnoses?.map(({ code, status }) => [code, status])).toEqual([
      ['R62.0', 'ACTIVE'],
      ['F80.2', 'RESOLVED'],
    ])
  })

  test('are null for somebody who may read the record but no diagnoses', async () => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    await create(client, '/v1/diagnoses', { childId, ...F80 })
    const permissions = new Set([...ALL_PERMISSIONS].filter((it) => !it.startsWith('diagnoses:')))
    const ctx = actingIn(api, client, { permissions })
    expect((await getChildChart(ctx, { id: childId })).diagnoses).toBeNull()
    expect((await exportChildRecord(ctx, { id: childId })).diagnoses).toBeNull()
  })

  test('are seen by those who treat the child only', async () => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const { id: providerId } = await newProvider(client)
    const therapist = await api.createClient(client.tenantId, { providerId })
    const { id } = await create(client, '/v1/diagnoses', { childId, ...F80 })
    expect((await therapist.get(`/v1/diagnoses/${id}`)).status).toBe(404)
    expect(await codesIn(therapist, '')).toEqual([])
    await create(client, '/v1/care-team-members', { childId, providerId, role: 'ASSISTANT' })
    expect(await codesIn(therapist, '')).toEqual(['F80.2'])
  })

  test('follow a merge of duplicates', async () => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const { id: duplicateId } = await newChild(client)
    await create(client, '/v1/diagnoses', { childId: duplicateId, ...F80 })
    const merged = await client.post(`/v1/children/${childId}/merge`, { duplicateId })
    expect(merged.status).toBeLessThan(300)
    expect(await codesIn(client, `childId=${childId}`)).toEqual(['F80.2'])
  })
})
