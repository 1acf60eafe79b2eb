import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atLocalTime } from '#platform/core/time/time.ts'
import type { ProviderOnboarding } from '#marketplace/provider-onboardings/schemas.ts'
import type { ProviderLicense } from '#organization/provider-licenses/schemas.ts'
import { createRecords } from '../../contract/world/records.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { startApi, type ApiAnswer, type TestApi } from '../../support/api.ts'

let api: TestApi
let world: World
/** As a person other than the approver. */
let starter: Pick<World, 'make'>

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
  starter = createRecords(api, await api.createClient(world.client.tenantId))
})
afterAll(() => api[Symbol.asyncDispose]())

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const year = new Date().getUTCFullYear()
const refusal = ({ status, body }: ApiAnswer) => [status, (body as Json)['code']]
const get = async (id: string) =>
  (await world.client.get<ProviderOnboarding>(`/v1/provider-onboardings/${id}`)).body
const licenseOf = async (id: string) =>
  (await world.client.get<ProviderLicense>(`/v1/provider-licenses/${id}`)).body
const onItem = (id: string, verb: string, body?: object) =>
  world.client.post(`/v1/provider-onboardings/${id}/items/license/${verb}`, body)
const verify = (licenseId: string | null) =>
  world.make(`/v1/provider-licenses/${licenseId}/verify`, {
    method: 'REGISTRY',
    note: 'Looked up.',
  })

let number = 0
/** The license fields of an applicant's page. */
const said = (more: Record<string, string> = {}) => ({
  'license.number': `146.${(number += 1)}`,
  'license.authority': 'Illinois Department of Financial and Professional Regulation',
  'license.state': 'us-il',
  'license.expiresOn': `${year + 2}-10-31`,
  ...more,
})
const start = async () => {
  const plan = await world.make('/v1/onboarding-plans', {
    name: 'Licensed',
    requirements: [{ key: 'license', kind: 'LICENSE', title: 'License' }],
  })
  await world.make(`/v1/onboarding-plans/${plan.id}/publish`)
  const { applicant } = await world.newOnboarding()
  const { id } = await starter.make('/v1/provider-onboardings', {
    planId: plan.id,
    applicant: { ...applicant, profession: 'SPEECH_LANGUAGE_PATHOLOGIST' },
  })
  const link = await world.applicationLink(id)
  const send = (given: Record<string, string>) => api.anonymous().post<Json>(link, given)
  return { id, link, send }
}
const startWith = async (more: Record<string, string> = {}) => {
  const started = await start()
  const answer = await started.send(said(more))
  expect(answer.status, answer.text).toBe(200)
  return { ...started, licenseId: (await get(started.id)).items[0]!.licenseId }
}

describe('a license', () => {
  test('is requested on the page, recorded unverified, and waits for verification', async () => {
    const { id, link, send } = await start()
    const page = await api.anonymous().send({ method: 'GET', path: link, headers: BROWSER })
    for (const label of ['License number', 'Issued by', 'Country and state'])
      expect(page.text).toContain(label)
    expect(page.text).toContain('type="date"')
    expect(page.text).not.toContain('(optional)')
    expect((await send(said({ 'license.number': '146.009812' }))).status).toBe(200)
    const { items, status, providerId } = await get(id)
    expect(status).toBe('VERIFICATION')
    expect(items[0]).toMatchObject({ status: 'PROVIDED', waitingOn: 'VERIFIER', documentId: null })
    expect(await licenseOf(items[0]!.licenseId!)).toMatchObject({
      providerId,
      profession: 'SPEECH_LANGUAGE_PATHOLOGIST',
      number: '146.009812',
      state: 'US-IL',
      verification: { status: 'UNVERIFIED' },
    })
  })

  test('is accepted from its verification until it expires', async () => {
    const { id, licenseId } = await startWith()
    expect(refusal(await onItem(id, 'accept'))).toEqual([409, 'license_not_verified'])
    await verify(licenseId)
    expect((await onItem(id, 'accept')).status).toBe(200)
    const { items, status } = await get(id)
    expect(status).toBe('APPROVAL')
    const expiry = atLocalTime(`${year + 2}-10-31`, '00:00', 'Europe/Berlin')
    expect(items[0]!.expiresAt).toBe(expiry.toISOString())
  })

  test('that was changed or contradicted afterwards does not support an approval', async () => {
    const { id, licenseId } = await startWith()
    await verify(licenseId)
    await onItem(id, 'accept')
    const approve = () => world.client.post(`/v1/provider-onboardings/${id}/approve`)
    await world.client.patch(`/v1/provider-licenses/${licenseId}`, { number: `9.${number}` })
    expect(refusal(await approve())).toEqual([409, 'license_not_verified'])
    await api.query(`UPDATE provider_licenses SET verification_status = 'MISMATCH' WHERE id = $1`, [
      licenseId,
    ])
    expect(refusal(await approve())).toEqual([409, 'license_not_verified'])
    await verify(licenseId)
    const approved = await approve()
    expect(approved.status, approved.text).toBe(200)
  })

  test('that expired after its verification is not accepted', async () => {
    const { id, licenseId } = await startWith()
    await verify(licenseId)
    await api.query(`UPDATE provider_licenses SET expires_on = '2020-01-31' WHERE id = $1`, [
      licenseId,
    ])
    expect(refusal(await onItem(id, 'accept'))).toEqual([409, 'license_expired'])
  })

  test.each([
    ['that has expired', { 'license.expiresOn': '2020-01-31' }, 'license.expiresOn', 'in_the_past'],
    ['without a number', { 'license.number': '' }, 'license.number', 'required'],
    ['of no state', { 'license.state': 'Texas' }, 'license.state', 'invalid_format'],
    ['until no day', { 'license.expiresOn': 'soon' }, 'license.expiresOn', 'invalid_format'],
  ])('%s is refused at its field, and nothing is stored', async (_, more, path, code) => {
    const { id, send } = await start()
    const answer = await send(said(more))
    expect(refusal(answer)).toEqual([400, 'validation_failed'])
    expect(answer.body['errors']).toMatchObject([{ path, code }])
    const { items, providerId } = await get(id)
    expect(items[0]).toMatchObject({ status: 'WAITING', licenseId: null })
    const kept = await world.client.get<{ data: Json[] }>(
      `/v1/provider-licenses?providerId=${providerId}`,
    )
    expect(kept.body.data).toEqual([])
  })

  test('with a number of another provider is refused', async () => {
    await startWith({ 'license.number': '146.777' })
    const { send } = await start()
    const answer = await send(said({ 'license.number': '146.777' }))
    expect(answer.body['errors']).toMatchObject([
      { path: 'license.number', code: 'already_exists' },
    ])
  })

  test('that is returned is corrected, and its old version is archived', async () => {
    const { id, send, licenseId } = await startWith({ 'license.number': '146.888' })
    await onItem(id, 'return', { reason: 'The date is another one.' })
    const renewed = said({
      'license.number': '146.888',
      'license.expiresOn': `${year + 3}-10-31`,
    })
    expect((await send(renewed)).status).toBe(200)
    const now = (await get(id)).items[0]!
    expect(now.status).toBe('PROVIDED')
    expect(now.licenseId).not.toBe(licenseId)
    expect((await licenseOf(licenseId!)).archivedAt).not.toBeNull()
    // Submitting it unchanged keeps it and its verification.
    await verify(now.licenseId)
    await onItem(id, 'return', { reason: 'Please look once more.' })
    expect((await send(renewed)).status).toBe(200)
    expect((await get(id)).items[0]!.licenseId).toBe(now.licenseId)
    expect((await onItem(id, 'accept')).status).toBe(200)
  })
})
