import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
} from '../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

/** A child with a legal guardian. */
const family = async (client: ApiClient) => {
  const { id: childId } = await newChild(client)
  const { id: grantedById } = await newClient(client)
  await create(client, '/v1/guardianships', {
    childId,
    clientId: grantedById,
    relationship: 'mother',
    legal: true,
  })
  return { childId, grantedById }
}

const consentOf = (ids: object, more = {}) => ({
  ...ids,
  kind: 'TREATMENT',
  grantedAt: '2026-11-20T10:00:00+01:00',
  evidence: 'Signed form.',
  ...more,
})

describe('a consent', () => {
  test('is given by a legal guardian, expires, and is revoked with a reason', async () => {
    const client = await api.createTenant()
    const ids = await family(client)
    const expiresAt = '2027-11-20T10:00:00+01:00'
    const consent = await create(client, '/v1/consents', consentOf(ids, { expiresAt }))
    expect(consent).toMatchObject({ status: 'ACTIVE', expiresAt: '2027-11-20T09:00:00.000Z' })
    const expired = await create(
      client,
      '/v1/consents',
      consentOf(ids, { expiresAt: '2026-11-21T10:00:00+01:00' }),
    )
    expect(expired).toMatchObject({ status: 'EXPIRED' })
    const listed = async (query: string) =>
      (await client.get<Page>(`/v1/consents?${query}`)).body.data.map(({ id }) => id)
    expect(await listed('expiresAt[lt]=2027-01-01T00:00:00Z')).toEqual([expired.id])

    const path = `/v1/consents/${consent.id}/revoke`
    expect((await client.post(path, { reason: 'By letter.' })).body).toMatchObject({
      status: 'REVOKED',
      revokeReason: 'By letter.',
    })
    expect(refusal(await client.post(path, { reason: 'Again.' }))).toEqual([
      409,
      'invalid_transition',
    ])
    expect(await listed('status=REVOKED')).toEqual([consent.id])
    expect(await listed('status=REVOKED,EXPIRED&sort=createdAt')).toHaveLength(2)
    expect(await listed('status=ACTIVE')).toEqual([])
  })

  test.each([
    [{ grantedAt: '2027-01-01T00:00:00Z' }, 'grantedAt: in_the_future'],
    [{ expiresAt: '2026-11-20T10:00:00+01:00' }, 'expiresAt: inverted_range'],
  ])('%j is refused: %s', async (more, issue) => {
    const client = await api.createTenant()
    const body = consentOf(await family(client), more)
    expect(refusal(await client.post('/v1/consents', body))).toEqual([
      400,
      'validation_failed',
      issue,
    ])
  })

  test('cannot be given by a client who is not, or no longer, a legal guardian', async () => {
    const client = await api.createTenant()
    const { childId } = await family(client)
    const { id: grantedById } = await newClient(client)
    const refused = [400, 'validation_failed', 'grantedById: not_a_guardian']
    const grant = () => client.post('/v1/consents', consentOf({ childId, grantedById }))
    expect(refusal(await grant())).toEqual(refused)
    const ids = { childId, clientId: grantedById, relationship: 'aunt' }
    const guardianship = await create(client, '/v1/guardianships', ids)
    expect(refusal(await grant())).toEqual(refused)
    const path = `/v1/guardianships/${guardianship.id}`
    await client.patch(path, { legal: true })
    expect((await grant()).status).toBe(201)
    await client.post(`${path}/end`)
    expect(refusal(await grant())).toEqual(refused)
  })
})

describe('a service that requires consents', () => {
  const centre = async () => {
    const client = await api.createTenant()
    const ids = await family(client)
    const service = await newService(client, { requiredConsents: ['TREATMENT', 'TELEHEALTH'] })
    const { id: locationId } = await newLocation(client)
    const { id: providerId } = await newProvider(client, { locationIds: [locationId] })
    const booking = (startsAt: string) => ({
      childId: ids.childId,
      providerId,
      type: 'THERAPY_SESSION',
      startsAt,
    })
    const book = (startsAt = '2026-12-01T10:00:00+01:00') =>
      client.post<{ id: string; missing: string[] }>('/v1/appointments', booking(startsAt))
    return { client, ids, service, book }
  }

  test('cannot be booked without them, and the error lists what is missing', async () => {
    const { client, ids, book } = await centre()
    const first = await book()
    expect(refusal(first)).toEqual([409, 'consent_missing'])
    expect(first.body.missing).toEqual(['TELEHEALTH', 'TREATMENT'])
    await create(client, '/v1/consents', consentOf(ids))
    expect((await book()).body.missing).toEqual(['TELEHEALTH'])
    const telehealth = await create(client, '/v1/consents', consentOf(ids, { kind: 'TELEHEALTH' }))
    expect((await book()).status).toBe(201)
    await client.post(`/v1/consents/${telehealth.id}/revoke`, { reason: 'By letter.' })
    expect((await book('2026-12-02T10:00:00+01:00')).body.missing).toEqual(['TELEHEALTH'])
  })

  test('requires them at the time of the appointment, even after a reschedule', async () => {
    const { client, ids, book } = await centre()
    await create(client, '/v1/consents', consentOf(ids))
    const expiresAt = '2026-12-15T00:00:00+01:00'
    await create(client, '/v1/consents', consentOf(ids, { kind: 'TELEHEALTH', expiresAt }))
    const { id } = (await book()).body
    expect((await book('2026-12-16T10:00:00+01:00')).body.missing).toEqual(['TELEHEALTH'])
    const moved = await client.post<{ missing: string[] }>(`/v1/appointments/${id}/reschedule`, {
      startsAt: '2026-12-16T10:00:00+01:00',
    })
    expect(refusal(moved)).toEqual([409, 'consent_missing'])
    expect(moved.body.missing).toEqual(['TELEHEALTH'])
    await create(client, '/v1/consents', consentOf(ids, { kind: 'TELEHEALTH' }))
    expect((await book('2026-12-16T10:00:00+01:00')).status).toBe(201)
  })

  test('shows the requirement and can drop it', async () => {
    const { client, service, book } = await centre()
    expect(service['requiredConsents']).toEqual(['TREATMENT', 'TELEHEALTH'])
    await client.patch(`/v1/services/${service.id}`, { requiredConsents: [] })
    expect((await book()).status).toBe(201)
  })
})
