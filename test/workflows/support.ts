/** A tenant with everything for a booking, and the parts of a worker, for tests of durable work. */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker'
import pg from 'pg'
import { FailureInterceptor } from '../../activities/failures.ts'
import { PulseInterceptor } from '../../activities/pulse.ts'
import { activitiesByQueue } from '../../activities/by-queue.ts'
import { createActivities } from '../../activities/index.ts'
import { DeliveryScheduler } from '#webhooks/deliveries/delivery-scheduler.ts'
import { createClient } from '#people/clients/create-client.ts'
import type { Clock } from '#platform/core/time/clock.ts'
import { systemContext, type OutsideContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { type OpenPlatform } from '#platform/core/context/platform.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { signingKeyObject } from '#platform/identity/signing-keys.ts'
import type { Mailer } from '../../providers/mail/index.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'
import {
  createTemporalClient,
  encryptedDataConverter,
  registerSearchAttributes,
} from '../../providers/temporal/index.ts'
import { createTransport } from '../../providers/webhooks/attempt.ts'
import { workflowBundle } from '../../worker/bundle.ts'
import { LONGEST_WAIT_MS } from '../support/waits.ts'
import {
  AGENT_TASK_QUEUE,
  BULK_TASK_QUEUE,
  COURIER_TASK_QUEUE,
  KNOWLEDGE_TASK_QUEUE,
  PARSER_TASK_QUEUE,
  SLOW_PARSER_TASK_QUEUE,
  TASK_QUEUE,
} from '../../workflows/task-queues.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128']
/** The prefix of links in messages. */
const PUBLIC_URL = 'https://care.test'
export const ENCRYPTION_KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`

export interface DatabaseUrls {
  ownerUrl: string
  appUrl: string
  systemUrl: string
}

/** The files of a test's database, for its platform and processes. */
export const filesOf = ({ appUrl }: DatabaseUrls): string =>
  path.join(tmpdir(), `therapy-test-files-${path.basename(new URL(appUrl).pathname)}`)

/** Removes its files when it is disposed of. */
export const openTestPlatform = (
  urls: DatabaseUrls,
  clock?: Clock,
  modelHosts: readonly string[] = [],
): OpenPlatform => {
  const filesLocation = filesOf(urls)
  const platform = openPlatform({
    webhookAllowedRanges: LOOPBACK,
    appUrl: urls.appUrl,
    systemUrl: urls.systemUrl,
    poolSize: 5,
    encryptionKeys: ENCRYPTION_KEYS,
    filesLocation,
    ...(clock && { clock }),
    ...(modelHosts.length > 0 && { modelHosts, modelRanges: LOOPBACK }),
  })
  return {
    ...platform,
    [Symbol.asyncDispose]: async () => {
      await platform[Symbol.asyncDispose]()
      await rm(filesLocation, { recursive: true, force: true })
    },
  }
}

/** A centre with one provider and one child, and a context that acts for it. */
export interface Centre {
  ctx: OutsideContext
  tenantId: string
  locationId: string
  providerId: string
  childId: string
}

export const createCentre = async (
  platform: OpenPlatform,
  { ownerUrl }: DatabaseUrls,
  { reminderOffsetsMinutes = [2_880, 120], noShowGraceMinutes = 30 } = {},
): Promise<Centre> => {
  const [tenantId, locationId, providerId, childId] = [
    newId('tenant'),
    newId('location'),
    newId('provider'),
    newId('child'),
  ]
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const now = platform.clock.now()
    await owner.query(
      `INSERT INTO tenants (tenant_id, name, default_time_zone, currency, reminder_offsets_minutes,
         no_show_grace_minutes, created_at, updated_at)
       VALUES ($1, 'Test centre', 'Europe/Berlin', 'EUR', $2, $3, $4, $4)`,
      [tenantId, reminderOffsetsMinutes, noShowGraceMinutes, now],
    )
    await owner.query(
      `INSERT INTO locations (tenant_id, id, name, time_zone, created_at, updated_at)
       VALUES ($1, $2, 'Mitte', 'Europe/Berlin', $3, $3)`,
      [tenantId, locationId, now],
    )
    await owner.query(
      `INSERT INTO providers (tenant_id, id, name, specialties, languages, location_ids, created_at, updated_at)
       VALUES ($1, $2, 'Dr. Ana Ruiz', '{}', '{}', ARRAY[$3], $4, $4)`,
      [tenantId, providerId, locationId, now],
    )
    await owner.query(
      `INSERT INTO children (tenant_id, id, first_name, last_name, birth_date, created_at, updated_at)
       VALUES ($1, $2, 'Mira', 'Marker-Surname', '2021-04-30', $3, $3)`,
      [tenantId, childId, now],
    )
  } finally {
    await owner.end()
  }
  const ctx = systemContext(platform, { tenantId, action: 'test' })
  return { ctx, tenantId, locationId, providerId, childId }
}

/** A legal guardian of the centre's child. */
export const createGuardian = async (
  { ctx, childId }: Pick<Centre, 'ctx' | 'childId'>,
  person: { name: string; email: string | null },
): Promise<string> => {
  const { id: clientId } = await createClient(ctx, person)
  const relationship = 'parent'
  await createGuardianship(ctx, { childId, clientId, relationship, legal: true, billing: false })
  return clientId
}

export const createTestDeliveries = (platform: OpenPlatform): DeliveryScheduler =>
  new DeliveryScheduler({
    platform,
    transport: createTransport({
      policy: platform.webhookAddresses,
      clock: platform.clock,
      userAgent: 'test/1',
    }),
    signingKey: () => signingKeyObject(platform, 'webhook'),
    random: Math.random,
  })

/** The workers of a worker process, on the test's connection. */
export const startTestWorkers = async (
  platform: OpenPlatform,
  deliveries: DeliveryScheduler,
  {
    connection,
    namespace = 'default',
    interceptors,
    mailer,
    maxCachedWorkflows,
  }: {
    connection: NativeConnection
    namespace?: string
    interceptors?: WorkerOptions['interceptors']
    mailer?: Mailer
    maxCachedWorkflows?: number
  },
): Promise<AsyncDisposable> => {
  const gateway = createSandboxGateway()
  const activities = activitiesByQueue(
    createActivities({
      platform,
      deliveries,
      gateway,
      mail: mailer && { mailer, publicUrl: PUBLIC_URL },
    }),
  )
  const shared = {
    connection,
    namespace,
    dataConverter: encryptedDataConverter(platform.cipher.keys),
    interceptors: {
      ...interceptors,
      activity: [
        () => ({ inbound: new FailureInterceptor() }),
        () => ({ inbound: new PulseInterceptor() }),
        ...(interceptors?.activity ?? []),
      ],
    },
    shutdownForceTime: '10 seconds' as const,
  }
  const bundle = await workflowBundle()
  const workers = await Promise.all([
    Worker.create({
      ...shared,
      taskQueue: TASK_QUEUE,
      workflowBundle: bundle,
      activities: activities.care,
      ...(maxCachedWorkflows !== undefined && { maxCachedWorkflows }),
    }),
    Worker.create({
      ...shared,
      taskQueue: AGENT_TASK_QUEUE,
      workflowBundle: bundle,
      activities: activities.agents,
      ...(maxCachedWorkflows !== undefined && { maxCachedWorkflows }),
    }),
    Worker.create({
      ...shared,
      taskQueue: BULK_TASK_QUEUE,
      workflowBundle: bundle,
      activities: activities.bulk,
    }),
    Worker.create({
      ...shared,
      taskQueue: COURIER_TASK_QUEUE,
      workflowBundle: bundle,
      activities: activities.couriers,
    }),
    Worker.create({
      ...shared,
      taskQueue: KNOWLEDGE_TASK_QUEUE,
      workflowBundle: bundle,
      activities: activities.knowledge,
    }),
    Worker.create({ ...shared, taskQueue: PARSER_TASK_QUEUE, activities: activities.parsers }),
    Worker.create({
      ...shared,
      taskQueue: SLOW_PARSER_TASK_QUEUE,
      activities: activities['slow-parsers'],
    }),
  ])
  const running = workers.map((worker) => worker.run())
  return {
    async [Symbol.asyncDispose]() {
      for (const worker of workers) worker.shutdown()
      await Promise.all(running)
    },
  }
}

/** Waits until a condition holds. */
export const eventually = async <T>(
  ask: () => Promise<T | undefined | false>,
  { what = 'what was waited for' } = {},
): Promise<T> => {
  const deadline = Date.now() + LONGEST_WAIT_MS
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${LONGEST_WAIT_MS} ms`)
    await sleep(25)
  }
}

/** A separate Temporal namespace: a client to start workflows, a connection for workers. */
export const openNamespace = async ({ cipher: { keys } }: OpenPlatform, address: string) => {
  await using opening = new AsyncDisposableStack()
  const namespace = await createNamespace(address)
  const { client } = opening.use(createTemporalClient({ connection: { address }, namespace, keys }))
  const connection = await NativeConnection.connect({ address })
  opening.defer(() => connection.close())
  const owned = opening.move()
  return { namespace, client, connection, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** A Temporal namespace for one test file, whose workers see no other file's workflows. */
export const createNamespace = async (address: string): Promise<string> => {
  const namespace = `test-${randomBytes(6).toString('hex')}`
  const connection = await Connection.connect({ address })
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    })
    // Frontends learn of it a moment later.
    await eventually(() =>
      registerSearchAttributes(connection, namespace).then(
        () => true,
        () => false,
      ),
    )
    await eventually(() =>
      connection.workflowService
        .countWorkflowExecutions({ namespace, query: "Kind = 'none'" })
        .then(
          () => true,
          () => false,
        ),
    )
    return namespace
  } finally {
    await connection.close()
  }
}
