import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivities, type Activities } from '../../../activities/index.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { checkProviderLicense } from '#organization/provider-licenses/check-provider-license.ts'
import { createProviderLicense } from '#organization/provider-licenses/create-provider-license.ts'
import { getProviderLicense } from '#organization/provider-licenses/queries.ts'
import { verifyProviderLicense } from '#organization/provider-licenses/verify-provider-license.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { CreateProvider } from '#organization/providers/schemas.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { newId } from '#platform/core/records/ids.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { createSandboxGateway } from '../../../providers/payments/sandbox.ts'
import { RegistryUnavailableError } from '../../../providers/registries/license-registry.ts'
import { startRelay } from '../../../relay/relay.ts'
import { anotherNpi } from '../../support/another-npi.ts'
import { createDatabase, temporalAddress } from '../../support/servers.ts'
import {
  createCentre,
  createTestDeliveries,
  eventually,
  openNamespace,
  openTestPlatform,
  startTestWorkers,
  type Centre,
} from '../../workflows/support.ts'

const page = { limit: 100, sort: '-createdAt' } as const

/** From the outbox through Temporal to the sandbox registry, and back into the record. */
describe('the check of a license', () => {
  const stack = new AsyncDisposableStack()
  let platform: OpenPlatform
  let centre: Centre
  let temporal: Awaited<ReturnType<typeof openNamespace>>
  let activities: Activities

  beforeAll(async () => {
    const database = stack.use(await createDatabase())
    platform = stack.use(openTestPlatform(database))
    centre = await createCentre(platform, database)
    temporal = stack.use(await openNamespace(platform, temporalAddress()))
    const deliveries = createTestDeliveries(platform)
    activities = createActivities({ platform, deliveries, gateway: createSandboxGateway() })
    const { namespace, client, connection } = temporal
    stack.use(await startTestWorkers(platform, deliveries, { connection, namespace }))
    stack.use(startRelay({ platform, systemUrl: database.systemUrl, client }))
  })
  afterAll(() => stack.disposeAsync())

  const create = async (
    ending = '',
    { npi, state = 'US-IL' }: { npi?: string | null; state?: string } = {},
  ) => {
    const provider = CreateProvider.parse({
      name: 'Dr. Ana Ruiz',
      npi: npi === undefined ? anotherNpi() : npi,
    })
    const { id: providerId } = await createProvider(centre.ctx, provider)
    return createProviderLicense(centre.ctx, {
      providerId,
      profession: 'SPEECH_LANGUAGE_PATHOLOGIST',
      number: `${newId('request').slice(-12)}${ending}`,
      authority: 'Department of Professional Regulation',
      state,
      issuedOn: null,
      expiresOn: '2099-10-31',
    })
  }
  const get = (id: string) => getProviderLicense(centre.ctx, { id })
  const subject = (id: string) => ({ tenantId: centre.tenantId, subjectId: id })
  /** Once the response is recorded. */
  const checked = async (id: string) => {
    expect((await checkProviderLicense(centre.ctx, { id })).verification.status).toBe('PENDING')
    await eventually(async () => (await get(id)).verification.status !== 'PENDING')
    return (await get(id)).verification
  }
  const run = (id: string) =>
    new MockActivityEnvironment().run(() => activities.checkLicense(subject(id)))
  const giveUp = (id: string) =>
    new MockActivityEnvironment().run(() => activities.giveUpLicenseCheck(subject(id)))
  const asked = async (id: string) => {
    const { data } = await listFollowUps(centre.ctx, { ...page, subjectId: id })
    return data.flatMap(({ steps }) => steps.filter(({ actionRequired }) => actionRequired))
  }
  const changes = async (subjectId: string) =>
    (await listEvents(centre.ctx, { ...page, subjectId })).data.map(({ type }) => type)

  test('verifies a match with the registry once, even if the activity runs twice', async () => {
    const { id } = await create('-awayonce')
    const verification = await checked(id)
    expect(verification).toMatchObject({
      status: 'VERIFIED',
      method: 'REGISTRY',
      verifiedBy: 'platform',
      source: 'sandbox',
      note: null,
    })
    expect(verification.verifiedAt).toBe(verification.checkedAt)
    expect(verification.evidence.map(({ matches }) => matches)).toEqual(Array(6).fill(true))
    const told = await changes(id)
    await run(id)
    await giveUp(id)
    expect((await get(id)).verification).toEqual(verification)
    expect(await changes(id)).toEqual(told)
    expect(await asked(id)).toEqual([])
  })

  test('asks a person about a mismatch until they decide', async () => {
    const { id } = await create('-inactive')
    const verification = await checked(id)
    expect(verification).toMatchObject({ status: 'MISMATCH', verifiedAt: null, source: 'sandbox' })
    expect(verification.evidence.filter(({ matches }) => !matches)).toEqual([
      { field: 'status', expected: 'ACTIVE', found: 'INACTIVE', matches: false },
    ])
    await eventually(async () => (await asked(id)).length === 1)
    const [step] = await asked(id)
    expect(step).toMatchObject({ step: 'mismatch' })
    expect(step!.actionRequired).toContain('a registry has different data on record')

    const note = 'Called the board: a clerical error.'
    await verifyProviderLicense(centre.ctx, { id, method: 'PHONE', note })
    // The registry result stays beside the decision of a person.
    expect((await get(id)).verification).toMatchObject({
      status: 'VERIFIED',
      method: 'PHONE',
      note,
      evidence: verification.evidence,
    })
    await eventually(async () => (await asked(id)).length === 0)
  })

  test('skips a license that a person decided in the meantime', async () => {
    const { id } = await create('-unknown')
    await checkProviderLicense(centre.ctx, { id })
    const { verification } = await verifyProviderLicense(centre.ctx, {
      id,
      method: 'DOCUMENT',
      note: 'Seen',
    })
    await run(id)
    expect((await get(id)).verification.status).toBe(verification.status)
  })

  test('ends after a day without a response, and changes nothing', async () => {
    const { id } = await create('-away')
    await verifyProviderLicense(centre.ctx, { id, method: 'DOCUMENT', note: 'Seen' })
    const { verifiedAt } = (await get(id)).verification
    await checkProviderLicense(centre.ctx, { id })
    // It still counts while the check runs.
    expect((await get(id)).verification).toMatchObject({ status: 'PENDING', verifiedAt })
    await expect(run(id)).rejects.toThrow(RegistryUnavailableError)
    await giveUp(id)
    expect((await get(id)).verification).toMatchObject({ status: 'VERIFIED', verifiedAt })
    await eventually(async () => (await asked(id)).length === 1)
    expect((await asked(id))[0]).toMatchObject({ step: 'unanswered' })

    const { id: other } = await create('-away')
    await checkProviderLicense(centre.ctx, { id: other })
    await giveUp(other)
    expect((await get(other)).verification).toMatchObject({
      status: 'UNVERIFIED',
      verifiedAt: null,
      note: expect.stringContaining('no usable answer') as string,
    })
  })

  test('has one documented error for each mistake', async () => {
    const check = async (id: string) => checkProviderLicense(centre.ctx, { id })
    const withoutNpi = await create('', { npi: null })
    await expect(check(withoutNpi.id)).rejects.toMatchObject({ code: 'license_not_checkable' })
    const abroad = await create('', { state: 'DE-BE' })
    await expect(check(abroad.id)).rejects.toMatchObject({ code: 'license_not_checkable' })
    const { id } = await create('-away')
    await check(id)
    await expect(check(id)).rejects.toMatchObject({ code: 'invalid_transition' })
    await giveUp(id)
    const none = { ...centre.ctx, platform: { ...platform, licenseRegistryName: 'none' } }
    await expect(checkProviderLicense(none, { id })).rejects.toMatchObject({
      code: 'license_not_checkable',
    })
  })
})
