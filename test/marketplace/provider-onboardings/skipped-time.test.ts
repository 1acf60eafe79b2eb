import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#platform/core/time.ts'
import type { OpenPlatform } from '#platform/core/platform.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { createOnboardingPlan } from '#marketplace/onboarding-plans/create-onboarding-plan.ts'
import { publishOnboardingPlan } from '#marketplace/onboarding-plans/publish-onboarding-plan.ts'
import { CreateOnboardingPlan } from '#marketplace/onboarding-plans/schemas.ts'
import { acceptOnboardingItem } from '#marketplace/provider-onboardings/accept-onboarding-item.ts'
import { approveProviderOnboarding } from '#marketplace/provider-onboardings/approve-provider-onboarding.ts'
import { inviteApplicant } from '#marketplace/provider-onboardings/invite-applicant.ts'
import {
  getProviderOnboarding,
  loadProviderOnboarding,
} from '#marketplace/provider-onboardings/queries.ts'
import { receiveDocument } from '#marketplace/provider-onboardings/receive-document.ts'
import { startProviderOnboarding } from '#marketplace/provider-onboardings/start-provider-onboarding.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { WAKE_SIGNAL } from '../../../workflows/signals.ts'
import { TASK_QUEUE } from '../../../workflows/task-queues.ts'
import { timeSkippingServer } from '../../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../../workflows/skipped-time.ts'
import { createCentre, eventually, type Centre } from '../../workflows/support.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
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

  test('over most of a year: chased, forgotten, taken up again, out of date, approved, renewed', async () => {
    const { ctx, tenantId } = centre
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
    const input = { tenantId, subjectId: id }
    /** As the relay does: with nothing planned for months no workflow runs. */
    const wake = () =>
      env.client.workflow.signalWithStart('providerOnboarding', {
        taskQueue: TASK_QUEUE,
        workflowId: workflowIdOf('providerOnboarding', input),
        args: [input],
        signal: WAKE_SIGNAL,
        signalArgs: [],
      })
    await wake()
    const followUp = async () => (await listFollowUps(ctx, { ...page, subjectId: id })).data[0]
    const step = async (name: string) =>
      (await followUp())?.steps.find((it) => it.step === name && it.status !== 'SCHEDULED')
    const skipTo = async (instant: number) => {
      await env.sleep(Math.max(instant - (await env.currentTimeMs()), 0) + 10)
      clock.follow(await env.currentTimeMs())
    }
    /** Waits until the step is next, and then for its time. */
    const reach = async (name: string) => {
      await eventually(async () => (await followUp())?.waitingOn === name)
      await skipTo(Date.parse((await followUp())!.nextStepAt!))
      return eventually(() => step(name))
    }
    const provide = () =>
      receiveDocument({ ...ctx, platform }, (reader) => loadProviderOnboarding(reader, id), {
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
    expect((await reach('overdue')).actionRequired).toContain('overdue of the applicant')
    expect((await reach('centre')).actionRequired).toContain('overdue that the centre does')

    // Nobody does anything for months; then the applicant is heard of again.
    await skipTo(clock.now().getTime() + 120 * DAY_MS)
    await inviteApplicant(ctx, { id })
    await wake()
    await eventually(async () => (await followUp())!.steps.some((it) => it.step === 'invitation.1'))
    await eventually(() => step('invitation'))
    await provide()
    await wake()
    expect((await reach('verification')).actionRequired).toContain('waits to be verified')
    await acceptOnboardingItem(ctx, { id, key: 'check' })
    await wake()
    expect(await status()).toBe('VERIFICATION')

    // The interview takes longer than the police check counts.
    await reach('expiry-check')
    expect(await status()).toBe('DOCUMENTS')
    await eventually(() => step('returned-check'))
    await provide()
    await acceptOnboardingItem(ctx, { id, key: 'check' })
    await acceptOnboardingItem(ctx, { id, key: 'interview' })
    await wake()
    expect((await eventually(() => step('approval'))).actionRequired).toContain('its approval')
    await approveProviderOnboarding(ctx, { id })
    const run = await wake()
    expect((await reach('renewal-check')).actionRequired).toContain('runs out in 30 days')
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
  }, 120_000)
})
