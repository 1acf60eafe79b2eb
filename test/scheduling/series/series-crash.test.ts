import { expect, test } from 'vitest'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { carryOutSeries } from '#scheduling/series/carry-out-series.ts'
import { createSeries } from '#scheduling/series/create-series.ts'
import { editSeries } from '#scheduling/series/edit-series.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { eventually } from '../../workflows/support.ts'
import { openWorld } from '../../workflows/world.ts'

const HOUR_MS = 3_600_000
/** More than one round. */
const OCCURRENCES = 70
const BOOKED_AT_KILL = 20
const EXPIRING = 12

/** Kills the worker at an occurrence, checks its work, and lets another finish. */
const killWorkerMidway = async (
  { hold, query, startWorker }: Awaited<ReturnType<typeof openWorld>>,
  look: () => Promise<void>,
): Promise<void> => {
  const held = await hold(`SELECT FROM series_occurrences WHERE number = ${BOOKED_AT_KILL + 1}`)
  await held.killHere(await startWorker('first'))
  await look()
  await startWorker('second')
  await eventually(async () => (await query(READY)).length === 1)
}

/** kill -9 in the middle; only Temporal has to notice. Nothing is lost or done twice. */

test('another worker continues a series after a crash and books each occurrence once', async () => {
  await using world = await openWorld()
  const { ctx, query, childId, providerId } = world
  const series = await createSeries(ctx, {
    childId,
    providerId,
    type: 'THERAPY_SESSION',
    startsOn: '2027-01-04',
    startTime: '10:00',
    rule: `FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=${OCCURRENCES}`,
  })
  await killWorkerMidway(world, async () => {
    expect(await query(BOOKED)).toEqual([{ n: BOOKED_AT_KILL }])
  })
  expect(await query(OUTCOME)).toEqual([
    { appointments: OCCURRENCES, starts: OCCURRENCES, linked: OCCURRENCES, created: OCCURRENCES },
  ])
  expect(await query(SETTLED)).toEqual([
    { subject_id: series.id, booked: OCCURRENCES, conflicts: 0 },
  ])
})

test('another worker continues a group series after a crash and creates each group once', async () => {
  await using world = await openWorld()
  const { ctx, query, providerId } = world
  const service = await createService(
    ctx,
    CreateService.parse({
      code: 'GROUP',
      name: 'Group',
      durationMinutes: 45,
      amount: 4500,
      capacity: 3,
    }),
  )
  await createSeries(ctx, {
    kind: 'GROUP',
    providerId,
    type: 'GROUP_SESSION',
    serviceId: service.id,
    startsOn: '2027-01-04',
    startTime: '10:00',
    rule: `FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=${OCCURRENCES}`,
  })
  await killWorkerMidway(world, async () => {
    expect(await query(BOOKED)).toEqual([{ n: BOOKED_AT_KILL }])
  })
  expect(await query(GROUPS)).toEqual([
    { groups: OCCURRENCES, starts: OCCURRENCES, linked: OCCURRENCES, created: OCCURRENCES },
  ])
})

test('another worker continues an edit after a crash and changes each appointment once', async () => {
  await using world = await openWorld()
  const { ctx, query, childId, providerId } = world
  const series = await createSeries(ctx, {
    childId,
    providerId,
    type: 'THERAPY_SESSION',
    startsOn: '2027-01-04',
    startTime: '10:00',
    rule: `FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=${OCCURRENCES}`,
  })
  await carryOutSeries(ctx, { id: series.id })
  expect(await carryOutSeries(ctx, { id: series.id })).toEqual({ left: false })
  await editSeries(ctx, { id: series.id, scope: 'ALL', durationMinutes: 30, notes: 'Shoes' })
  await killWorkerMidway(world, async () => {
    expect(await query(UPDATED)).toEqual([{ appointments: BOOKED_AT_KILL, told: BOOKED_AT_KILL }])
  })
  expect(await query(UPDATED)).toEqual([{ appointments: OCCURRENCES, told: OCCURRENCES }])
  expect(await query(CHANGES)).toEqual([{ kind: 'patch', changes: OCCURRENCES }])
  expect(await query(LEFT)).toEqual([])
})

test('another worker continues expiries after a crash and ends each booking once', async () => {
  await using world = await openWorld()
  const { ctx, query, startWorker, childId, providerId } = world
  const service = await createService(
    ctx,
    CreateService.parse({
      code: 'ON_REQUEST',
      name: 'On request',
      durationMinutes: 45,
      amount: 8500,
      requiresConfirmation: true,
      confirmationWindowMinutes: 60,
    }),
  )
  const tomorrow = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS
  for (let hour = 0; hour < EXPIRING; hour += 1) {
    await createAppointment(ctx, {
      childId,
      providerId,
      type: 'THERAPY_SESSION',
      serviceId: service.id,
      startsAt: new Date(tomorrow + hour * HOUR_MS),
    })
  }
  // Backdated by more than an hour.
  await query(`UPDATE appointments SET created_at = now() - interval '2 hours'`)
  const held = await world.hold(`SELECT FROM appointments ORDER BY starts_at LIMIT ${EXPIRING / 2}`)
  const first = await startWorker('first')
  const expired = async () => (await query<{ n: number }>(EXPIRED))[0]!.n
  await eventually(async () => (await expired()) === EXPIRING / 2)
  await held.killHere(first)
  expect(await expired()).toBe(EXPIRING / 2)

  await startWorker('second')
  await eventually(async () => (await expired()) === EXPIRING)
  await eventually(async () => (await query(STILL_PLANNED)).length === 0)
  expect(await query(EXPIRIES)).toEqual([{ events: EXPIRING, appointments: EXPIRING }])
  expect(await query(CHANGES)).toEqual([{ kind: 'expire', changes: EXPIRING }])
})

const BOOKED = `SELECT count(*)::int AS n FROM series_occurrences WHERE status = 'BOOKED'`
const READY = `SELECT id FROM series WHERE status = 'READY'`
const OUTCOME = `
  SELECT count(*)::int AS appointments, count(DISTINCT a.starts_at)::int AS starts,
         (SELECT count(DISTINCT appointment_id)::int FROM series_occurrences WHERE status = 'BOOKED') AS linked,
         (SELECT count(DISTINCT subject_id)::int FROM outbox WHERE type = 'booking.created') AS created
  FROM appointments a WHERE a.series_id IS NOT NULL`
const GROUPS = `
  SELECT count(*)::int AS groups, count(DISTINCT a.starts_at)::int AS starts,
         (SELECT count(DISTINCT appointment_id)::int FROM series_occurrences WHERE status = 'BOOKED') AS linked,
         (SELECT count(DISTINCT subject_id)::int FROM outbox WHERE type = 'group_appointment.created') AS created
  FROM appointments a WHERE a.series_id IS NOT NULL AND a.child_id IS NULL`
const SETTLED = `
  SELECT subject_id, (payload ->> 'booked')::int AS booked, (payload ->> 'conflicts')::int AS conflicts
  FROM outbox WHERE type = 'series.processed'`
const UPDATED = `
  SELECT count(*)::int AS appointments,
         (SELECT count(*)::int FROM outbox WHERE type = 'appointment.updated') AS told
  FROM appointments WHERE ends_at - starts_at = interval '30 minutes' AND notes = 'Shoes'`
const LEFT = `SELECT 1 FROM series_occurrences WHERE pending IS NOT NULL OR edited <> '{}'`
const EXPIRED = `SELECT count(*)::int AS n FROM appointments WHERE status = 'EXPIRED'`
const STILL_PLANNED = `SELECT 1 FROM follow_ups WHERE status = 'ACTIVE'`
const EXPIRIES = `
  SELECT count(*)::int AS events, count(DISTINCT subject_id)::int AS appointments
  FROM outbox WHERE type = 'appointment.expired'`
const CHANGES = `SELECT kind, count(*)::int AS changes FROM appointment_changes GROUP BY 1`
