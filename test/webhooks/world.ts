/** Deliveries without Temporal and with a movable clock: due ones are delivered on request. */
import { createHmac } from 'node:crypto'
import { MockActivityEnvironment } from '@temporalio/testing'
import pg from 'pg'
import { createActivities, type Activities } from '../../activities/index.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { fanOutEvents } from '#webhooks/deliveries/fan-out.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { listDeliveries } from '#webhooks/endpoints/queries.ts'
import type { Delivery } from '#webhooks/deliveries/delivery-schemas.ts'
import type { CreateWebhookEndpoint } from '#webhooks/endpoints/schemas.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'
import { verifyV1 } from '../../providers/webhooks/index.ts'
import type { ReceivedRequest } from '../support/receivers.ts'
import { createDatabase, type TestDatabase } from '../support/servers.ts'
import {
  createCentre,
  createTestDeliveries,
  eventually,
  openTestPlatform,
  type Centre,
} from '../workflows/support.ts'
import { childEvents } from '#people/children/events.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

class MovableClock {
  #offsetMs = 0

  now(): Date {
    return new Date(Date.now() + this.#offsetMs)
  }

  advance(ms: number): void {
    this.#offsetMs += ms
  }
}

export interface DeliveryWorld extends AsyncDisposable {
  clock: MovableClock
  database: TestDatabase
  platform: OpenPlatform
  centre: Centre
  activities: Activities
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  subscribe: (
    url: string,
    more?: Partial<CreateWebhookEndpoint>,
  ) => ReturnType<typeof createEndpoint>
  /** Commits events, each in its own transaction; returns the ids of their children. */
  emit: (count: number) => Promise<string[]>
  /** Hands committed events to endpoints, then leases one endpoint until nothing is due. */
  deliver: (endpoint: { id: string }) => Promise<void>
  fanOut: () => Promise<void>
  deliveriesOf: (endpoint: { id: string }) => Promise<Delivery[]>
  run: <T>(activity: () => Promise<T>) => Promise<T>
}

export const startDeliveryWorld = async (): Promise<DeliveryWorld> => {
  const stack = new AsyncDisposableStack()
  const clock = new MovableClock()
  const database = stack.use(await createDatabase())
  const platform = stack.use(openTestPlatform(database, clock))
  const centre = await createCentre(platform, database)
  // Ending a pool does not wait for its sockets, which dropping the database would interrupt.
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  stack.defer(() => owner.end())
  const deliveries = createTestDeliveries(platform)
  const activities = createActivities({ platform, deliveries, gateway: createSandboxGateway() })
  const run = <T>(activity: () => Promise<T>): Promise<T> =>
    new MockActivityEnvironment().run(activity)

  const emitOne = () =>
    transact(centre.ctx, 'children:write', async (tx) => {
      const subject = { type: 'child', id: newId('child') } as const
      tx.nothingChanged(subject)
      tx.emit(childEvents['child.registered'], subject, { childId: subject.id })
      return subject.id
    })
  const fanOut = async () => {
    while ((await fanOutEvents(platform, 500)).events > 0);
  }
  return {
    clock,
    database,
    platform,
    centre,
    activities,
    run,
    fanOut,
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await owner.query<Row>(text, values)).rows,
    subscribe: (url, more = {}) =>
      createEndpoint(centre.ctx, { url, eventTypes: ['child.registered'], ...more }),
    emit: (count) => Promise.all(Array.from({ length: count }, emitOne)),
    async deliver({ id: subjectId }) {
      await fanOut()
      const activity = new MockActivityEnvironment()
      const lease = activity.run(() =>
        activities.deliverDue({ tenantId: centre.tenantId, subjectId }),
      )
      let ended = false
      const running = lease.finally(() => void (ended = true))
      await eventually(async () => {
        const { rows } = await owner.query(DUE, [subjectId, clock.now()])
        return ended || rows.length === 0
      })
      // It would linger for further events.
      activity.cancel()
      await running
    },
    async deliveriesOf({ id: endpointId }) {
      const all = []
      let cursor: string | undefined
      do {
        const page = {
          limit: 100,
          sort: '-createdAt',
          endpointId,
          ...(cursor && { cursor }),
        } as const
        const { data, nextCursor } = await listDeliveries(centre.ctx, page)
        all.push(...data)
        cursor = nextCursor ?? undefined
      } while (cursor)
      return all
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const DUE = `
  SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'PENDING' AND next_attempt_at <= $2 LIMIT 1`

/** Whether the secret made one `v1` of a request and one of its Standard Webhooks signatures. */
export const verifiedWith = (
  { headers, body }: ReceivedRequest,
  secret: string,
  now: Date,
): boolean => {
  const header = String(headers['x-service-signature'])
  const text = body.toString()
  const v1 = verifyV1({ header, secret, body: text, now: now.getTime() })
  const standard = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`)
    .digest('base64')
  return v1.ok && String(headers['webhook-signature']).split(' ').includes(`v1,${standard}`)
}

/** How many secrets signed a request. */
export const signatures = ({ headers }: ReceivedRequest): number =>
  String(headers['x-service-signature']).match(/,v1=/g)?.length ?? 0
