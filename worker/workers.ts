import { setTimeout as sleep } from 'node:timers/promises'
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker'
import { FailureInterceptor } from '../activities/failures.ts'
import { PulseInterceptor } from '../activities/pulse.ts'
import { activitiesByQueue } from '../activities/by-queue.ts'
import type { ActivityDeps } from '../activities/activity-deps.ts'
import { createActivities } from '../activities/index.ts'
import {
  encryptedDataConverter,
  registerSearchAttributes,
  type TemporalConfig,
} from '../providers/temporal/index.ts'
import type { TemporalTracing } from '../providers/telemetry/index.ts'
import {
  AGENT_TASK_QUEUE,
  BULK_TASK_QUEUE,
  COURIER_TASK_QUEUE,
  KNOWLEDGE_TASK_QUEUE,
  PARSER_TASK_QUEUE,
  SLOW_PARSER_TASK_QUEUE,
  TASK_QUEUE,
} from '../workflows/task-queues.ts'
import { workflowBundle } from './bundle.ts'
import { deploymentOptions, type Deployment } from './deployment-options.ts'
import { workersWithOneSandbox } from './shared-sandbox.ts'
import { observeActivities, type ActivityObserver } from './observe-activities.ts'
import type { WorkerSizes } from '#registry/environment/worker-sizes.ts'

/**
 * The interval of heartbeats, because the SDK would delay them for four fifths of their timeout: a pause of the
 * process during the last fifth would then count as its death.
 */
const HEARTBEAT_EVERY_MS = 2_000
/** How long a workflow waits for the worker that has it cached. After that, any worker replays its history. */
const STICKY_MS = 3_000
/** Time for current activities after SIGTERM. */
const DRAIN_MS = 15_000
const RETRY_MS = 2_000

export interface WorkersOptions {
  temporal: TemporalConfig
  deps: ActivityDeps
  /** The payload codec's keys. */
  keys: ReadonlyMap<string, Buffer>
  observer: ActivityObserver
  /** Set if tracing is enabled. */
  tracing: TemporalTracing | undefined
  sizes: WorkerSizes
  /** Undefined: the workers have no version. */
  deployment: Deployment | undefined
  signal: AbortSignal
  /** Called when all workers poll. */
  onPolling: () => void
}

type Bundle = Awaited<ReturnType<typeof workflowBundle>>

/**
 * Runs this process's workers until the signal aborts. Starts them again after Temporal was unavailable for
 * too long.
 */
export const runWorkers = async (options: WorkersOptions): Promise<void> => {
  const { signal, observer } = options
  const { log } = observer
  const bundle = await workflowBundle({ traced: options.tracing !== undefined })
  log.debug(bundle, 'workflow bundle')
  while (!signal.aborted) {
    try {
      await runOnce(options, bundle)
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error }, 'Temporal is not available; trying again')
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

const runOnce = async (options: WorkersOptions, bundle: Bundle): Promise<void> => {
  const { temporal, signal, observer } = options
  const connection = await NativeConnection.connect(temporal.connection)
  try {
    await registerSearchAttributes(connection, temporal.namespace).catch((error: unknown) =>
      observer.log.warn(
        { err: error },
        'search attributes could not be registered; an operator must register them',
      ),
    )
    const workers = await createWorkers(options, connection, bundle)
    const stop = () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
    }
    const running = workers.map((worker) => worker.run().finally(stop))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    options.onPolling()
    // Waits for all of them: a connection must not close while a worker uses it.
    await Promise.allSettled(running)
    signal.removeEventListener('abort', stop)
    await Promise.all(running)
  } finally {
    await connection.close()
  }
}

const createWorkers = async (
  { temporal, deps, keys, observer, tracing, sizes, deployment }: WorkersOptions,
  connection: NativeConnection,
  bundle: Bundle,
): Promise<Worker[]> => {
  const all = createActivities(deps)
  const activities = activitiesByQueue(all)
  // Interactive work does not wait for the longer workflow tasks of the others.
  const Interactive = workersWithOneSandbox(all)
  const Background = workersWithOneSandbox(all)
  const shared = {
    connection,
    namespace: temporal.namespace,
    dataConverter: encryptedDataConverter(keys),
    interceptors: {
      activity: [
        ...(tracing?.activity ?? []),
        observeActivities(observer),
        () => ({ inbound: new FailureInterceptor() }),
        () => ({ inbound: new PulseInterceptor() }),
      ],
    },
    shutdownForceTime: DRAIN_MS,
    ...(deployment && { workerDeploymentOptions: deploymentOptions(deployment, bundle) }),
  } satisfies Partial<WorkerOptions>
  const sizesOf = (queue: 'care' | 'couriers' | 'agents' | 'bulk' | 'knowledge') => ({
    maxCachedWorkflows: sizes[`${queue}.cached`],
    maxConcurrentWorkflowTaskExecutions: sizes[`${queue}.workflows`],
    maxConcurrentActivityTaskExecutions: sizes[`${queue}.activities`],
    maxConcurrentLocalActivityExecutions: sizes[`${queue}.activities`],
  })
  const workflows = { workflowBundle: bundle, ...(tracing && { sinks: tracing.sinks }) }
  return Promise.all([
    Interactive.create({
      ...shared,
      ...workflows,
      taskQueue: TASK_QUEUE,
      activities: activities.care,
      ...sizesOf('care'),
      maxHeartbeatThrottleInterval: HEARTBEAT_EVERY_MS,
      stickyQueueScheduleToStartTimeout: STICKY_MS,
    }),
    Background.create({
      ...shared,
      ...workflows,
      taskQueue: COURIER_TASK_QUEUE,
      activities: activities.couriers,
      ...sizesOf('couriers'),
    }),
    Background.create({
      ...shared,
      ...workflows,
      taskQueue: AGENT_TASK_QUEUE,
      activities: activities.agents,
      ...sizesOf('agents'),
      maxHeartbeatThrottleInterval: HEARTBEAT_EVERY_MS,
      stickyQueueScheduleToStartTimeout: STICKY_MS,
    }),
    Background.create({
      ...shared,
      ...workflows,
      taskQueue: BULK_TASK_QUEUE,
      activities: activities.bulk,
      ...sizesOf('bulk'),
      maxHeartbeatThrottleInterval: HEARTBEAT_EVERY_MS,
      stickyQueueScheduleToStartTimeout: STICKY_MS,
    }),
    Background.create({
      ...shared,
      ...workflows,
      taskQueue: KNOWLEDGE_TASK_QUEUE,
      activities: activities.knowledge,
      ...sizesOf('knowledge'),
      maxHeartbeatThrottleInterval: HEARTBEAT_EVERY_MS,
      stickyQueueScheduleToStartTimeout: STICKY_MS,
    }),
    Worker.create({
      ...shared,
      taskQueue: PARSER_TASK_QUEUE,
      activities: activities.parsers,
      maxConcurrentActivityTaskExecutions: sizes['parsers.activities'],
    }),
    Worker.create({
      ...shared,
      taskQueue: SLOW_PARSER_TASK_QUEUE,
      activities: activities['slow-parsers'],
      maxConcurrentActivityTaskExecutions: sizes['slow-parsers.activities'],
    }),
  ])
}
