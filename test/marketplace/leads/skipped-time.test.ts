import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenPlatform } from '#platform/core/platform.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { createLead } from '#marketplace/leads/create-lead.ts'
import { getLead } from '#marketplace/leads/queries.ts'
import { CreateLead } from '#marketplace/leads/schemas.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { WAKE_SIGNAL } from '../../../workflows/signals.ts'
import { TASK_QUEUE } from '../../../workflows/task-queues.ts'
import { timeSkippingServer } from '../../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../../workflows/skipped-time.ts'
import { createCentre, eventually, type Centre } from '../../workflows/support.ts'

const page = { limit: 100, sort: '-createdAt' } as const

describe.skipIf(!timeSkippingServer())('a lead whose family never answers', () => {
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

  test('is asked, reminded twice, expires, and is forgotten half a year later', async () => {
    const { ctx, tenantId } = centre
    const { id } = await createLead(
      ctx,
      CreateLead.parse({
        source: 'EMAIL',
        contactName: 'Mara Weiss',
        contactEmail: 'mara@example.org',
      }),
    )
    const input = { tenantId, subjectId: id }
    const run = await env.client.workflow.signalWithStart('leadQualification', {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf('leadQualification', input),
      args: [input],
      signal: WAKE_SIGNAL,
      signalArgs: [],
    })
    const followUp = async () => (await listFollowUps(ctx, { ...page, subjectId: id })).data[0]
    const step = async (name: string) =>
      (await followUp())?.steps.find((it) => it.step === name && it.status === 'DONE')
    /** Waits until the step is next, and then for its time. */
    const reach = async (name: string) => {
      await eventually(async () => (await followUp())?.waitingOn === name)
      const instant = Date.parse((await followUp())!.nextStepAt!)
      await env.sleep(Math.max(instant - (await env.currentTimeMs()), 0) + 10)
      clock.follow(await env.currentTimeMs())
      return eventually(() => step(name))
    }
    await eventually(() => step('begin'))
    await eventually(() => step('questions'))
    for (const name of ['reminder-3d', 'reminder-7d', 'expiry']) await reach(name)
    expect(await getLead(ctx, { id })).toMatchObject({
      status: 'EXPIRED',
      stages: [{ status: 'NEW' }, { status: 'QUALIFYING', clock: 'LATE' }, { status: 'EXPIRED' }],
    })
    const events = await platform.database.system.query<{ type: string }>(
      `SELECT type FROM outbox WHERE tenant_id = $1 AND subject_id = $2 AND kind = 'event' ORDER BY seq`,
      [tenantId, id],
    )
    expect(events.rows.map(({ type }) => type)).toEqual(['lead.created', 'lead.expired'])
    await reach('deletion')
    await run.result()
    expect(await getLead(ctx, { id })).toMatchObject({ contactName: null, contactEmail: null })
    const { data } = await listMessages(ctx, { ...page, subjectId: id })
    expect(data.map(({ template }) => template)).toEqual(Array(3).fill('lead.questions'))
  }, 120_000)
})
