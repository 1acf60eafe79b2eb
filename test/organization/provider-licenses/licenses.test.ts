import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdsLicense } from '#organization/provider-licenses/load-license-holders.ts'
import type { ProviderLicense } from '#organization/provider-licenses/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { newProvider, refusal } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { createLicenses } from './new-license.ts'

let api: TestApi
let client: ApiClient
let licenses: ReturnType<typeof createLicenses>

const NUMBER_TAKEN = [409, 'already_exists', 'number: already_exists']
// A day that is tomorrow in UTC can still be today for the centre.
const TODAY = '2026-11-23'

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  licenses = createLicenses(client)
  await client.patch('/v1/organization', { defaultTimeZone: 'Pacific/Honolulu' })
})
afterAll(() => api[Symbol.asyncDispose]())

const holds = ({ providerId }: ProviderLicense, more: object = {}) =>
  read(
    systemContext(api.services.platform, { tenantId: client.tenantId, action: 'test' }),
    'provider-licenses:read',
    (reader) =>
      holdsLicense(reader, {
        providerId,
        profession: 'SPEECH_LANGUAGE_PATHOLOGIST',
        state: 'US-IL',
        on: TODAY,
        ...more,
      }),
  )

describe('a license', () => {
  test('counts after verification, in its states, for its profession, while it is valid', async () => {
    const license = await licenses.create({ issuedOn: '2026-11-01', expiresOn: '2026-12-01' })
    expect(license.verification).toEqual({
      status: 'UNVERIFIED',
      method: null,
      verifiedAt: null,
      verifiedBy: null,
      alone: false,
      checkedAt: null,
      source: null,
      note: null,
      evidence: [],
    })
    expect(await holds(license)).toBe(false)

    const { verification } = await licenses.verify(license)
    expect(verification).toMatchObject({
      status: 'VERIFIED',
      method: 'DOCUMENT',
      note: 'Seen',
      verifiedBy: expect.stringMatching(/^key_/) as string,
    })
    expect(verification.verifiedAt).not.toBeNull()
    const found = await Promise.all(
      [
        {},
        { on: '2026-11-01' },
        { on: '2026-11-30' },
        { on: '2026-10-31' },
        { on: '2026-12-01' },
        { state: 'US-WI' },
        { profession: 'OCCUPATIONAL_THERAPIST' },
        { providerId: (await newProvider(client)).id },
      ].map((more) => holds(license, more)),
    )
    expect(found).toEqual([true, true, true, false, false, false, false, false])
  })

  test('does not count after a change until it is verified again', async () => {
    const license = await licenses.verified({ expiresOn: '2027-01-31' })
    const patch = async (json: object) =>
      (await client.patch<ProviderLicense>(`/v1/provider-licenses/${license.id}`, json)).body
    const same = await patch({ expiresOn: '2027-01-31', number: license.number })
    expect(same.verification.status).toBe('VERIFIED')
    expect(await holds(license)).toBe(true)

    const renewed = await patch({ expiresOn: '2029-01-31' })
    expect(renewed.verification).toMatchObject({
      status: 'UNVERIFIED',
      verifiedAt: null,
      note: null,
    })
    expect(await holds(license)).toBe(false)
    await licenses.verify(license)
    expect(await holds(license, { on: '2029-01-30' })).toBe(true)
  })

  test('does not count while it is archived, and counts again when it is restored', async () => {
    const license = await licenses.verified()
    const path = `/v1/provider-licenses/${license.id}`
    await client.post(`${path}/archive`)
    expect(await holds(license)).toBe(false)
    expect(
      (await client.post(`${path}/verify`, { method: 'PHONE', note: 'x' })).body,
    ).toMatchObject({ code: 'record_archived' })
    // Its number is free in the meantime.
    const other = await licenses.create({ number: license.number })
    expect(refusal(await client.post(`${path}/restore`))).toEqual(NUMBER_TAKEN)
    await client.post(`/v1/provider-licenses/${other.id}/archive`)
    await client.post(`${path}/restore`)
    expect(await holds(license)).toBe(true)
  })

  test('has one documented error for each mistake', async () => {
    const license = await licenses.create({ expiresOn: '2026-12-01' })
    const post = async (more: object) =>
      refusal(await client.post('/v1/provider-licenses', { ...(await licenses.body()), ...more }))
    // Today in the centre's time zone.
    expect(await post({ expiresOn: TODAY })).toEqual([
      400,
      'validation_failed',
      'expiresOn: in_the_past',
    ])
    expect(await post({ expiresOn: '2026-11-24' })).toEqual([201, undefined])
    expect(await post({ issuedOn: '2027-11-01', expiresOn: '2027-11-01' })).toEqual([
      400,
      'validation_failed',
      'expiresOn: inverted_range',
    ])
    expect(await post({ number: license.number })).toEqual(NUMBER_TAKEN)
    expect(await post({ state: 'Illinois' })).toEqual([
      400,
      'validation_failed',
      'state: invalid_format',
    ])
    const before = api.clock.now()
    api.clock.set('2026-12-01T11:00:00Z')
    const later = await api.createClient(client.tenantId)
    const answer = await later.post(`/v1/provider-licenses/${license.id}/verify`, {
      method: 'PHONE',
      note: 'Called the board',
    })
    expect(answer.body).toMatchObject({ code: 'license_expired', expiresOn: '2026-12-01' })
    api.clock.set(before)
  })

  test('is filtered by provider, profession and expiry', async () => {
    const license = await licenses.verified({ expiresOn: '2026-12-24', state: 'US-WI' })
    const { id, providerId } = license
    await licenses.create({ expiresOn: '2026-12-26', state: 'US-WI' })
    await licenses.create({ expiresOn: null, state: 'US-WI' })
    const ids = async (query: string) => {
      const { body } = await client.get<{ data: ProviderLicense[] }>(
        `/v1/provider-licenses?${query}`,
      )
      return body.data.map((found) => found.id)
    }
    expect(await ids(`providerId=${providerId}`)).toEqual([id])
    expect(await ids('forState=US-WI&expiresOn[lt]=2026-12-25')).toEqual([id])
    expect(await ids('forState=US-WI&status=VERIFIED')).toEqual([id])
    expect(await ids('forState=US-WI&status=UNVERIFIED')).toHaveLength(2)
    expect(await ids('profession=AUDIOLOGIST')).toEqual([])
  })
})
