import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advanceProvider } from '#organization/providers/advance-provider.ts'
import { insertProvider } from '#organization/providers/insert-provider.ts'
import { isNpi } from '#organization/providers/is-npi.ts'
import { CreateProvider } from '#organization/providers/schemas.ts'
import type { ProviderStatus } from '#organization/providers/provider-status.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { newProvider, refusal, type Page } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
let client: ApiClient

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

const PROFILE = {
  profession: 'SPEECH_LANGUAGE_PATHOLOGIST',
  npi: '1234567893',
  insurance: { carrier: 'Mutual', policyNumber: 'PL-1', expiresOn: '2027-12-31' },
  ageRange: { fromMonths: 18, toMonths: 144 },
  modalities: ['CLINIC', 'TELEHEALTH'],
  serviceArea: { latitude: 39.7817, longitude: -89.6501, radiusKm: 25 },
  biography: 'Works with children who stutter.',
  photographUrl: 'https://images.example.com/ana.jpg',
  payers: ['Medicaid'],
  acceptsNewClients: false,
  caseloadLimit: 40,
}

const ctx = () =>
  systemContext(api.services.platform, { tenantId: client.tenantId, action: 'test' })

describe('the profile of a provider', () => {
  test('stores what was sent, and a provider of the centre is approved and accepts new children', async () => {
    expect(await newProvider(client)).toMatchObject({
      status: 'APPROVED',
      suspendedAt: null,
      suspensionReason: null,
      modalities: ['CLINIC'],
      acceptsNewClients: true,
      caseloadLimit: null,
      ageRange: null,
      npi: null,
    })
    const { id, ...said } = await newProvider(client, PROFILE)
    expect(said).toMatchObject(PROFILE)
    expect((await client.get(`/v1/providers/${id}`)).body).toMatchObject(PROFILE)
  })

  test('is updated by members, including nested ones, and cleared by null', async () => {
    const { id } = await newProvider(client, { ...PROFILE, npi: null })
    const patch = (json: object) => client.patch<typeof PROFILE>(`/v1/providers/${id}`, json)
    const { body } = await patch({
      insurance: { expiresOn: '2028-12-31' },
      ageRange: { toMonths: null },
      serviceArea: null,
    })
    expect(body).toMatchObject({
      insurance: { ...PROFILE.insurance, expiresOn: '2028-12-31' },
      ageRange: { fromMonths: 18, toMonths: null },
      serviceArea: null,
    })
    const younger = await patch({ ageRange: { fromMonths: 12 }, serviceArea: PROFILE.serviceArea })
    expect(younger.body).toMatchObject({ ageRange: { fromMonths: 12, toMonths: null } })
    await patch({ ageRange: { toMonths: 60 } })
    const older = await patch({ ageRange: { fromMonths: 24 }, serviceArea: null })
    expect(older.body).toMatchObject({ ageRange: { fromMonths: 24, toMonths: 60 } })
    expect(refusal(await patch({ ageRange: { fromMonths: 12, toMonths: 12 } }))).toEqual([
      400,
      'validation_failed',
      'ageRange.toMonths: inverted_range',
    ])
    expect(refusal(await patch({ serviceArea: { latitude: 1 } }))).toEqual([
      400,
      'validation_failed',
      'serviceArea.longitude: required',
      'serviceArea.radiusKm: required',
    ])
  })

  test.each([
    [{ npi: '1234567890' }, 'npi: invalid_format'],
    [{ modalities: [] }, 'modalities: too_few'],
    [{ modalities: ['HOME', 'HOME'] }, 'modalities: invalid_value'],
    [{ profession: 'WIZARD' }, 'profession: invalid_value'],
    [{ ageRange: { fromMonths: 24, toMonths: 12 } }, 'ageRange.toMonths: inverted_range'],
    [
      { serviceArea: { latitude: 91, longitude: 0, radiusKm: 1 } },
      'serviceArea.latitude: too_large',
    ],
    [{ caseloadLimit: -1 }, 'caseloadLimit: too_small'],
    [{ status: 'APPROVED' }, 'status: unknown_member'],
  ])('%j is refused', async (wrong, issue) => {
    const answer = await client.post('/v1/providers', { name: 'Ana Ruiz', ...wrong })
    expect(refusal(answer)).toEqual([400, 'validation_failed', issue])
  })

  test('an identifier belongs to one provider of a centre', async () => {
    const fresh = await api.createTenant()
    await newProvider(fresh, { npi: '1234567893' })
    const again = await fresh.post('/v1/providers', { name: 'Ben Ott', npi: '1234567893' })
    expect(refusal(again)).toEqual([409, 'already_exists', 'npi: already_exists'])
  })

  test('can be filtered by status and profession', async () => {
    const fresh = await api.createTenant()
    const { id } = await newProvider(fresh, { profession: 'AUDIOLOGIST' })
    await newProvider(fresh)
    const found = async (query: string) =>
      (await fresh.get<Page>(`/v1/providers?${query}`)).body.data.map((it) => it.id)
    expect(await found('profession=AUDIOLOGIST')).toEqual([id])
    expect(await found('status=SUSPENDED')).toEqual([])
    expect(await found('status=APPROVED&profession=AUDIOLOGIST')).toEqual([id])
  })
})

test('checks the check digit in the database as in the code', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => String(1_234_567_800 + index))
  const rows = await transact(ctx(), 'providers:write', (tx) => {
    tx.nothingChanged({ type: 'provider', id: 'prv_00000000000000000000000000' })
    return tx.sql<{ npi: string }>(
      'SELECT npi FROM unnest($1::text[]) AS npi WHERE therapy.is_npi(npi)',
      [numbers],
    )
  })
  expect(rows.map(({ npi }) => npi)).toEqual(numbers.filter(isNpi))
  expect(rows).toHaveLength(20)
})

describe('an onboarding', () => {
  const advance = (id: string, status: ProviderStatus) =>
    transact(ctx(), 'providers:write', (tx) => advanceProvider(tx, { id, status }))
  const apply = () =>
    transact(ctx(), 'providers:write', (tx) =>
      insertProvider(tx, CreateProvider.parse({ name: 'Ana Ruiz' }), 'APPLIED'),
    )
  const approvals = (id: string) =>
    api.query(`SELECT payload FROM outbox WHERE type = 'provider.approved' AND subject_id = $1`, [
      id,
    ])

  test('approves at its end, with one event', async () => {
    const { id, status } = await apply()
    expect(status).toBe('APPLIED')
    for (const next of ['DOCUMENTS', 'VERIFICATION', 'APPROVAL'] as const) await advance(id, next)
    expect(await approvals(id)).toEqual([])
    expect(await advance(id, 'APPROVED')).toMatchObject({ status: 'APPROVED', version: 5 })
    expect(await approvals(id)).toEqual([{ payload: { providerId: id } }])
    await expect(advance(id, 'APPROVED')).rejects.toMatchObject({ code: 'invalid_transition' })
    await expect(advance(id, 'SUSPENDED')).rejects.toMatchObject({ code: 'invalid_transition' })
  })

  test('records its steps in the trail', async () => {
    const { id } = await apply()
    await advance(id, 'DOCUMENTS')
    const entries = await client.get<Page>(`/v1/audit-entries?subjectId=${id}`)
    expect(entries.body.data.map(({ changes }) => changes)).toContainEqual({
      status: { from: 'APPLIED', to: 'DOCUMENTS' },
    })
  })
})
