/** A world in which hours pass in milliseconds: a time-skipping server and a clock that follows it. */
import { activityInfo } from '@temporalio/activity'
import type { WorkflowHandle } from '@temporalio/client'
import type { WorkerOptions } from '@temporalio/worker'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import type { Clock } from '#platform/core/clock.ts'
import type { OpenPlatform } from '#platform/core/platform.ts'
import type { Mailer } from '../../providers/mail/index.ts'
import { encryptedDataConverter, searchAttributeTypes } from '../../providers/temporal/index.ts'
import { createDatabase, timeSkippingServer, type TestDatabase } from '../support/servers.ts'
import { createTestDeliveries, eventually, openTestPlatform, startTestWorkers } from './support.ts'

export interface SkippedWorld extends AsyncDisposable {
  database: TestDatabase
  platform: OpenPlatform
  env: TestWorkflowEnvironment
}

/** A database, a time-skipping server, a clock that follows it, and the workers between them. */
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

/** The SDK gives the server five seconds to start, which a JVM on a busy machine may not make. */
const TRIES = 5

export const skippingEnvironment = async (
  keys: ReadonlyMap<string, Buffer>,
): Promise<TestWorkflowEnvironment> => {
  // Compiled once and lightly: the JVM starts in a third of the time.
  process.env['JAVA_TOOL_OPTIONS'] ??= '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
  for (let left = TRIES; ; left--) {
    try {
      const env = await TestWorkflowEnvironment.createTimeSkipping({
        client: { dataConverter: encryptedDataConverter(keys) },
        server: { executable: { type: 'existing-path', path: timeSkippingServer()! } },
      })
      // It cannot list them, which registerSearchAttributes does first.
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
 * Ends a run that waits. While one of its activities is under way the server holds its time still, and
 * a run that is terminated then leaves it so for good.
 */
export const endWaiting = async (run: WorkflowHandle): Promise<void> => {
  await eventually(async () => {
    const { raw } = await run.describe()
    return !raw.pendingActivities?.length && !raw.pendingWorkflowTask
  })
  await run.terminate()
}

/** The platform's clock: the server's time at the last look, and what has really passed since. */
export class FollowingClock implements Clock {
  #offsetMs = 0

  now(): Date {
    return new Date(Date.now() + this.#offsetMs)
  }

  follow(serverTimeMs: number): void {
    this.#offsetMs = Math.max(this.#offsetMs, serverTimeMs - Date.now())
  }

  /** Sets the clock at the start of every activity: that is where the domain asks for the time. */
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
