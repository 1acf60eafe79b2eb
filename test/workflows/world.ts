/** Real worker processes with their own database and Temporal namespace. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Running } from '../../dev/child.ts'
import { startService } from '../../dev/services.ts'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createTemporalClient } from '../../providers/temporal/index.ts'
import { SCHEDULES } from '../../worker/schedules.ts'
import { createDatabase, temporalAddress } from '../support/servers.ts'
import { createCentre, createNamespace, eventually, filesOf, openTestPlatform } from './support.ts'
import { childEvents } from '#people/children/events.ts'
import { processEnv } from '../support/process-env.ts'

const LOOPBACK = '127.0.0.0/8'

/** A separate database and Temporal namespace with real worker processes. */
export const openWorld = async () => {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createDatabase())
  const platform = stack.use(openTestPlatform(database))
  const { ctx, childId, providerId } = await createCentre(platform, database)
  const address = temporalAddress()
  const namespace = await createNamespace(address)
  const { keys } = platform.cipher
  const temporal = stack.use(createTemporalClient({ connection: { address }, namespace, keys }))
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  stack.defer(() => owner.end())
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-crash-'))
  stack.defer(() => rmSync(dir, { recursive: true, force: true }))
  // Schedules would continue as long as the run's server.
  stack.defer(async () => {
    for (const { id } of SCHEDULES) {
      await temporal.client.schedule
        .getHandle(id)
        .delete()
        .catch(() => undefined)
    }
  })

  const env = {
    ...processEnv(database, filesOf(database)),
    TEMPORAL_NAMESPACE: namespace,
    WEBHOOK_ALLOWED_RANGES: LOOPBACK,
  }
  return {
    ctx,
    childId,
    providerId,
    keys,
    client: temporal.client,
    env,
    owner,
    schedules: () =>
      Promise.all(SCHEDULES.map(({ id }) => temporal.client.schedule.getHandle(id).describe())),
    query: async <Row extends object>(sql: string) => (await owner.query<Row>(sql)).rows,
    /**
     * Locks rows so that a worker stops there in the middle of its work, however fast it is. `killHere` kills
     * the worker once it does, and releases the rows.
     */
    hold: async (rows: string) => {
      await owner.query('BEGIN')
      await owner.query(`${rows} FOR UPDATE`)
      return {
        killHere: async (worker: Running) => {
          await eventually(async () => (await owner.query(WAITING)).rows.length > 0, {
            what: `who waits for ${rows}`,
          })
          process.kill(worker.pid, 'SIGKILL')
          await worker.exited
          await owner.query('COMMIT')
        },
      }
    },
    /** The process currently running an activity of this workflow, once one does. */
    pidOfActivity: (workflowId: string) =>
      eventually(
        async () => {
          const { raw } = await temporal.client.workflow.getHandle(workflowId).describe()
          const identity = raw.pendingActivities?.find(
            (it) => it.lastStartedTime,
          )?.lastWorkerIdentity
          return identity ? Number.parseInt(identity, 10) : undefined
        },
        { what: `an activity of ${workflowId}` },
      ),
    /** The number of attempts of each completed activity of this workflow. */
    activityAttempts: async (workflowId: string) => {
      const { workflow } = temporal.client
      const attempts: (number | null | undefined)[] = []
      for await (const { runId } of workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
        const { events } = await workflow.getHandle(workflowId, runId).fetchHistory()
        for (const { activityTaskStartedEventAttributes: started } of events ?? [])
          if (started) attempts.push(started.attempt)
      }
      return attempts
    },
    startWorker: async (name: string, other: Record<string, string> = {}) => {
      const logFile = path.join(dir, `${name}.log`)
      const entry = 'worker/main.ts'
      return stack.use(
        await startService({
          name,
          entry,
          logFile,
          env: { ...env, ...other },
          onSpawn: () => undefined,
        }),
      )
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Sessions waiting for a lock of the current session. */
export const WAITING = `
  SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`

/** A number of events of registered children. */
export const emit = async (ctx: Context, count: number) => {
  for (let index = 0; index < count; index++) {
    const childId = newId('child')
    await transact(ctx, 'children:write', async (tx) => {
      const subject = { type: 'child', id: childId } as const
      tx.nothingChanged(subject)
      tx.emit(childEvents['child.registered'], subject, { childId })
    })
  }
}

/** Events that are not yet delivered or fanned out. */
export const UNFINISHED = `
  SELECT o.id FROM outbox o
  LEFT JOIN webhook_deliveries d ON d.tenant_id = o.tenant_id AND d.event_id = o.id
  WHERE o.kind = 'event' AND d.status IS DISTINCT FROM 'SUCCEEDED'`

/** Deliveries by their attempts and recorded status. */
export const DELIVERIES = `
  SELECT d.status, d.attempt_count AS "attemptCount", a.recorded, count(*)::int AS deliveries FROM webhook_deliveries d
  CROSS JOIN LATERAL (SELECT count(*)::int AS recorded FROM webhook_attempts
    WHERE tenant_id = d.tenant_id AND delivery_id = d.id AND outcome = 'SUCCEEDED') a
  GROUP BY 1, 2, 3`
