import { setTimeout as sleep } from 'node:timers/promises'
import { createSeries } from '#scheduling/series/create-series.ts'
import { openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Five a week for a year. */
const OCCURRENCES = 260
/** The kill happens within this many milliseconds after the first occurrence was booked. */
const LATEST_KILL_MS = 1_500
const POLL_MS = 20
/** No occurrence was booked for this long, so it will not continue by itself. */
const STALLED_MS = 60_000

export const killInSeries: Drill = {
  name: 'kill-in-series',
  what: 'kill -9 of all workers at random moments in the middle of a series of 260 occurrences',
  run: async (run) => {
    const { site, random, quick, count, holds } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const { ctx, tenantId, nextBooking } = centre
    const rounds = quick ? 1 : 5
    let [unfinished, longestMs] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const { childId, providerId, type } = nextBooking()
      const { id } = await createSeries(ctx, {
        childId,
        providerId,
        type,
        startsOn: '2028-01-03',
        startTime: '10:00',
        rule: `FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=${OCCURRENCES}`,
      })
      const progress = async () => (await site.query<Progress>(PROGRESS, [tenantId, id]))[0]!
      while ((await progress()).booked === 0) await sleep(POLL_MS)
      await sleep(random.between(0, LATEST_KILL_MS))
      await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
      if (!(await progress()).ready) unfinished += 1
      const restartedAt = performance.now()
      await Promise.all(site.workers.map((it) => it.start()))
      await untilReadyOrStalled(progress)
      longestMs = Math.max(longestMs, Math.round(performance.now() - restartedAt))
      const found = await progress()
      holds('each occurrence is booked once', isWhole(found), found)
    }
    await settled(run, [centre])
    count('series', rounds)
    count('killed in their middle', unfinished)
    count('longest until whole after the restart, ms', longestMs)
    holds('there was something to lose', unfinished > 0)
    await reconcile(run, { ledger, centres: [centre] })
  },
}

/** It must finish, however slow the machine is. */
const untilReadyOrStalled = async (progress: () => Promise<Progress>): Promise<void> => {
  let [most, progressAt] = [-1, performance.now()]
  for (;;) {
    const { ready, booked } = await progress()
    if (ready) return
    const now = performance.now()
    if (booked > most) [most, progressAt] = [booked, now]
    if (now - progressAt > STALLED_MS) return
    await sleep(POLL_MS)
  }
}

interface Progress {
  ready: boolean
  booked: number
  appointments: number
  starts: number
  created: number
  ends: number
}

const isWhole = ({ ready, booked, appointments, starts, created, ends }: Progress) =>
  ready && ends === 1 && [booked, appointments, starts, created].every((it) => it === OCCURRENCES)

const PROGRESS = `
  SELECT s.status = 'READY' AS ready,
         (SELECT count(DISTINCT appointment_id)::int FROM series_occurrences
          WHERE tenant_id = $1 AND series_id = $2 AND status = 'BOOKED') AS booked,
         a.appointments, a.starts, a.created,
         (SELECT count(*)::int FROM outbox
          WHERE tenant_id = $1 AND subject_id = $2 AND type = 'series.processed') AS ends
  FROM series s CROSS JOIN LATERAL (
    SELECT count(*)::int AS appointments, count(DISTINCT starts_at)::int AS starts,
           (SELECT count(*)::int FROM outbox o JOIN appointments b ON b.tenant_id = o.tenant_id AND b.id = o.subject_id
            WHERE b.tenant_id = $1 AND b.series_id = $2 AND o.type = 'booking.created') AS created
    FROM appointments WHERE tenant_id = $1 AND series_id = $2) a
  WHERE s.tenant_id = $1 AND s.id = $2`
