import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '#platform/core/transactions/transaction.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { pendingMessages } from '#platform/outbox/pending-messages.ts'
import { inviteUser } from '#staff/users/invite-user.ts'
import { InviteUser } from '#staff/users/schemas.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { createTemporalClient, type TemporalClient } from '../../providers/temporal/index.ts'
import { startRelay } from '../../relay/relay.ts'
import { createDatabase, temporalAddress, type TestDatabase } from '../support/servers.ts'
import {
  createCentre,
  createNamespace,
  eventually,
  openTestPlatform,
  type Centre,
} from './support.ts'
import { createChild } from '#people/children/create-child.ts'
import { childEvents } from '#people/children/events.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { appointmentLifecycleWorkflow } from '#scheduling/appointments/workflows.ts'

describe('the relay', () => {
  const stack = new AsyncDisposableStack()
  let database: TestDatabase
  let platform: OpenPlatform
  let centre: Centre
  let temporal: TemporalClient
  let owner: pg.Client
  let namespace: string

  const clientAt = (address: string) =>
    createTemporalClient({
      connection: { address },
      namespace,
      keys: platform.cipher.keys,
    })

  beforeAll(async () => {
    database = stack.use(await createDatabase())
    platform = stack.use(openTestPlatform(database))
    centre = await createCentre(platform, database)
    namespace = await createNamespace(temporalAddress())
    temporal = stack.use(clientAt(temporalAddress()))
    owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    stack.defer(() => owner.end())
  })
  afterAll(() => stack.disposeAsync())

  /** Messages about one subject, each in its own transaction, like bookings. */
  const say = async (subjectId: string, ...actions: ('start' | 'wake')[]) => {
    for (const action of actions) {
      await transact(centre.ctx, 'appointments:write', async (tx) => {
        tx.nothingChanged({ type: 'appointment', id: subjectId })
        tx[action](appointmentLifecycleWorkflow, subjectId)
      })
    }
  }

  const historyOf = async (subjectId: string) => {
    const { tenantId } = centre
    const id = workflowIdOf('appointmentLifecycle', { tenantId, subjectId })
    const { events } = await temporal.client.workflow.getHandle(id).fetchHistory()
    return (events ?? []).map((event) =>
      event.workflowExecutionStartedEventAttributes
        ? 'started'
        : event.workflowExecutionSignaledEventAttributes
          ? 'signaled'
          : 'other',
    )
  }

  const drained = () => eventually(async () => (await outboxBacklog(platform)).pending === 0)

  test('messages of a subject arrive in order, start before wake, and waiting wakes merge into one signal', async () => {
    const subjects = Array.from({ length: 20 }, () => newId('appointment'))
    await Promise.all(subjects.map((id) => say(id, 'start', 'wake', 'wake')))
    expect((await outboxBacklog(platform)).pending).toBe(60)
    await using _relay = startRelay({
      platform,
      systemUrl: database.systemUrl,
      client: temporal.client,
    })
    await drained()
    for (const id of subjects) {
      const events = (await historyOf(id)).filter((kind) => kind !== 'other')
      expect(events).toEqual(['started', 'signaled'])
    }
  })

  test('hundreds of wakes of one workflow do not delay the others', async () => {
    const [busy, others] = [
      newId('appointment'),
      Array.from({ length: 10 }, () => newId('appointment')),
    ]
    await say(busy, ...Array.from({ length: 400 }, () => 'wake' as const))
    for (const id of others) await say(id, 'start')
    let calls = 0
    const counted = new Proxy(temporal.client, {
      get: (client, name) => {
        if (name === 'withDeadline') calls += 1
        return Reflect.get(client, name, client) as unknown
      },
    })
    await using _relay = startRelay({ platform, systemUrl: database.systemUrl, client: counted })
    await drained()
    expect(await historyOf(busy)).toContain('signaled')
    for (const id of others) expect(await historyOf(id)).toContain('started')
    // One for each of the others, and one for each of at most three reads.
    expect(calls).toBeLessThanOrEqual(others.length + 3)
  })

  test('an interactive message goes first, in the relay and in Temporal', async () => {
    const ordinary = newId('appointment')
    await say(ordinary, 'start')
    const user = { name: 'Ana', email: 'ana@example.org', roles: ['SCHEDULER' as const] }
    const inviting = await createCentre(platform, database)
    await inviteUser(inviting.ctx, InviteUser.parse(user))
    const query = { held: [], blocked: [], now: new Date(), turns: new Map() }
    const [first, second] = await pendingMessages(platform, { ...query, limit: 2 })
    expect(first).toMatchObject({ workflow: 'messageDelivery', payload: { urgent: true } })
    expect(second).toMatchObject({ subjectId: ordinary })
    await using _relay = startRelay({
      platform,
      systemUrl: database.systemUrl,
      client: temporal.client,
    })
    await drained()
    const priorityOf = async (
      kind: 'messageDelivery' | 'appointmentLifecycle',
      subject: { tenantId: string; subjectId: string },
    ) => {
      const workflowId = workflowIdOf(kind, subject)
      const { raw } = await temporal.client.workflow.getHandle(workflowId).describe()
      return raw.workflowExecutionInfo?.priority?.priorityKey
    }
    expect(await priorityOf('messageDelivery', first!)).toBe(1)
    expect(await priorityOf('appointmentLifecycle', second!)).toBe(3)
  })

  test('the workflows of a child are found by its id, and no others', async () => {
    const { ctx, tenantId, providerId, childId } = await createCentre(platform, database)
    const [person, startsAt] = [
      { firstName: 'Noa', lastName: 'Stern', birthDate: '2020-02-02' },
      Date.now() + 5 * 86_400_000,
    ]
    const { id: other } = await createChild(ctx, person)
    const book = (of: string, hours: number) =>
      createAppointment(ctx, {
        childId: of,
        providerId,
        type: 'THERAPY_SESSION',
        startsAt: new Date(startsAt + hours * 3_600_000),
      })
    const { id } = await book(childId, 0)
    await book(other, 2)
    await using _relay = startRelay({
      platform,
      systemUrl: database.systemUrl,
      client: temporal.client,
    })
    await drained()
    const found: string[] = []
    await eventually(async () => {
      const query = `ChildId = "${childId}"`
      for await (const { workflowId } of temporal.client.workflow.list({ query }))
        found.push(workflowId)
      return found.length > 0
    })
    expect(found).toEqual([workflowIdOf('appointmentLifecycle', { tenantId, subjectId: id })])
  })

  test('a crash between hand-over and mark repeats the hand-over without effect', async () => {
    const id = newId('appointment')
    await say(id, 'start')
    const relay = () =>
      startRelay({ platform, systemUrl: database.systemUrl, client: temporal.client })
    {
      await using _relay = relay()
      await drained()
    }
    // Like a process that died before its mark was committed.
    await owner.query('UPDATE outbox SET done_at = NULL WHERE subject_id = $1', [id])
    await using _again = relay()
    await drained()
    expect((await historyOf(id)).filter((kind) => kind === 'started')).toHaveLength(1)
  })

  /** A paused endpoint, so fanned-out deliveries stay pending. */
  const addEndpoint = async ({ tenantId }: Centre): Promise<string> => {
    const id = newId('webhookEndpoint')
    await owner.query(
      `INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, signature_schemes, status, secrets,
         created_at, updated_at)
       VALUES ($1, $2, 'https://example.com', '{*}', '{v1}', 'PAUSED', '[]', now(), now())`,
      [tenantId, id],
    )
    return id
  }

  const emitEvents = ({ ctx }: Centre, count: number) =>
    transact(ctx, 'appointments:write', async (tx) => {
      const id = newId('child')
      tx.nothingChanged({ type: 'child', id })
      for (let made = 0; made < count; made += 1) {
        tx.emit(childEvents['child.registered'], { type: 'child', id }, { childId: id })
      }
    })

  const deliveriesOf = async (endpointId: string) => {
    const { rows } = await owner.query(
      'SELECT status FROM webhook_deliveries WHERE endpoint_id = $1',
      [endpointId],
    )
    return rows
  }

  test('events fanned out twice make one delivery per endpoint', async () => {
    const endpointId = await addEndpoint(centre)
    await emitEvents(centre, 1)
    await fanOutEvents(platform, 100)
    await owner.query("UPDATE outbox SET done_at = NULL WHERE kind = 'event'")
    await fanOutEvents(platform, 100)
    expect(await deliveriesOf(endpointId)).toEqual([{ status: 'PENDING' }])
  })

  test('centres take turns: one event comes before the rest of five hundred', async () => {
    const [busy, quiet] = [
      await createCentre(platform, database),
      await createCentre(platform, database),
    ]
    const [busyId, quietId] = [await addEndpoint(busy), await addEndpoint(quiet)]
    await emitEvents(busy, 500)
    await emitEvents(quiet, 1)
    const { more } = await fanOutEvents(platform, 200)
    expect(more).toBe(true)
    expect(await deliveriesOf(quietId)).toHaveLength(1)
    const first = await deliveriesOf(busyId)
    expect(first.length).toBeGreaterThan(0)
    expect(first.length).toBeLessThan(200)
    while ((await fanOutEvents(platform, 200)).more);
    expect(await deliveriesOf(busyId)).toHaveLength(500)
  })

  test('while Temporal is unavailable the backlog waits without counting attempts, and then drains', async () => {
    await using gate = await openGate(temporalAddress())
    await using through = clientAt(gate.address)
    gate.close()
    await using _relay = startRelay({
      platform,
      systemUrl: database.systemUrl,
      client: through.client,
    })
    const ids = Array.from({ length: 30 }, () => newId('appointment'))
    await Promise.all(ids.map((id) => say(id, 'start')))
    await eventually(async () => gate.refused() > 1, { what: 'another try' })
    const { pending, oldestAgeSeconds } = await outboxBacklog(platform)
    expect(pending).toBe(30)
    expect(oldestAgeSeconds).toBeGreaterThan(0)

    gate.open()
    await eventually(async () => (await outboxBacklog(platform)).pending === 0)
    const { rows } = await owner.query<{ attempts: number }>(
      'SELECT max(attempts) AS attempts FROM outbox',
    )
    expect(rows[0]!.attempts).toBe(0)
  })

  test('a message refused by Temporal blocks only its own subject', async () => {
    const [poisoned, healthy] = [newId('appointment'), newId('appointment')]
    await say(poisoned, 'start', 'wake')
    // Longer than Temporal accepts: refused as INVALID_ARGUMENT every time.
    const endless = `apt_${'x'.repeat(2_000)}`
    await owner.query('UPDATE outbox SET subject_id = $2 WHERE subject_id = $1', [
      poisoned,
      endless,
    ])
    await say(healthy, 'start')
    await using _relay = startRelay({
      platform,
      systemUrl: database.systemUrl,
      client: temporal.client,
    })
    await eventually(async () => (await outboxBacklog(platform)).pending === 2)
    expect(await historyOf(healthy)).toContain('started')
    const { rows } = await owner.query<{ attempts: number; last_error: string | null }>(
      'SELECT attempts, last_error FROM outbox WHERE subject_id = $1 ORDER BY seq',
      [endless],
    )
    expect(rows[0]!.attempts).toBeGreaterThan(0)
    expect(rows[0]!.last_error).toBeTruthy()
    expect(rows[1]).toEqual({ attempts: 0, last_error: null })
    await owner.query('DELETE FROM outbox WHERE subject_id = $1', [endless])
  })

  test('one of two relays leads, and the other takes over when it dies', async () => {
    const leaders: string[] = []
    const named = (name: string) =>
      startRelay({
        platform,
        systemUrl: database.systemUrl,
        client: temporal.client,
        observer: { leading: (leads) => leads && leaders.push(name) },
      })
    await using _first = named('first')
    await eventually(async () => leaders.length === 1)
    await using _second = named('second')
    await say(newId('appointment'), 'start')
    await drained()
    expect(leaders).toEqual(['first'])

    await owner.query(`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND objid = 7200914`)
    await eventually(async () => leaders.length === 2)
    await say(newId('appointment'), 'start')
    await drained()
  })
})

/** A TCP proxy for Temporal that can be closed, so that one test alone sees an outage. */
const openGate = async (target: string) => {
  const [host = '', port = ''] = target.split(':')
  const sockets = new Set<Socket>()
  let [isOpen, refused] = [true, 0]
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    if (!isOpen) {
      refused += 1
      socket.destroy()
      return
    }
    const upstream = connect(Number(port), host)
    for (const one of [socket, upstream]) {
      sockets.add(one)
      one.on('close', () => sockets.delete(one)).on('error', () => one.destroy())
    }
    socket.pipe(upstream).pipe(socket)
    socket.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close,
    open: () => void (isOpen = true),
    /** Connections refused while closed. */
    refused: () => refused,
    async [Symbol.asyncDispose]() {
      close()
      server.close()
    },
  }
}
