import { createServer } from 'node:net'
import { once } from 'node:events'
import { ScheduleOverlapPolicy, type Client } from '@temporalio/client'
import { MockActivityEnvironment } from '@temporalio/testing'
import { NativeConnection } from '@temporalio/worker'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createActivities, type Activities } from '../../activities/index.ts'
import type { SealReport } from '../../domain/audit/seal-entries.ts'
import { verifyTrail } from '../../domain/audit/verify-trail.ts'
import { newId } from '../../domain/core/ids.ts'
import type { Platform } from '../../domain/core/platform.ts'
import { transact } from '../../domain/core/transaction.ts'
import { purgeExpiredKeys } from '../../domain/idempotency/purge-expired-keys.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'
import { createTemporalClient, EncryptionCodec } from '../../providers/temporal/index.ts'
import { startRelay } from '../../relay/relay.ts'
import { ensureSchedules, SCHEDULES, startSchedules } from '../../worker/schedules.ts'
import type { SealedTrail } from '../../workflows/maintenance/messages.ts'
import { othersEnded } from '../audit/trail.ts'
import { createDatabase, temporalAddress, type TestDatabase } from '../support/servers.ts'
import {
  createCentre,
  createNamespace,
  createTestCourier,
  eventually,
  openTestPlatform,
  startTestWorkers,
  type Centre,
} from './support.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const [SEALS, RETENTION, ENDPOINTS] = SCHEDULES.map(({ id }) => id) as [string, string, string]

describe('maintenance', () => {
  const stack = new AsyncDisposableStack()
  const refused: string[] = []
  let database: TestDatabase
  let platform: Platform
  let centre: Centre
  let activities: Activities
  let client: Client
  let owner: pg.Client

  const clientAt = (address: string, namespace: string) =>
    createTemporalClient({ connection: { address }, namespace, keys: platform.cipher.keys })

  beforeAll(async () => {
    database = stack.use(await createDatabase())
    platform = stack.use(openTestPlatform(database))
    centre = await createCentre(platform, database)
    owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    stack.defer(() => owner.end())
    const courier = stack.use(createTestCourier(platform))
    activities = createActivities({
      platform,
      courier,
      gateway: createSandboxGateway(),
      maintenance: {
        sealed: (report: SealReport) => refused.push(...report.refused.map((it) => it.tenantId)),
        notSealed: ({ message }) => refused.push(message),
      },
    })
    const namespace = await createNamespace(temporalAddress())
    ;({ client } = stack.use(clientAt(temporalAddress(), namespace)))
    const connection = await NativeConnection.connect({ address: temporalAddress() })
    stack.defer(() => connection.close())
    stack.use(await startTestWorkers(platform, courier, { connection, namespace }))
    // They would go on for as long as the run's server does.
    stack.defer(dropSchedules)
  })
  afterAll(() => stack.disposeAsync())
  afterEach(() => void (refused.length = 0))

  const dropSchedules = async () => {
    for (const { id } of SCHEDULES)
      await client.schedule
        .getHandle(id)
        .delete()
        .catch(() => undefined)
  }
  const run = <T>(activity: () => Promise<T>): Promise<T> =>
    new MockActivityEnvironment().run(activity)
  const ago = (ms: number) => new Date(Date.now() - ms)
  const call = (tenantId = centre.tenantId) =>
    transact({ ...centre.ctx, tenantId }, 'children:write', async (tx) =>
      tx.audit({ type: 'child', id: newId('child') }, undefined, {}),
    )
  const keysIn = async (sql: string) =>
    (await owner.query<{ key: string }>(sql)).rows.map((row) => row.key)

  describe('purging', () => {
    const twice = async (activity: () => Promise<number>) => [
      await run(activity),
      await run(activity),
    ]

    test('idempotency keys: those that still answer stay, whatever the batch', async () => {
      const ages = {
        live: DAY_MS - HOUR_MS,
        dead: DAY_MS + 1_000,
        old: 30 * DAY_MS,
        older: 90 * DAY_MS,
      }
      const keep = async () => {
        for (const [key, age] of Object.entries(ages)) {
          await owner.query(
            `INSERT INTO idempotency_keys (tenant_id, client_id, key, fingerprint, status, ciphertext, created_at)
             VALUES ($1, 'key_1', $2, 'f', 201, 'c', $3) ON CONFLICT DO NOTHING`,
            [centre.tenantId, key, ago(age)],
          )
        }
      }
      await keep()
      expect(await twice(activities.purgeIdempotencyKeys)).toEqual([3, 0])
      expect(await keysIn('SELECT key FROM idempotency_keys')).toEqual(['live'])

      await keep()
      expect(await purgeExpiredKeys(platform, { batchSize: 2 })).toBe(3)
      await keep()
      const both = await Promise.all([1, 2].map(() => purgeExpiredKeys(platform, { batchSize: 1 })))
      expect(both.reduce((sum, rows) => sum + rows)).toBe(3)
      const stopped = { signal: AbortSignal.abort(new Error('stopping')) }
      await expect(purgeExpiredKeys(platform, stopped)).rejects.toThrow('stopping')
    })

    test('tokens: those that have not expired stay', async () => {
      for (const [id, age] of [
        ['live', -HOUR_MS],
        ['dead', HOUR_MS],
      ] as const) {
        await owner.query(
          'INSERT INTO revoked_tokens (tenant_id, id, expires_at) VALUES ($1, $2, $3)',
          [centre.tenantId, id, ago(age)],
        )
      }
      expect(await twice(activities.purgeTokens)).toEqual([1, 0])
      expect(await keysIn('SELECT id AS key FROM revoked_tokens')).toEqual(['live'])
    })

    test('rate limits: windows that last, and those without an end, stay', async () => {
      await owner.query(
        'INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1, $2), ($3, 1, $4), ($5, 1, NULL)',
        ['dead', Date.now() - 1_000, 'live', Date.now() + 60_000, 'blocked'],
      )
      expect(await twice(activities.purgeRateLimits)).toEqual([1, 0])
      expect(await keysIn('SELECT key FROM rate_limits ORDER BY key')).toEqual(['blocked', 'live'])
    })

    test('messages: events stay for ever, and so does what was not handed over', async () => {
      const rows = [
        ['event', 'child.registered', 90 * DAY_MS],
        ['workflow', 'long-done', 8 * DAY_MS],
        ['workflow', 'just-done', 6 * DAY_MS],
        ['workflow', 'pending', null],
      ] as const
      for (const [kind, type, doneAgo] of rows) {
        await owner.query(
          `INSERT INTO outbox (tenant_id, id, kind, type, subject_type, subject_id, payload, actor, created_at, available_at, done_at)
           VALUES ($1, $2, $3, $4, 'child', 'chd_1', '{}', '{}', $5, $5, $6)`,
          [centre.tenantId, newId('event'), kind, type, ago(90 * DAY_MS), doneAgo && ago(doneAgo)],
        )
      }
      expect(await twice(activities.purgeMessages)).toEqual([1, 0])
      expect(await keysIn('SELECT type AS key FROM outbox ORDER BY seq')).toEqual([
        'child.registered',
        'just-done',
        'pending',
      ])
      await owner.query('DELETE FROM outbox')
    })
  })

  describe('sealing', () => {
    test('run twice it seals once, and the trail is right; also while a relay leads', async () => {
      let leads = false
      await using _relay = startRelay({
        platform,
        systemUrl: database.systemUrl,
        client,
        observer: { leading: (leading) => void (leads = leading) },
      })
      await eventually(async () => leads)
      await call()
      await othersEnded(platform)
      const first = await run(() => activities.sealTrail({}))
      expect(first).toMatchObject({ seals: 1, refused: 0, head: { number: '1' } })
      const again = await run(() => activities.sealTrail({ anchor: first.head! }))
      expect(again).toEqual({ ...first, seals: 0, entries: 0 })
      expect(await verifyTrail(platform, { anchor: first.head! })).toMatchObject({
        ok: true,
        entries: first.entries,
      })
      expect(refused).toEqual([])
    })

    test('a tenant whose seals were cut off is refused and told of; the others are sealed', async () => {
      const other = await createCentre(platform, database)
      await call()
      await call(other.tenantId)
      await othersEnded(platform)
      await run(() => activities.sealTrail({}))
      await call()
      await call(other.tenantId)
      await othersEnded(platform)
      const { rows } = await tampered<{ id: string }>(
        'DELETE FROM audit_seals WHERE tenant_id = $1 RETURNING id',
        [other.tenantId],
      )
      expect(rows).toHaveLength(1)
      expect(await run(() => activities.sealTrail({}))).toMatchObject({ seals: 1, refused: 1 })
      expect(refused).toEqual([other.tenantId])
    })

    test('a trail that has lost its anchor is not sealed, and says so', async () => {
      const anchor = { number: '99999', hash: 'f'.repeat(64) }
      await expect(run(() => activities.sealTrail({ anchor }))).rejects.toThrow(
        'no longer has head',
      )
      expect(refused).toEqual([expect.stringContaining('no longer has head')])
    })

    const tampered = async <Row extends object>(text: string, values: unknown[]) => {
      await owner.query("SET session_replication_role = 'replica'")
      try {
        return await owner.query<Row>(text, values)
      } finally {
        await owner.query("SET session_replication_role = 'origin'")
      }
    }
  })

  describe('schedules', () => {
    const described = () =>
      Promise.all(SCHEDULES.map(({ id }) => client.schedule.getHandle(id).describe()))
    /** Waits for the next run of a schedule to end; what it returned, or its error. */
    const triggered = async (id: string) => {
      const handle = client.schedule.getHandle(id)
      const before = (await handle.describe()).info.numActionsTaken
      await handle.trigger(ScheduleOverlapPolicy.BUFFER_ALL)
      const { info } = await eventually(async () => {
        const now = await handle.describe()
        return now.info.numActionsTaken > before && now
      })
      const { workflowId, firstExecutionRunId } = info.recentActions.at(-1)!.action.workflow
      return client.workflow.getHandle(workflowId, firstExecutionRunId)
    }

    test('two workers that boot at once make them; a third changes nothing', async () => {
      const made = (await Promise.all([ensureSchedules(client), ensureSchedules(client)])).flat()
      expect(made.toSorted()).toEqual([SEALS, RETENTION, ENDPOINTS].toSorted())
      expect(await ensureSchedules(client)).toEqual([])
      const all = await described()
      expect(all.map(({ info }) => info.lastUpdatedAt)).toEqual(SCHEDULES.map(() => undefined))
      const [seals, retention] = all
      expect(seals!.spec.intervals).toEqual([{ every: 60_000, offset: 0 }])
      expect(retention!.spec.intervals).toEqual([{ every: HOUR_MS, offset: 23 * 60_000 }])
      expect(seals!.policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 60_000 })
      expect(seals!.state).toMatchObject({ paused: false, note: expect.stringContaining('Seals') })
    })

    test('one that differs is updated, and stays paused when it was', async () => {
      const handle = client.schedule.getHandle(RETENTION)
      await handle.pause('for the restore')
      await handle.update(({ action, policies, state }) => ({
        spec: { intervals: [{ every: '2 hours' }] },
        action,
        policies,
        state,
      }))
      expect(await ensureSchedules(client)).toEqual([RETENTION])
      const { spec, state } = await handle.describe()
      expect(spec.intervals).toEqual([{ every: HOUR_MS, offset: 23 * 60_000 }])
      expect(state).toMatchObject({ paused: true, note: 'for the restore' })
      expect(await ensureSchedules(client)).toEqual([])
      await handle.unpause()
    })

    test('each run of the sealer is given the head of the one before', async () => {
      await call()
      await othersEnded(platform)
      const first = (await (await triggered(SEALS)).result()) as SealedTrail
      expect(first.head).toBeDefined()
      await call()
      await othersEnded(platform)
      const again = await triggered(SEALS)
      expect((await again.result()) as SealedTrail).toMatchObject({ seals: 1 })
      expect(await anchorGivenIn(again)).toMatchObject({ anchor: first.head })
      expect(again.workflowId).toMatch(/^therapy-care\/audit-seals-\d{4}-/)
    })

    test('the purge runs as a whole', async () => {
      const purge = await triggered(RETENTION)
      expect(await purge.result()).toEqual({
        idempotencyKeys: 0,
        tokens: 0,
        messages: 0,
        rateLimits: 0,
      })
    })

    test('endpoints that fail for too long are looked for', async () => {
      expect(await (await triggered(ENDPOINTS)).result()).toEqual({ disabled: 0 })
    })

    test('a Temporal that is away is tried again, and holds nobody up', async () => {
      const gate = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
      await once(gate, 'listening')
      const { port } = gate.address() as { port: number }
      await using away = clientAt(`127.0.0.1:${port}`, 'default')
      const errors: unknown[] = []
      const schedules = startSchedules({
        client: away.client,
        onError: (error) => errors.push(error),
      })
      await eventually(async () => errors.length > 0)
      const began = Date.now()
      await schedules[Symbol.asyncDispose]()
      expect(Date.now() - began).toBeLessThan(1_000)
      gate.close()
    })

    /** The input of the run's one activity, as its history has it. */
    const anchorGivenIn = async (handle: ReturnType<Client['workflow']['getHandle']>) => {
      const { events } = await handle.fetchHistory()
      const scheduled = events?.find((event) => event.activityTaskScheduledEventAttributes)
      const payloads = scheduled?.activityTaskScheduledEventAttributes?.input?.payloads ?? []
      const [payload] = await new EncryptionCodec(platform.cipher.keys).decode(payloads)
      return JSON.parse(Buffer.from(payload!.data!).toString()) as object
    }
  })
})
