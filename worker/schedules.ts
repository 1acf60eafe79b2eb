import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleDescription,
} from '@temporalio/client'
import { searchAttributes } from '../providers/temporal/index.ts'
import { TASK_QUEUE } from '../workflows/task-queues.ts'
import type * as workflows from '../workflows/index.ts'
import { MINUTE_MS } from '#platform/core/time/time.ts'

/** How long Temporal may take for one schedule, including retries, in milliseconds. */
const DEADLINE_MS = 10_000
const RETRY_MS = 10_000

interface Schedule {
  id: string
  workflow: keyof typeof workflows
  everyMs: number
  /** Offset from the full minute or hour. */
  offsetMs: number
  /** A run missed for longer than this, while Temporal was unavailable, is skipped. */
  catchupWindowMs: number
  /** The note for operators, until one of them pauses the schedule. */
  note: string
}

/**
 * All schedules. Their definitions contain no payload, so no encryption key is needed here after its rotation.
 * Deleting `audit-seals` by hand clears its anchor, which is how sealing resumes after a loss was
 * investigated; the next worker that starts creates it again.
 */
export const SCHEDULES: readonly Schedule[] = [
  {
    id: 'therapy-care/audit-seals',
    workflow: 'sealAuditTrail',
    everyMs: MINUTE_MS,
    offsetMs: 0,
    catchupWindowMs: MINUTE_MS,
    note: 'Seals new entries of the audit trail. Each run receives the previous head.',
  },
  {
    id: 'therapy-care/retention',
    workflow: 'purgeExpired',
    everyMs: 60 * MINUTE_MS,
    // Not at the full hour, when appointments begin.
    offsetMs: 23 * MINUTE_MS,
    catchupWindowMs: 10 * MINUTE_MS,
    note: 'Deletes expired data, and centres that were closed: docs/operations.md has the list.',
  },
  {
    id: 'therapy-care/failing-endpoints',
    workflow: 'disableEndpoints',
    everyMs: 60 * MINUTE_MS,
    offsetMs: 37 * MINUTE_MS,
    catchupWindowMs: 10 * MINUTE_MS,
    note: 'Disables webhook endpoints whose attempts have all failed for five days.',
  },
  {
    id: 'therapy-care/files',
    workflow: 'tidyFiles',
    everyMs: 60 * MINUTE_MS,
    offsetMs: 51 * MINUTE_MS,
    catchupWindowMs: 10 * MINUTE_MS,
    note: 'Removes files that no record names, and reports records without a file. Pause it before you restore a database.',
  },
  {
    id: 'therapy-care/licenses',
    workflow: 'watchLicenses',
    everyMs: 60 * MINUTE_MS,
    offsetMs: 7 * MINUTE_MS,
    catchupWindowMs: 10 * MINUTE_MS,
    note: 'Reminds about expiring licenses, and suspends providers whose license has expired.',
  },
  {
    id: 'therapy-care/embeddings',
    workflow: 'embedKnowledge',
    everyMs: 10 * MINUTE_MS,
    offsetMs: 3 * MINUTE_MS,
    catchupWindowMs: 10 * MINUTE_MS,
    note: 'Embeds documents without vectors of the operator’s model, such as after a change of EMBEDDINGS.',
  },
  {
    id: 'therapy-care/analytics',
    workflow: 'rollUpAnalytics',
    everyMs: MINUTE_MS,
    // Not at the same time as the seals of the audit trail.
    offsetMs: MINUTE_MS / 2,
    catchupWindowMs: MINUTE_MS,
    note: 'Recomputes the analytics of days that changed. While it is paused, figures stay unchanged and say so.',
  },
]

/** Creates the schedules, and retries while Temporal is unavailable. Nothing else waits for it. */
export const startSchedules = ({
  client,
  onError,
}: {
  client: Client
  onError: (error: unknown) => void
}): AsyncDisposable => {
  const stop = new AbortController()
  const { signal } = stop
  const run = async () => {
    while (!signal.aborted) {
      try {
        await client.withAbortSignal(signal, () => ensureSchedules(client))
        return
      } catch (error) {
        if (signal.aborted) return
        onError(error)
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}

/**
 * Creates missing schedules and updates different ones; returns their ids. An unchanged schedule is only read,
 * and one that an operator paused stays paused.
 */
export const ensureSchedules = async (client: Client): Promise<string[]> => {
  const changed: string[] = []
  for (const schedule of SCHEDULES) {
    const deadline = Date.now() + DEADLINE_MS
    if (await client.withDeadline(deadline, () => ensure(client, schedule)))
      changed.push(schedule.id)
  }
  return changed
}

const ensure = async (client: Client, schedule: Schedule): Promise<boolean> => {
  const handle = client.schedule.getHandle(schedule.id)
  try {
    const existing = await handle.describe()
    if (isDeepStrictEqual(definitionIn(existing), definitionOf(schedule))) return false
    await handle.update(({ state }) => ({ ...definitionOf(schedule), state }))
    return true
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error
  }
  try {
    const { id: scheduleId, note } = schedule
    await client.schedule.create({ scheduleId, ...definitionOf(schedule), state: { note } })
    return true
  } catch (error) {
    // Another worker created it first, with the same definition.
    if (error instanceof ScheduleAlreadyRunning) return false
    throw error
  }
}

const definitionOf = ({ id, workflow, everyMs, offsetMs, catchupWindowMs }: Schedule) => ({
  spec: { intervals: [{ every: everyMs, offset: offsetMs }] },
  action: {
    type: 'startWorkflow' as const,
    workflowType: workflow,
    // The server appends the time.
    workflowId: id,
    taskQueue: TASK_QUEUE,
    typedSearchAttributes: [{ key: searchAttributes.kind, value: workflow }],
  },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: catchupWindowMs },
})

type Attributes = ScheduleDescription['action']['typedSearchAttributes']

const pairsOf = (attributes: Attributes) =>
  Array.isArray(attributes) ? attributes : attributes?.getAll()

/** The part of a description that {@link definitionOf} defines, for comparison. */
const definitionIn = ({ spec, action, policies }: ScheduleDescription) => ({
  spec: { intervals: spec.intervals?.map(({ every, offset }) => ({ every, offset: offset ?? 0 })) },
  action: {
    type: action.type,
    workflowType: action.workflowType,
    workflowId: action.workflowId,
    taskQueue: action.taskQueue,
    typedSearchAttributes: pairsOf(action.typedSearchAttributes),
  },
  policies: { overlap: policies.overlap, catchupWindow: policies.catchupWindow },
})
