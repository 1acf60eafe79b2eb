import { expect, test } from 'vitest'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { listAuditEntries } from '#platform/audit/queries.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { wakeWorkflows } from '#messaging/follow-ups/wake-workflows.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { pendingMessages } from '#platform/outbox/pending-messages.ts'
import { createSeries } from '#scheduling/series/create-series.ts'
import { getSeries } from '#scheduling/series/queries.ts'
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
const DAY_MS = 24 * HOUR_MS

const LIMIT = { timeout: 600_000 }

test(
  'a series does not wait behind follow-ups of its centre, which are woken in turn',
  LIMIT,
  async () => {
    await using stack = new AsyncDisposableStack()
    const database = stack.use(await createDatabase())
    const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) }
    const platform = stack.use(openTestPlatform(database, clock))
    const { ctx, childId, providerId } = await createCentre(platform, database)
    const firstHour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 10 * DAY_MS
    for (let hour = 0; hour < BACKLOG; hour += 1)
      await createAppointment(ctx, {
        childId,
        providerId,
        type: 'THERAPY_SESSION',
        startsAt: new Date(firstHour + hour * HOUR_MS),
      })
    const { id } = await createSeries(ctx, {
      childId,
      providerId,
      type: 'THERAPY_SESSION',
      startsOn: new Date(Date.now() + 200 * DAY_MS).toISOString().slice(0, 10),
      startTime: '10:00',
      rule: 'FREQ=WEEKLY;COUNT=5',
    })
    // Handed over first, although it was requested last.
    const turns = new Map([
      ['seriesBooking', 1],
      ['appointmentLifecycle', 2],
    ])
    const query = { held: [], blocked: [], now: clock.now(), turns } as const
    const [first] = await pendingMessages(platform, { ...query, limit: 1 })
    expect(first).toMatchObject({ workflow: 'seriesBooking', subjectId: id })

    const { namespace, client, connection } = stack.use(
      await openNamespace(platform, temporalAddress()),
    )
    stack.use(startRelay({ platform, systemUrl: database.systemUrl, client }))
    const drained = () => eventually(async () => (await outboxBacklog(platform)).pending === 0)
    await drained()
    // Woken, all of them must plan again.
    await wakeWorkflows(ctx, { perSecond: BACKLOG })
    await drained()

    const plannedAgain = async () => {
      const query = { action: 'planSteps', limit: 3 * BACKLOG, sort: '-occurredAt' } as const
      return (await listAuditEntries(ctx, query)).data.length - BACKLOG
    }
    const planned = async () =>
      (await listFollowUps(ctx, { limit: 2 * BACKLOG, sort: '-createdAt' })).data.length
    const deliveries = createTestDeliveries(platform)
    {
      await using _worker = await startTestWorkers(platform, deliveries, { connection, namespace })
      await eventually(async () => (await getSeries(ctx, { id })).status === 'READY')
      expect(await plannedAgain()).toBeLessThan(BACKLOG / 2)
      await eventually(async () => (await planned()) === BACKLOG + 5)
    }

    const perSecond = 50
    const before = clock.now()
    const { woken, seconds } = await wakeWorkflows(ctx, { perSecond })
    expect({ woken, seconds }).toEqual({ woken: BACKLOG + 5, seconds: 5 })
    const dueAt = (later: number) =>
      pendingMessages(platform, {
        ...query,
        limit: 2 * BACKLOG,
        now: new Date(before.getTime() + later),
      })
    expect((await dueAt(6_000)).length).toBeGreaterThan(0)
    const rows = await platform.database.system.query<{ most: number; turns: number }>({
      name: 'turns',
      text: `SELECT max(count)::int AS most, count(*)::int AS turns FROM (
             SELECT count(*) FROM outbox WHERE kind = 'workflow' AND created_at >= $1 GROUP BY available_at) t`,
      values: [before],
    })
    expect(rows.rows[0]).toEqual({ most: perSecond, turns: 5 })
  },
)
