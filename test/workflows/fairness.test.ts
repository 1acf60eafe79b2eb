import { expect, test } from 'vitest'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { wakeWorkflows } from '#messaging/follow-ups/wake-workflows.ts'
import { listAuditEntries } from '#platform/audit/queries.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { startRelay } from '../../relay/relay.ts'
import { createDatabase, temporalAddress } from '../support/servers.ts'
import {
  createCentre,
  createTestDeliveries,
  eventually,
  openNamespace,
  openTestPlatform,
  startTestWorkers,
  type Centre,
} from './support.ts'

/** More than a worker takes at once. */
const BACKLOG = 200
const HOUR_MS = 3_600_000

test('a backlog of one centre does not delay another', async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createDatabase())
  const platform = stack.use(openTestPlatform(database))
  const [busy, neighbour] = [
    await createCentre(platform, database),
    await createCentre(platform, database),
  ]
  const book = ({ ctx, childId, providerId }: typeof busy, hour: number) =>
    createAppointment(ctx, {
      childId,
      providerId,
      type: 'THERAPY_SESSION',
      startsAt: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + (240 + hour) * HOUR_MS),
    })
  for (let hour = 0; hour < BACKLOG; hour += 1) await book(busy, hour)
  await book(neighbour, 0)

  const { namespace, client, connection } = stack.use(
    await openNamespace(platform, temporalAddress()),
  )
  stack.use(startRelay({ platform, systemUrl: database.systemUrl, client }))
  const drained = () => eventually(async () => (await outboxBacklog(platform)).pending === 0)
  await drained()
  // Woken, all of them must plan again.
  for (const { ctx } of [busy, neighbour]) await wakeWorkflows(ctx, { perSecond: BACKLOG })
  await drained()

  /** Plans of a centre beyond the first of each booking. */
  const plannedAgain = async ({ ctx }: Centre, bookings: number) => {
    const query = { action: 'planSteps', limit: 3 * BACKLOG, sort: '-occurredAt' } as const
    return (await listAuditEntries(ctx, query)).data.length - bookings
  }
  const deliveries = createTestDeliveries(platform)
  stack.use(await startTestWorkers(platform, deliveries, { connection, namespace }))
  await eventually(async () => (await plannedAgain(neighbour, 1)) === 1)
  expect(await plannedAgain(busy, BACKLOG)).toBeLessThan(BACKLOG / 2)
})
