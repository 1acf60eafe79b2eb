import { expect, test } from 'vitest'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import type { Context } from '#platform/core/context/context.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
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
  await eventually(async () => (await outboxBacklog(platform)).pending === 0)

  const planned = async (ctx: Context) =>
    (await listFollowUps(ctx, { limit: BACKLOG, sort: '-createdAt' })).data.length
  const deliveries = createTestDeliveries(platform)
  stack.use(await startTestWorkers(platform, deliveries, { connection, namespace }))
  await eventually(async () => (await planned(neighbour.ctx)) === 1)
  expect(await planned(busy.ctx)).toBeLessThan(BACKLOG / 2)
})
