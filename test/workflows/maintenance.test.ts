import { createServer } from 'node:net'
import { once } from 'node:events'
import { ScheduleOverlapPolicy, type Client } from '@temporalio/client'
import { MockActivityEnvironment } from '@temporalio/testing'
import { NativeConnection } from '@temporalio/worker'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createActivities, type Activities } from '../../activities/index.ts'
import type { SealReport } from '#platform/audit/seal-entries.ts'
import { verifyTrail } from '#platform/audit/verify-trail.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'
import { createTemporalClient, EncryptionCodec } from '../../providers/temporal/index.ts'
import { startRelay } from '../../relay/relay.ts'
import { ensureSchedules, SCHEDULES, startSchedules } from '../../worker/schedules.ts'
import type { SealedTrail } from '../../workflows/maintenance/messages.ts'
import { othersEnded } from '../platform/audit/trail.ts'
import { createDatabase, temporalAddress, type TestDatabase } from '../support/servers.ts'
import {
  createCentre,
  createNamespace,
  createTestDeliveries,
  eventually,
  openTestPlatform,
  startTestWorkers,
  type Centre,
} from './support.ts'

const HOUR_MS = 3_600_000
/** How long worker/schedules.ts waits before it asks Temporal again. */
const RETRY_MS = 10_000
const [SEALS, RETENTION, ENDPOINTS] = SCHEDULES.map(({ id }) => id) as [string, string, string]

describe('maintenance', () => {
  const stack = new AsyncDisposableStack()
  const refused: string[] = []
  let database: TestDatabase
  let platform: OpenPlatform
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
    const deliveries = createTestDeliveries(platform)
    activities = createActivities({
      platform,
      deliveries,
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
    stack.use(await startTestWorkers(platform, deliveries, { connection, namespace }))
    // They would continue as long as the run's server.
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
  const call = (tenantId = centre.tenantId) =>
    transact({ ...centre.ctx, tenantId }, 'children:write', async (tx) =>
      tx.nothingChanged({ type: 'child', id: newId('child') }),
    )

  describe('sealing', () => {
    test('runs twice and seals once, and the trail verifies, even while a relay leads', async () => {
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

    test('refuses and reports a tenant with removed seals, and seals the others', async () => {
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

    test('does not seal a trail without its anchor, and reports it', async () => {
      const anchor = { number: '99999', hash: 'f'.repeat(64) }
      await expect(run(() => activities.sealTrail({ anchor }))).rejects.toThrow(
        'no longer contains head',
      )
      expect(refused).toEqual([expect.stringContaining('no longer contains head')])
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
    /** Waits for the next run of a schedule; returns its result or error. */
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

    test('are created once by two simultaneous workers, and a third changes nothing', async () => {
      const made = (await Promise.all([ensureSchedules(client), ensureSchedules(client)])).flat()
      expect(made.toSorted()).toEqual(SCHEDULES.map(({ id }) => id).toSorted())
      expect(await ensureSchedules(client)).toEqual([])
      const all = await described()
      expect(all.map(({ info }) => info.lastUpdatedAt)).toEqual(SCHEDULES.map(() => undefined))
      const [seals, retention] = all
      expect(seals!.spec.intervals).toEqual([{ every: 60_000, offset: 0 }])
      expect(retention!.spec.intervals).toEqual([{ every: HOUR_MS, offset: 23 * 60_000 }])
      expect(seals!.policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 60_000 })
      expect(seals!.state).toMatchObject({ paused: false, note: expect.stringContaining('Seals') })
    })

    test('are updated if they differ, and stay paused', async () => {
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

    test('pass each run of the sealer the head of the previous one', async () => {
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

    test('run the purge completely', async () => {
      const purge = await triggered(RETENTION)
      expect(await purge.result()).toMatchObject({ idempotencyKeys: 0, links: 0, rateLimits: 0 })
    })

    test('look for endpoints that fail for too long', async () => {
      expect(await (await triggered(ENDPOINTS)).result()).toEqual({ disabled: 0 })
    })

    test('are retried if Temporal is unavailable, without blocking', async () => {
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
      expect(Date.now() - began).toBeLessThan(RETRY_MS)
      gate.close()
    })

    /** The input of the run's only activity, from its history. */
    const anchorGivenIn = async (handle: ReturnType<Client['workflow']['getHandle']>) => {
      const { events } = await handle.fetchHistory()
      const scheduled = events?.find((event) => event.activityTaskScheduledEventAttributes)
      const payloads = scheduled?.activityTaskScheduledEventAttributes?.input?.payloads ?? []
      const [payload] = await new EncryptionCodec(platform.cipher.keys).decode(payloads)
      return JSON.parse(Buffer.from(payload!.data!).toString()) as object
    }
  })
})
