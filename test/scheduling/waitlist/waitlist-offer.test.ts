import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { getAppointment } from '#scheduling/appointments/queries.ts'
import { createChild } from '#people/children/create-child.ts'
import { CreateChild } from '#people/children/schemas.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { createWaitlistEntry } from '#scheduling/waitlist/create-waitlist-entry.ts'
import { getWaitlistEntry, listWaitlistOffers } from '#scheduling/waitlist/queries.ts'
import { CreateWaitlistEntry } from '#scheduling/waitlist/schemas.ts'
import type { waitlistOffer } from '../../../workflows/index.ts'
import { TASK_QUEUE } from '../../../workflows/task-queues.ts'
import { timeSkippingServer } from '../../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../../workflows/skipped-time.ts'
import { createCentre, type Centre } from '../../workflows/support.ts'

const HOUR_MS = 3_600_000

describe.skipIf(!timeSkippingServer())('an unanswered slot', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let platform: OpenPlatform
  let centre: Centre
  let env: TestWorkflowEnvironment

  beforeAll(async () => {
    const world = stack.use(await startSkippedWorld(clock))
    ;({ platform, env } = world)
    centre = await createCentre(platform, world.database)
  })
  afterAll(() => stack.disposeAsync())

  test('goes from one family to the next every two hours and ends free', async () => {
    const { ctx, tenantId, childId, providerId } = centre
    clock.follow(await env.currentTimeMs())
    const code = { code: 'ON_LIST', name: 'On the list', durationMinutes: 45, amount: 8500 }
    const service = await createService(ctx, CreateService.parse(code))
    const entries: string[] = []
    for (const firstName of ['Aya', 'Ben', 'Cem']) {
      const person = { firstName, lastName: 'Marker-Surname', birthDate: '2021-04-30' }
      const { id } = await createChild(ctx, CreateChild.parse(person))
      const entry = { childId: id, serviceIds: [service.id] }
      entries.push((await createWaitlistEntry(ctx, CreateWaitlistEntry.parse(entry))).id)
    }
    const startsAt = new Date(clock.now().getTime() + 72 * HOUR_MS)
    const type = 'THERAPY_SESSION' as const
    const { id } = await createAppointment(ctx, { childId, providerId, type, startsAt })
    await cancelAppointment(ctx, { id, initiator: 'CLIENT', reason: 'Ill' })
    const [slot] = await read(ctx, 'appointments:read', (reader) =>
      reader.sql<{ id: string }>('SELECT id FROM freed_slots WHERE appointment_id = $1', [id]),
    )
    const subjectId = slot!.id
    const run = await env.client.workflow.start<typeof waitlistOffer>('waitlistOffer', {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf('waitlistOffer', { tenantId, subjectId }),
      args: [{ tenantId, subjectId }],
    })
    await run.result()

    const query = { limit: 10, sort: 'createdAt', freedSlotId: subjectId } as const
    const { data: offers } = await listWaitlistOffers(ctx, query)
    expect(offers.map(({ entryId }) => entryId)).toEqual(entries)
    for (const { status, createdAt, decidedAt, expiresAt, appointmentId } of offers) {
      expect(status).toBe('EXPIRED')
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(2 * HOUR_MS)
      const late = Date.parse(decidedAt!) - Date.parse(expiresAt)
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThan(60_000)
      expect((await getAppointment(ctx, { id: appointmentId })).status).toBe('EXPIRED')
    }
    for (const entry of entries)
      expect((await getWaitlistEntry(ctx, { id: entry })).status).toBe('WAITING')
    const [followUp] = (
      await listFollowUps(ctx, { limit: 10, sort: '-createdAt', subjectId: subjectId })
    ).data
    expect(followUp).toMatchObject({ status: 'COMPLETED', waitingOn: null })
    expect(followUp!.steps.at(-1)).toMatchObject({
      status: 'SKIPPED',
      outcome: 'nobody on the waitlist can take it',
    })
  })
})
