import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChild } from '#people/children/create-child.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { closeProgram } from '#early-intervention/programs/close-program.ts'
import { getProgram } from '#early-intervention/programs/queries.ts'
import { recordEarlyInterventionMilestone } from '#early-intervention/programs/record-early-intervention-milestone.ts'
import { StartProgram } from '#early-intervention/programs/schemas.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { WAKE_SIGNAL } from '../../workflows/signals.ts'
import { timeSkippingServer } from '../support/servers.ts'
import { createGuardian, type Centre } from '../workflows/support.ts'
import { KillableWorld } from './killable-world.ts'

const DAY_MS = 86_400_000
const page = { limit: 100, sort: '-createdAt' } as const

describe.skipIf(!timeSkippingServer())('a program whose worker is killed', () => {
  let world: KillableWorld
  let centre: Centre
  beforeAll(async () => {
    world = await KillableWorld.start()
    centre = world.centre
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const today = () => dateIn(world.clock.now(), 'Europe/Berlin')
  const stepsOf = (id: string) => world.stepsOf(id)
  const until = (isDone: () => Promise<boolean>) => world.until(isDone)
  const days = async (id: string, count: number) =>
    world.passUntil((await world.env.currentTimeMs()) + count * DAY_MS, [id])

  test('runs every step once from the referral to the third birthday', async () => {
    const birthDate = Temporal.PlainDate.from(today()).subtract({ months: 23 }).toString()
    const person = { firstName: 'Lena', lastName: 'W', birthDate }
    const { id: childId } = await createChild(centre.ctx, person)
    await createGuardian({ ...centre, childId }, { name: 'Mara', email: 'mara@example.com' })
    const { id, referralReceivedOn } = await startProgram(
      centre.ctx,
      StartProgram.parse({
        childId,
        referralReceivedOn: today(),
        serviceCoordinatorId: centre.providerId,
      }),
    )
    const handle = await world.startWorkflow(id)
    const reach = async (kind: 'IFSP' | 'CONSENT' | 'SERVICES_STARTED' | 'PERIODIC_REVIEW') => {
      await recordEarlyInterventionMilestone(centre.ctx, {
        id,
        milestone: { kind, occurredOn: today() },
      })
      await handle.signal(WAKE_SIGNAL)
    }
    const settled = async (step: string, status: string) => {
      await until(async () => (await stepsOf(id))[step]?.status !== 'SCHEDULED')
      const { status: actual, outcome } = (await stepsOf(id))[step]!
      expect(`${actual}: ${outcome}`).toContain(status)
    }

    await until(async () => 'ifsp-warning' in (await stepsOf(id)))
    await days(id, 20)
    // Killed while it waits. A step falls due and a milestone is reached without a worker.
    await world.kill()
    await world.untilNext(id)
    await reach('IFSP')
    expect((await stepsOf(id))['ifsp-missed']?.status).toBe('SCHEDULED')
    await world.startWorker()
    await settled('ifsp-missed', 'CANCELLED')
    await reach('CONSENT')
    await days(id, 10)
    await reach('SERVICES_STARTED')
    await settled('services-started-missed', 'CANCELLED')

    // Killed during a step that waits for a lock in its transaction.
    const step = await world.killInNextStep(id)
    expect((await stepsOf(id))[step]?.status).toBe('SCHEDULED')
    await world.startWorker()
    await world.settledStep(id, step)

    await days(id, 150)
    await settled('periodic-review-warning', 'DONE')
    await reach('PERIODIC_REVIEW')
    await until(async () => (await stepsOf(id))['periodic-review-warning']?.status === 'SCHEDULED')
    await days(id, 225)
    await settled('exit-missed', 'DONE')

    const steps = await stepsOf(id)
    expect(steps['transition-plan-missed']).toMatchObject({
      status: 'DONE',
      actionRequired: expect.stringContaining("'transition-plan'") as string,
    })
    expect(steps['periodic-review-warning.1']).toMatchObject({ status: 'DONE' })
    const asked = Object.values(steps).filter(
      (it) => it.step.startsWith('check-in-') && it.status === 'DONE',
    )
    expect(asked.length).toBeGreaterThanOrEqual(12)
    expect(asked[0]!.step > `check-in-${referralReceivedOn}`).toBe(true)
    const { data: messages } = await listMessages(centre.ctx, { ...page, subjectId: id })
    const requests = messages.filter(({ template }) => template === 'family_check_in.request')
    expect(requests).toHaveLength(asked.length)
    const { data: events } = await listEvents(centre.ctx, { ...page, subjectId: id })
    const told = Object.values(steps).filter(
      (it) => /-(warning|missed)(\.\d+)?$/.test(it.step) && it.status === 'DONE',
    )
    expect([...new Set(events.map(({ type }) => type))].toSorted()).toEqual([
      'early_intervention.deadline_at_risk',
      'early_intervention.deadline_missed',
      'program.created',
      'program.milestone_recorded',
      'program.started',
      'program.updated',
    ])
    const coordinators = events
      .filter(({ type }) => type.startsWith('early_intervention.'))
      .map(({ data }) => data['serviceCoordinatorId'])
    expect(new Set(coordinators)).toEqual(new Set([centre.providerId]))
    const reached = ['IFSP', 'CONSENT', 'SERVICES_STARTED', 'PERIODIC_REVIEW']
    expect(events).toHaveLength(told.length + 2 + 2 * reached.length)
    const ofRecord = events.map(({ type }) => type).filter((type) => type.startsWith('program.'))
    expect(ofRecord.toSorted()).toEqual([
      'program.created',
      ...reached.map(() => 'program.milestone_recorded'),
      'program.started',
      ...reached.map(() => 'program.updated'),
    ])

    await closeProgram(centre.ctx, { id, closedOn: today() })
    await handle.signal(WAKE_SIGNAL)
    await handle.result()
    expect(await world.followUpOf(id)).toMatchObject({ status: 'COMPLETED', waitingOn: null })
    const { deadlines } = await getProgram(centre.ctx, { id })
    expect(new Set(deadlines.map(({ status }) => status))).toEqual(
      new Set(['MET', 'MET_LATE', 'NOT_MET']),
    )
  }, 400_000)
})
