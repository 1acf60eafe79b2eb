/** A world in which hours pass in milliseconds: a time-skipping server and a clock that follows it. */
import { activityInfo } from '@temporalio/activity'
import type { WorkflowHandle } from '@temporalio/client'
import proto from '@temporalio/proto'
import type { WorkerOptions } from '@temporalio/worker'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import type { Clock } from '#platform/core/time/clock.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import type { Mailer } from '../../providers/mail/index.ts'
import { encryptedDataConverter, searchAttributeTypes } from '../../providers/temporal/index.ts'
import { createDatabase, timeSkippingServer, type TestDatabase } from '../support/servers.ts'
import { createTestDeliveries, eventually, openTestPlatform, startTestWorkers } from './support.ts'

export interface SkippedWorld extends AsyncDisposable {
  database: TestDatabase
  platform: OpenPlatform
  env: TestWorkflowEnvironment
}

/** A database, a time-skipping server, a clock that follows it, and workers. */
export const startSkippedWorld = async (
  clock: FollowingClock,
  { mailer, modelHosts }: { mailer?: Mailer; modelHosts?: readonly string[] } = {},
): Promise<SkippedWorld> => {
  await using started = new AsyncDisposableStack()
  const database = started.use(await createDatabase())
  const platform = started.use(openTestPlatform(database, clock, modelHosts))
  const env = await skippingEnvironment(platform.cipher.keys)
  started.defer(() => env.teardown())
  const deliveries = createTestDeliveries(platform)
  started.use(
    await startTestWorkers(platform, deliveries, {
      connection: env.nativeConnection,
      interceptors: clock.interceptors!,
      ...(mailer && { mailer }),
    }),
  )
  clock.follow(await env.currentTimeMs())
  const stack = started.move()
  return { database, platform, env, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** The SDK gives the server five seconds to start, too few for a JVM on a busy machine. */
const TRIES = 5

export const skippingEnvironment = async (
  keys: ReadonlyMap<string, Buffer>,
): Promise<TestWorkflowEnvironment> => {
  // Compiled once with light optimization: the JVM starts in a third of the time.
  process.env['JAVA_TOOL_OPTIONS'] ??= '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
  for (let left = TRIES; ; left--) {
    try {
      const env = await TestWorkflowEnvironment.createTimeSkipping({
        client: { dataConverter: encryptedDataConverter(keys) },
        server: { executable: { type: 'existing-path', path: timeSkippingServer()! } },
      })
      // The server cannot list them, which registerSearchAttributes does first.
      const { operatorService } = env.connection
      await operatorService.addSearchAttributes({
        namespace: 'default',
        searchAttributes: searchAttributeTypes,
      })
      return env
    } catch (error) {
      if (left <= 1) throw error
    }
  }
}

/**
 * Terminates a waiting run. During an activity or workflow task the server stops its time, and terminating the
 * run then would stop it permanently.
 */
export const endWaiting = async (run: WorkflowHandle): Promise<void> => {
  await eventually(() => isAtRest(run))
  await run.terminate()
}

const { EventType } = proto.temporal.api.enums.v1
/** The last event of a waiting workflow; a workflow with a pending task ends with that task. */
const AT_REST: ReadonlySet<number> = new Set([
  EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
  EventType.EVENT_TYPE_TIMER_STARTED,
  EventType.EVENT_TYPE_TIMER_CANCELED,
  EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES,
  EventType.EVENT_TYPE_WORKFLOW_PROPERTIES_MODIFIED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
])

/** Whether a run has nothing in progress. This server's description does not show workflow tasks. */
export const isAtRest = async (run: WorkflowHandle): Promise<boolean> => {
  const { raw } = await run.describe()
  const { events } = await run.fetchHistory()
  return !raw.pendingActivities?.length && AT_REST.has(events?.at(-1)?.eventType ?? 0)
}

/** The platform's clock: the server's time at the last look, plus real time since. */
export class FollowingClock implements Clock {
  #offsetMs = 0

  now(): Date {
    return new Date(Date.now() + this.#offsetMs)
  }

  follow(serverTimeMs: number): void {
    this.#offsetMs = Math.max(this.#offsetMs, serverTimeMs - Date.now())
  }

  /** Sets the clock at the start of every activity, when the domain reads the time. */
  get interceptors(): WorkerOptions['interceptors'] {
    return {
      activity: [
        () => ({
          inbound: {
            execute: (input, next) => {
              this.follow(activityInfo().currentAttemptScheduledTimestampMs)
              return next(input)
            },
          },
        }),
      ],
    }
  }
}
