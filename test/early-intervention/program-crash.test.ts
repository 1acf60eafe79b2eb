import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChild } from '#people/children/create-child.ts'
import { dateIn } from '#platform/core/time.ts'
import type { OpenPlatform } from '#platform/core/platform.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { closeProgram } from '#early-intervention/programs/close-program.ts'
import { getProgram } from '#early-intervention/programs/queries.ts'
import { recordEarlyInterventionMilestone } from '#early-intervention/programs/record-early-intervention-milestone.ts'
import { StartProgram } from '#early-intervention/programs/schemas.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { TASK_QUEUE } from '../../workflows/task-queues.ts'
import { WAKE_SIGNAL } from '../../workflows/signals.ts'
import { createDatabase, timeSkippingServer, type TestDatabase } from '../support/servers.ts'
import { FollowingClock, skippingEnvironment } from '../workflows/skipped-time.ts'
import {
  createCentre,
  createGuardian,
  eventually,
  openTestPlatform,
  type Centre,
} from '../workflows/support.ts'

const DAY_MS = 86_400_000
const page = { limit: 100, sort: '-createdAt' } as const
/** After this Temporal gives up waiting for what a worker that is gone had taken, and hands it to another. */
const TIMEOUT_MS = 31_000
/** …and after this much real time nothing is under way. */
const PATIENCE_MS = 4_000

describe.skipIf(!timeSkippingServer())('a program whose worker is killed on the way', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let database: TestDatabase
  let platform: OpenPlatform
  let centre: Centre
  let env: TestWorkflowEnvironment
  let owner: pg.Client
  let worker: ChildProcess
  beforeAll(async () => {
    database = stack.use(await createDatabase())
    platform = stack.use(openTestPlatform(database, clock))
    env = await skippingEnvironment(platform.cipher.keys)
    stack.defer(() => env.teardown())
    clock.follow(await env.currentTimeMs())
    centre = await createCentre(platform, database)
    owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    stack.defer(() => owner.end())
    await startWorker()
    stack.defer(() => kill())
  })
  afterAll(() => stack.disposeAsync())

  const startWorker = async () => {
    const { appUrl, systemUrl, ownerUrl } = database
    worker = fork(new URL('../workflows/skipping-worker.ts', import.meta.url), {
      env: {
        ...process.env,
        APP_URL: appUrl,
        SYSTEM_URL: systemUrl,
        OWNER_URL: ownerUrl,
        ADDRESS: env.address,
      },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(worker, 'message')
  }
  /** No drain, no goodbye. */
  const kill = async () => {
    if (worker.exitCode !== null || worker.signalCode !== null) return
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }

  const today = () => dateIn(clock.now(), 'Europe/Berlin')
  const followUpOf = async (subject: string) => {
    const { data } = await listFollowUps(centre.ctx, { ...page, subjectId: subject })
    return data[0]
  }
  const stepsOf = async (id: string) =>
    Object.fromEntries(((await followUpOf(id))?.steps ?? []).map((step) => [step.step, step]))
  const pass = async (ms: number) => {
    await env.sleep(Math.max(ms, 0) + 10)
    clock.follow(await env.currentTimeMs())
  }
  /** Waits, and lets the time pass in which Temporal waits for a worker that is gone. */
  const until = (isDone: () => Promise<boolean>) =>
    eventually(
      async () => {
        const patience = Date.now() + PATIENCE_MS
        while (Date.now() < patience) {
          if (await isDone()) return true
          await sleep(50)
        }
        await pass(TIMEOUT_MS)
        return isDone()
      },
      { timeoutMs: 90_000 },
    )
  const settledStep = (id: string, step: string) =>
    until(async () => {
      const record = await followUpOf(id)
      const known = record!.steps.find((it) => it.step === step)
      return known?.status !== 'SCHEDULED' && record!.waitingOn !== step
    })
  // From step to step: a jump over a step would time out the activity that does it.
  const days = async (id: string, count: number) => {
    const end = (await env.currentTimeMs()) + count * DAY_MS
    for (;;) {
      const now = await env.currentTimeMs()
      const { waitingOn, nextStepAt } = (await followUpOf(id))!
      const next = Math.min(nextStepAt ? Date.parse(nextStepAt) : end, end)
      await pass(next - now)
      if (next === end) return
      await settledStep(id, waitingOn!)
    }
  }
  /** Until the step that comes next is due; it is not waited for. */
  const untilNext = async (id: string) => {
    const { waitingOn, nextStepAt } = (await followUpOf(id))!
    await pass(Date.parse(nextStepAt!) - (await env.currentTimeMs()))
    return waitingOn!
  }

  test('from the referral to the third birthday, every step once', async () => {
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
    const input = { tenantId: centre.tenantId, subjectId: id }
    const workflowId = workflowIdOf('earlyInterventionCheckIn', input)
    const handle = await env.client.workflow.start('earlyInterventionCheckIn', {
      taskQueue: TASK_QUEUE,
      workflowId,
      args: [input],
    })
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
    // Killed while it waits. A step falls due and a milestone is reached with nobody there.
    await kill()
    await untilNext(id)
    await reach('IFSP')
    expect((await stepsOf(id))['ifsp-missed']?.status).toBe('SCHEDULED')
    await startWorker()
    await settled('ifsp-missed', 'CANCELLED')
    await reach('CONSENT')
    await days(id, 10)
    await reach('SERVICES_STARTED')
    await settled('services-started-missed', 'CANCELLED')

    // Killed in the middle of a step: it waits for a lock in its transaction.
    await owner.query('BEGIN')
    await owner.query('SELECT 1 FROM early_intervention_programs WHERE id = $1 FOR UPDATE', [id])
    const step = await untilNext(id)
    await until(async () => {
      const { rows } = await owner.query(`SELECT 1 FROM pg_locks WHERE NOT granted`)
      return rows.length > 0
    })
    await kill()
    await owner.query('ROLLBACK')
    expect((await stepsOf(id))[step]?.status).toBe('SCHEDULED')
    await startWorker()
    await settledStep(id, step)

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
    expect(await followUpOf(id)).toMatchObject({ status: 'COMPLETED', waitingOn: null })
    const { deadlines } = await getProgram(centre.ctx, { id })
    expect(new Set(deadlines.map(({ status }) => status))).toEqual(
      new Set(['MET', 'MET_LATE', 'NOT_MET']),
    )
  }, 400_000)
})
