import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, dateIn } from '#platform/core/time/time.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { createOnboardingPlan } from '#marketplace/onboarding-plans/create-onboarding-plan.ts'
import { publishOnboardingPlan } from '#marketplace/onboarding-plans/publish-onboarding-plan.ts'
import { CreateOnboardingPlan } from '#marketplace/onboarding-plans/schemas.ts'
import { acceptOnboardingItem } from '#marketplace/provider-onboardings/accept-onboarding-item.ts'
import { approveProviderOnboarding } from '#marketplace/provider-onboardings/approve-provider-onboarding.ts'
import { changeOnboarding } from '#marketplace/provider-onboardings/change-onboarding.ts'
import { inviteApplicant } from '#marketplace/provider-onboardings/invite-applicant.ts'
import { itemOf } from '#marketplace/provider-onboardings/onboarding-row.ts'
import { provideLicense } from '#marketplace/provider-onboardings/provide-license.ts'
import {
  getProviderOnboarding,
  loadProviderOnboarding,
} from '#marketplace/provider-onboardings/queries.ts'
import { StartProviderOnboarding } from '#marketplace/provider-onboardings/schemas.ts'
import { startProviderOnboarding } from '#marketplace/provider-onboardings/start-provider-onboarding.ts'
import { verifyProviderLicense } from '#organization/provider-licenses/verify-provider-license.ts'
import { watchLicenses } from '#organization/provider-licenses/watch-licenses.ts'
import { getProvider, loadProvider } from '#organization/providers/queries.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { timeSkippingServer } from '../../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../../workflows/skipped-time.ts'
import { follow } from '../follow.ts'
import { sendDocument } from '../send-document.ts'
import { createCentre, eventually, type Centre } from '../../workflows/support.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const SLP = 'SPEECH_LANGUAGE_PATHOLOGIST'
const page = { limit: 100, sort: '-createdAt' } as const

describe.skipIf(!timeSkippingServer())('an onboarding', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let centre: Centre
  let platform: OpenPlatform
  let env: TestWorkflowEnvironment
  beforeAll(async () => {
    const world = stack.use(await startSkippedWorld(clock))
    ;({ env, platform } = world)
    centre = await createCentre(platform, world.database)
  })
  afterAll(() => stack.disposeAsync())

  test('is reminded, expires, resumes, becomes outdated, is approved and is renewed over most of a year', async () => {
    const { ctx } = centre
    const { id: planId } = await createOnboardingPlan(
      ctx,
      CreateOnboardingPlan.parse({
        name: 'Therapists',
        requirements: [
          { key: 'check', kind: 'DOCUMENT', title: 'Police check', expiresAfterDays: 90 },
          { key: 'interview', kind: 'INTERVIEW', title: 'Interview', dueAfterDays: 30 },
        ],
      }),
    )
    await publishOnboardingPlan(ctx, { id: planId })
    const applicant = { name: 'Ana Ruiz', email: 'ana@example.org' }
    const { id } = await startProviderOnboarding(ctx, {
      planId,
      applicant: { ...applicant, specialties: [], languages: [], locationIds: [] },
    })
    const { wake, followUp, step, skipTo, reach } = follow(
      { env, clock, centre },
      'providerOnboarding',
      id,
    )
    await wake()
    const provide = () =>
      sendDocument({ ...ctx, platform }, (reader) => loadProviderOnboarding(reader, id), {
        field: 'check',
        name: 'Check.pdf',
        contentType: 'application/pdf',
        chunks: (async function* () {
          yield await Promise.resolve(PDF)
        })(),
      })
    const status = async () => (await getProviderOnboarding(ctx, { id })).status

    await eventually(() => step('invitation'))
    for (const name of ['reminder-7d', 'reminder-1d']) await reach(name)
    expect((await reach('overdue')).actionRequired).toContain('overdue from the applicant')
    expect((await reach('centre')).actionRequired).toContain('a task of the centre is overdue')

    await eventually(async () => (await followUp())?.nextStepAt === null)
    expect(await followUp()).toMatchObject({ status: 'ACTIVE', waitingOn: 'applicant' })

    // Nothing happens for months; then the applicant responds again.
    await skipTo(clock.now().getTime() + 120 * DAY_MS)
    await inviteApplicant(ctx, { id })
    await wake()
    await eventually(async () => (await followUp())!.steps.some((it) => it.step === 'invitation.1'))
    await eventually(() => step('invitation'))
    await provide()
    await wake()
    expect((await reach('verification')).actionRequired).toContain('needs verification')
    await acceptOnboardingItem(ctx, { id, key: 'check' })
    await wake()
    expect(await status()).toBe('VERIFICATION')

    // The interview takes longer than the police check is valid.
    await reach('expiry-check')
    expect(await status()).toBe('DOCUMENTS')
    await eventually(() => step('returned-check'))
    await provide()
    await acceptOnboardingItem(ctx, { id, key: 'check' })
    await acceptOnboardingItem(ctx, { id, key: 'interview', note: 'Met.' })
    await wake()
    expect((await eventually(() => step('approval'))).actionRequired).toContain('its approval')
    await approveProviderOnboarding(ctx, { id })
    const run = await wake()
    expect((await reach('renewal-check')).actionRequired).toContain('expires in 30 days')
    await run.result()

    const told = await listMessages(ctx, { ...page, subjectId: id })
    // Invited twice, reminded twice, overdue once, asked again once; then the decision.
    expect(told.data.map((it) => it.template)).toEqual([
      'provider_onboarding.decided',
      ...Array.from({ length: 6 }, () => 'provider_onboarding.request'),
    ])
    expect((await getProviderOnboarding(ctx, { id })).stages.map((it) => it.status)).toEqual([
      'APPLIED',
      'VERIFICATION',
      'DOCUMENTS',
      'VERIFICATION',
      'APPROVAL',
      'APPROVED',
    ])
  })

  test('over two years, has a license that expires before the approval and again afterwards', async () => {
    const { ctx } = centre
    const { id: planId } = await createOnboardingPlan(
      ctx,
      CreateOnboardingPlan.parse({
        name: 'Licensed',
        requirements: [
          { key: 'license', kind: 'LICENSE', title: 'License' },
          { key: 'interview', kind: 'INTERVIEW', title: 'Interview', dueAfterDays: 30 },
        ],
      }),
    )
    await publishOnboardingPlan(ctx, { id: planId })
    const applicant = { name: 'Lea Sommer', email: 'lea@example.org', profession: SLP } as const
    const { id, providerId } = await startProviderOnboarding(
      ctx,
      StartProviderOnboarding.parse({ planId, applicant }),
    )
    const { wake, step, skipTo, reach } = follow({ env, clock, centre }, 'providerOnboarding', id)
    const dayIn = (days: number) => dateIn(new Date(clock.now().getTime() + days * DAY_MS), 'UTC')
    const itemNow = async () => (await getProviderOnboarding(ctx, { id })).items[0]!
    /** Entered by the applicant on their page, and verified by the centre. */
    const license = async (expiresOn: string) => {
      await changeOnboarding(ctx, {
        id,
        work: async (tx, before) => {
          const said = { number: '146.1', authority: 'IDFPR', state: 'US-IL', expiresOn }
          const given = Object.entries(said).map(([member, it]) => [`license.${member}`, it])
          const provider = await loadProvider(tx, before.providerId)
          await provideLicense(tx, itemOf(before, 'license'), provider, Object.fromEntries(given))
          return undefined
        },
      })
      const licenseId = (await itemNow()).licenseId!
      await verifyProviderLicense(ctx, { id: licenseId, method: 'PHONE', note: 'Called.' })
      await acceptOnboardingItem(ctx, { id, key: 'license' })
      await wake()
      return licenseId
    }
    const eventsOf = async (subjectId: string) =>
      (await listEvents(ctx, { ...page, subjectId })).data.map(({ type }) => type).toSorted()

    await wake()
    await eventually(() => step('invitation'))
    const first = await license(dayIn(400))
    await reach('centre')
    await reach('expiry-license')
    expect(await itemNow()).toMatchObject({ status: 'RETURNED' })
    expect((await getProviderOnboarding(ctx, { id })).status).toBe('DOCUMENTS')
    // Applicants are not suspended, because they cannot be booked yet.
    await watchLicenses(platform)
    expect(await eventsOf(first)).toContain('provider_license.expired')
    expect((await getProvider(ctx, { id: providerId })).status).toBe('DOCUMENTS')

    const expiresOn = dayIn(380)
    const second = await license(expiresOn)
    expect(second).not.toBe(first)
    await acceptOnboardingItem(ctx, { id, key: 'interview', note: 'Met.' })
    await approveProviderOnboarding(ctx, { id })
    expect((await getProvider(ctx, { id: providerId })).status).toBe('APPROVED')
    const expiry = Date.parse(`${expiresOn}T12:00:00Z`)
    for (const daysBefore of [90, 60, 30, 7, 0]) {
      await skipTo(expiry - daysBefore * DAY_MS)
      // Running twice a day changes nothing.
      for (const _ of [1, 2]) await watchLicenses(platform)
    }
    const told = await eventsOf(second)
    expect(told.filter((type) => type === 'provider_license.expiring')).toHaveLength(4)
    expect(told.filter((type) => type === 'provider_license.expired')).toHaveLength(1)
    expect(await getProvider(ctx, { id: providerId })).toMatchObject({ status: 'SUSPENDED' })
  })
})
