import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startService } from '../../dev/services.ts'
import type { Context } from '../../domain/core/context.ts'
import { newId } from '../../domain/core/ids.ts'
import { transact } from '../../domain/core/transaction.ts'
import { createWebhookEndpoint } from '../../domain/webhooks/create-webhook-endpoint.ts'
import { createTemporalClient } from '../../providers/temporal/index.ts'
import { SCHEDULES } from '../../worker/schedules.ts'
import { startReceiver } from '../support/receivers.ts'
import { createDatabase, temporalAddress } from '../support/servers.ts'
import {
  createCentre,
  createNamespace,
  ENCRYPTION_KEYS,
  eventually,
  openTestPlatform,
} from './support.ts'

const EVENTS = 300
/** The worker dies while it makes this attempt, and others with it. */
const KILLED_AT = 100
/** Slow enough for the worker to die in the middle. */
const RECEIVER_MS = 50
/** What arrives so soon after the kill was sent before it. */
const IN_FLIGHT_MS = 1_000
const LOOPBACK = '127.0.0.0/8'

/**
 * The takeover takes as long as the heartbeat timeout of a lease (6 s) after the worker that held
 * it was last heard of. Nobody but Temporal has to notice.
 */
test(
  'a worker killed in the middle of its deliveries: another delivers all, with the same event ids',
  { timeout: 90_000 },
  async () => {
    await using world = await openWorld()
    const { ctx, query, startWorker } = world
    const first = await startWorker('first')
    let killedAt = Number.POSITIVE_INFINITY
    let takenOverAt: number | undefined
    await using receiver = await startReceiver(async (response) => {
      const now = performance.now()
      if (receiver.requests.length === KILLED_AT) {
        process.kill(first.pid, 'SIGKILL')
        killedAt = now
      }
      if (now - killedAt > IN_FLIGHT_MS) takenOverAt ??= now
      await sleep(RECEIVER_MS)
      response.writeHead(204).end()
    })
    await createWebhookEndpoint(ctx, { url: receiver.url, eventTypes: ['*'] })
    await emit(ctx, EVENTS)
    expect(await first.exited).toBe('ended by SIGKILL')
    expect(await query(UNFINISHED)).not.toEqual([])
    await startWorker('second')

    await eventually(async () => (await query(UNFINISHED)).length === 0, {
      timeoutMs: 60_000,
      what: 'the delivery of all events',
    })
    const doneAt = performance.now()
    const events = await query<{ id: string }>(`SELECT id FROM outbox WHERE kind = 'event'`)
    expect(events).toHaveLength(EVENTS)
    const received = Map.groupBy(receiver.requests, ({ headers }) => headers['webhook-id'])
    expect(new Set(received.keys())).toEqual(new Set(events.map(({ id }) => id)))
    for (const repeats of received.values()) {
      expect(new Set(repeats.map(({ body }) => body.toString())).size).toBe(1)
    }
    expect(await query(DELIVERIES)).toEqual([
      { status: 'succeeded', attempts: 1, recorded: 1, deliveries: EVENTS },
    ])

    // The first worker set the schedules up; the second found them as they should be.
    for (const { info } of await world.schedules()) expect(info.lastUpdatedAt).toBeUndefined()

    const seconds = (at = Number.NaN) => ((at - killedAt) / 1_000).toFixed(1)
    console.log(
      `taken over ${seconds(takenOverAt)} s after the kill, all delivered after ${seconds(doneAt)} s, ` +
        `${receiver.requests.length - EVENTS} of ${EVENTS} events received twice`,
    )
  },
)

/** An own database and Temporal namespace, and real worker processes on them. */
const openWorld = async () => {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createDatabase())
  const platform = stack.use(openTestPlatform(database))
  const { ctx } = await createCentre(platform, database)
  const address = temporalAddress()
  const namespace = await createNamespace(address)
  const { keys } = platform.cipher
  const temporal = stack.use(createTemporalClient({ connection: { address }, namespace, keys }))
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  stack.defer(() => owner.end())
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-crash-'))
  stack.defer(() => rmSync(dir, { recursive: true, force: true }))
  // Schedules would go on for as long as the run's server does.
  stack.defer(async () => {
    for (const { id } of SCHEDULES) {
      await temporal.client.schedule
        .getHandle(id)
        .delete()
        .catch(() => undefined)
    }
  })

  const env = {
    ...process.env,
    APP_DATABASE_URL: database.appUrl,
    SYSTEM_DATABASE_URL: database.systemUrl,
    ENCRYPTION_KEYS,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    WEBHOOK_ALLOWED_RANGES: LOOPBACK,
  }
  return {
    ctx,
    schedules: () =>
      Promise.all(SCHEDULES.map(({ id }) => temporal.client.schedule.getHandle(id).describe())),
    query: async <Row extends object>(sql: string) => (await owner.query<Row>(sql)).rows,
    startWorker: async (name: string) => {
      const logFile = path.join(dir, `${name}.log`)
      const entry = 'worker/main.ts'
      return stack.use(await startService({ name, entry, logFile, env, onSpawn: () => undefined }))
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const emit = async (ctx: Context, count: number) => {
  for (let index = 0; index < count; index++) {
    const childId = newId('child')
    await transact(ctx, 'children:write', async (tx) => {
      const subject = { type: 'child', id: childId }
      tx.audit(subject, undefined, {})
      tx.emit('child.registered', subject, { childId, programme: null })
    })
  }
}

/** Events that are not delivered yet, or not even fanned out. */
const UNFINISHED = `
  SELECT o.id FROM outbox o
  LEFT JOIN webhook_deliveries d ON d.tenant_id = o.tenant_id AND d.event_id = o.id
  WHERE o.kind = 'event' AND d.status IS DISTINCT FROM 'succeeded'`

/** Kinds of deliveries: what they say of their attempts, and what is on record. */
const DELIVERIES = `
  SELECT d.status, d.attempts, a.recorded, count(*)::int AS deliveries FROM webhook_deliveries d
  CROSS JOIN LATERAL (SELECT count(*)::int AS recorded FROM webhook_attempts
    WHERE tenant_id = d.tenant_id AND delivery_id = d.id AND outcome = 'succeeded') a
  GROUP BY 1, 2, 3`
