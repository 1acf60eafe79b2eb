import { globSync, readFileSync } from 'node:fs'
import { msToTs } from '@temporalio/common/lib/time.js'
import type { temporal } from '@temporalio/proto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/core/records/ids.ts'
import { workflowIdFor } from '#platform/core/workflow-kinds/workflows.ts'
import { WORKFLOWS } from '#registry/workflows.ts'
import { activitiesByQueue } from '../../activities/by-queue.ts'
import { createActivities } from '../../activities/index.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'
import { dispatch } from '../../relay/dispatch.ts'
import { taskQueueOf } from '../../workflows/task-queues.ts'
import { createDatabase, temporalAddress } from '../support/servers.ts'
import { createTestDeliveries, openNamespace, openTestPlatform } from './support.ts'

/**
 * Centres take turns at all shared resources. The order is read from the server: tasks are taken one by one,
 * like a worker. Webhooks have their own turns (domain/webhooks/README.md).
 */

/** Work of the busy centre that exists before the other's. */
const BACKLOG = 12
/**
 * The other's work is taken after at most this many tasks, because the server may have loaded a few before that
 * work came. Without turns it would be last.
 */
const LATEST = 4

const [BUSY, NEIGHBOUR] = [newId('tenant'), newId('tenant')]
const IDENTITY = 'turns'
/** The server holds a poll for at most a minute. */
const POLL_MS = 70_000

const stack = new AsyncDisposableStack()
let temporalSide: Awaited<ReturnType<typeof openNamespace>>
let queues: Record<string, object>

beforeAll(async () => {
  const database = stack.use(await createDatabase())
  const platform = stack.use(openTestPlatform(database))
  temporalSide = stack.use(await openNamespace(platform, temporalAddress()))
  const deliveries = createTestDeliveries(platform)
  queues = activitiesByQueue(
    createActivities({ platform, deliveries, gateway: createSandboxGateway() }),
  )
})
afterAll(() => stack.disposeAsync())

type Definition = (typeof WORKFLOWS)[keyof typeof WORKFLOWS]
type PolledWorkflow = temporal.api.workflowservice.v1.PollWorkflowTaskQueueResponse

/** Starts a workflow per subject like the relay, all of one centre before the other's. */
const startAll = async (workflow: Definition) => {
  const subjects = [...Array.from({ length: BACKLOG }, () => BUSY), NEIGHBOUR].map((tenantId) => ({
    tenantId,
    subjectId: newId(workflow.subjectType),
  }))
  const { client } = temporalSide
  for (const subject of subjects)
    await dispatch(client, { ...subject, workflow, childId: null, action: 'start' })
  return {
    endAll: () =>
      Promise.all(
        subjects.map((subject) =>
          client.workflow.getHandle(workflowIdFor(workflow, subject)).terminate(),
        ),
      ),
  }
}

/** Polls until all scheduled tasks are taken; an empty poll returns without one. */
const takeAll = async <Task extends { taskToken: Uint8Array }>(
  poll: () => Promise<Task>,
): Promise<Task[]> => {
  const taken: Task[] = []
  while (taken.length <= BACKLOG) {
    const task = await temporalSide.client.withDeadline(Date.now() + POLL_MS, poll)
    if (task.taskToken.length > 0) taken.push(task)
  }
  return taken
}

const takeWorkflowTasks = (name: string): Promise<PolledWorkflow[]> => {
  const { client, namespace } = temporalSide
  const request = { namespace, taskQueue: { name }, identity: IDENTITY }
  return takeAll<PolledWorkflow>(() => client.workflowService.pollWorkflowTaskQueue(request))
}

/** The centre of a task. */
const centreOf = (of: { workflowExecution?: { workflowId?: string | null } | null }) =>
  of.workflowExecution?.workflowId?.split('/')[1]

describe.each(Object.entries(WORKFLOWS))('%s', (_, workflow) => {
  test('of another centre starts despite a backlog', async () => {
    const started = await startAll(workflow)
    const taken = await takeWorkflowTasks(taskQueueOf(workflow))
    await started.endAll()
    expect(taken.map(centreOf).indexOf(NEIGHBOUR)).toBeLessThanOrEqual(LATEST)
  })
})

const QUEUES = ['care', 'agents', 'bulk', 'couriers', 'knowledge', 'parsers', 'slow-parsers']

test('every activity queue is listed', () => {
  expect(Object.keys(queues).toSorted()).toEqual(QUEUES.toSorted())
})

test.each(QUEUES)('an activity of another centre starts despite a backlog: %s', async (name) => {
  const { client, namespace } = temporalSide
  const started = await startAll(WORKFLOWS.knowledgeIngestion)
  const tasks = await takeWorkflowTasks(taskQueueOf(WORKFLOWS.knowledgeIngestion))
  const inOrder = tasks.toSorted(
    (a, b) => Number(centreOf(a) === NEIGHBOUR) - Number(centreOf(b) === NEIGHBOUR),
  )
  // Like a workflow that names neither centre nor priority.
  for (const { taskToken } of inOrder)
    await client.workflowService.respondWorkflowTaskCompleted({
      namespace,
      taskToken,
      identity: IDENTITY,
      commands: [
        {
          commandType: SCHEDULE_ACTIVITY,
          scheduleActivityTaskCommandAttributes: {
            activityId: '1',
            activityType: { name: 'anything' },
            taskQueue: { name },
            startToCloseTimeout: msToTs('1 minute'),
            scheduleToCloseTimeout: msToTs('1 minute'),
          },
        },
      ],
    })
  const request = { namespace, taskQueue: { name }, identity: IDENTITY }
  const taken = await takeAll(() => client.workflowService.pollActivityTaskQueue(request))
  await started.endAll()
  expect(taken.map(centreOf).indexOf(NEIGHBOUR)).toBeLessThanOrEqual(LATEST)
})

/** COMMAND_TYPE_SCHEDULE_ACTIVITY_TASK of temporal.api.enums.v1. */
const SCHEDULE_ACTIVITY = 1

/** Activities that may occupy a slot for more than five minutes, and why no other centre waits for them. */
const LONG: Record<string, string> = {
  'webhook-courier':
    'a lease has one of 500 slots, and attempts under way are shared out by centre',
  'person-export': 'one archive is written at once; four centres have to ask before another waits',
  'person-erasure': 'one pass over the tables, each a short transaction; years pass between two',
  maintenance: 'the deployment’s own, of no centre',
}

test('turns are short: no activity occupies a slot for long, except the listed ones', () => {
  const files = globSync('workflows/**/*.ts').filter((file) => !/task-queues/.test(file))
  const limits = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /startToCloseTimeout: '(\d+) (second|minute|hour)s?'/g,
      ),
    ].map(([, count, unit]) => ({
      folder: file.split('/')[1]!,
      seconds: Number(count) * { second: 1, minute: 60, hour: 3_600 }[unit as 'hour'],
    })),
  )
  expect(limits.length).toBeGreaterThan(30)
  const long = limits.filter(({ seconds }) => seconds > 300).map(({ folder }) => folder)
  expect([...new Set(long)].toSorted()).toEqual(Object.keys(LONG).toSorted())
})
