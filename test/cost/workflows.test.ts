/** What the lifecycles of bookings cost Temporal, counted instead of timed: workflows.md has the limits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { rescheduleAppointment } from '#scheduling/appointments/reschedule-appointment.ts'
import { startRelay } from '../../relay/relay.ts'
import { createDatabase, temporalAddress } from '../support/servers.ts'
import { workOf, WORKFLOW_COUNTERS, type WorkflowWork } from '../support/workflow-work.ts'
import {
  createCentre,
  createTestDeliveries,
  eventually,
  openNamespace,
  openTestPlatform,
  startTestWorkers,
  type Centre,
} from '../workflows/support.ts'
import { budgetIn, type Costs } from './budget.ts'

const HOUR_MS = 3_600_000
const BOOKINGS = 4
/** How much more than the table a history may be long. */
const SCATTER = 1.1

const { read, write } = budgetIn('workflows.md', WORKFLOW_COUNTERS)
const stack = new AsyncDisposableStack()
const measured: Costs<keyof WorkflowWork> = {}
let platform: OpenPlatform
let centre: Centre
let temporal: Awaited<ReturnType<typeof openNamespace>>

beforeAll(async () => {
  const database = stack.use(await createDatabase())
  platform = stack.use(openTestPlatform(database))
  centre = await createCentre(platform, database)
  temporal = stack.use(await openNamespace(platform, temporalAddress()))
  const { client, connection, namespace } = temporal
  stack.use(
    await startTestWorkers(platform, createTestDeliveries(platform), { connection, namespace }),
  )
  stack.use(startRelay({ platform, systemUrl: database.systemUrl, client }))
})
afterAll(async () => {
  if (process.env['WRITE_BUDGET']) await write(measured)
  await stack.disposeAsync()
})

let hours = 0
const later = () => {
  hours += 1
  return new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + (24 * 30 + hours) * HOUR_MS)
}

const book = async (): Promise<string> => {
  const { ctx, childId, providerId } = centre
  const booking = { childId, providerId, type: 'THERAPY_SESSION', startsAt: later() } as const
  const { id } = await createAppointment(ctx, booking)
  await settled(id)
  return id
}

const workflowIdFor = (subjectId: string) =>
  workflowIdOf('appointmentLifecycle', { tenantId: centre.tenantId, subjectId })

const followUpOf = async (subjectId: string) => {
  const page = { limit: 1, sort: '-createdAt', subjectId } as const
  return (await listFollowUps(centre.ctx, page)).data[0]!
}

/** Waits until nothing is left to do for the booking now. */
const settled = (id: string) =>
  eventually(async () => {
    if ((await outboxBacklog(platform)).pending > 0) return false
    const { raw, status } = await temporal.client.workflow.getHandle(workflowIdFor(id)).describe()
    const isBusy = raw.pendingWorkflowTask ?? raw.pendingActivities?.length
    return status.name !== 'RUNNING' || !isBusy
  })

const KINDS: Record<string, (id: string) => Promise<unknown>> = {
  'begin the lifecycle of a booking': () => Promise.resolve(),
  'begin it and reschedule the booking': (id) =>
    rescheduleAppointment(centre.ctx, { id, startsAt: later() }),
  'begin it and cancel the booking': (id) =>
    cancelAppointment(centre.ctx, { id, initiator: 'CLIENT', reason: 'ill' }),
  'begin it and send the first reminder': async (subjectId) => {
    const { id } = await followUpOf(subjectId)
    await runStepNow(centre.ctx, { id, step: 'reminder-48h' })
    await eventually(async () => (await followUpOf(subjectId)).waitingOn === 'reminder-2h')
  },
}

/** A busy machine adds tasks that time out, but seldom to each booking. */
const leastOf = (works: readonly WorkflowWork[]): Record<keyof WorkflowWork, number> => {
  const least = (counter: keyof WorkflowWork) => Math.min(...works.map((work) => work[counter]))
  return {
    workflowTasks: least('workflowTasks'),
    activities: least('activities'),
    historyEvents: least('historyEvents'),
    historyBytes: least('historyBytes'),
    billedActions: least('billedActions'),
  }
}

describe('what Temporal does to', () => {
  test.each(Object.keys(KINDS))('%s is in the budget', async (kind) => {
    const works: WorkflowWork[] = []
    for (let made = 0; made < BOOKINGS; made += 1) {
      const id = await book()
      await KINDS[kind]!(id)
      await settled(id)
      works.push(await workOf(temporal.client, workflowIdFor(id)))
    }
    const work = leastOf(works)
    measured[kind] = work
    if (process.env['WRITE_BUDGET']) return expect(works).not.toEqual([])
    const { historyBytes, ...counts } = work
    const { historyBytes: mostBytes, ...expected } = (await read())[kind]!
    expect(counts).toEqual(expected)
    expect(historyBytes).toBeLessThanOrEqual(mostBytes * SCATTER)
  })
})
