import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, dateIn } from '#platform/core/time/time.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { patchProvider } from '#organization/providers/patch-provider.ts'
import { createSession } from '#clinical/sessions/create-session.ts'
import { CreateSession } from '#clinical/sessions/schemas.ts'
import { createTreatmentCycle } from '#receivables/treatment-cycles/create-treatment-cycle.ts'
import { getTreatmentCycle } from '#receivables/treatment-cycles/queries.ts'
import { CreateTreatmentCycle } from '#receivables/treatment-cycles/schemas.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { WAKE_SIGNAL } from '../../../workflows/signals.ts'
import { TASK_QUEUE } from '../../../workflows/task-queues.ts'
import { timeSkippingServer } from '../../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../../workflows/skipped-time.ts'
import { createCentre, eventually, type Centre } from '../../workflows/support.ts'

const ZONE = 'Europe/Berlin'
const page = { limit: 100, sort: '-createdAt' } as const

describe.skipIf(!timeSkippingServer())('a treatment cycle', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let centre: Centre
  let env: TestWorkflowEnvironment
  beforeAll(async () => {
    const world = stack.use(await startSkippedWorld(clock))
    env = world.env
    centre = await createCentre(world.platform, world.database)
    const reachable = { id: centre.providerId, patch: { email: 'ana@example.org' } }
    await patchProvider(centre.ctx, reachable)
  })
  afterAll(() => stack.disposeAsync())

  const today = (days = 0) =>
    Temporal.PlainDate.from(dateIn(clock.now(), ZONE)).add({ days }).toString()

  test('warns as it is used up during half a year, is renewed in time, and closes the day after its end', async () => {
    const { ctx, tenantId, childId, providerId } = centre
    const { id } = await createTreatmentCycle(
      ctx,
      CreateTreatmentCycle.parse({
        childId,
        providerId,
        payer: 'Public insurance',
        authorized: 5,
        startsOn: today(),
        endsOn: today(180),
      }),
    )
    const input = { tenantId, subjectId: id }
    const handle = await env.client.workflow.start('treatmentCycle', {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf('treatmentCycle', input),
      args: [input],
    })
    const followUp = async () => (await listFollowUps(ctx, { ...page, subjectId: id })).data[0]
    const step = async (name: string) =>
      (await followUp())?.steps.find((it) => it.step === name && it.status !== 'SCHEDULED')
    const skipTo = async (instant: number) => {
      await env.sleep(Math.max(instant - (await env.currentTimeMs()), 0) + 10)
      clock.follow(await env.currentTimeMs())
    }
    await eventually(async () => (await followUp())?.waitingOn === 'renewal')
    for (let week = 1; week <= 4; week += 1) {
      await skipTo(clock.now().getTime() + 7 * DAY_MS)
      const startedAt = new Date(clock.now().getTime() - 3_600_000).toISOString()
      const endedAt = clock.now().toISOString()
      await createSession(ctx, CreateSession.parse({ childId, providerId, startedAt, endedAt }))
      await handle.signal(WAKE_SIGNAL)
    }
    const warning = await eventually(() => step('warning-80'))
    expect(warning.outcome).toContain('e-mail to the provider')
    for (const name of ['renewal', 'end']) {
      await eventually(async () => (await followUp())!.waitingOn === name)
      await skipTo(Date.parse((await followUp())!.nextStepAt!))
      await eventually(() => step(name))
    }
    await handle.result()
    expect((await step('renewal'))!.actionRequired).toContain('ask the payer')
    expect(await getTreatmentCycle(ctx, { id })).toMatchObject({ status: 'ENDED', used: 4 })
    const { data } = await listEvents(ctx, { ...page, subjectId: id })
    expect(data.map(({ type }) => type).toReversed()).toEqual([
      'treatment_cycle.created',
      'treatment_cycle.threshold_reached',
      'treatment_cycle.renewal_due',
      'treatment_cycle.ended',
    ])
  })
})
