import { setTimeout as sleep } from 'node:timers/promises'
import { dischargeChild } from '#records/discharges/discharge-child.ts'
import { DischargeChild } from '#records/discharges/schemas.ts'
import { createSeries } from '#scheduling/series/create-series.ts'
import { openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Two a week for a year. */
const VISITS = 100
/** Kills happen within this many milliseconds after an item was ended. */
const LATEST_KILL_MS = 600
const POLL_MS = 20
/** No item was ended for this long, so it will not continue by itself. */
const STALLED_MS = 60_000

export const killInDischarges: Drill = {
  name: 'kill-in-discharges',
  what: 'kill -9 of all workers three times in the middle of the discharge of a child with 100 visits ahead',
  run: async (run) => {
    const { site, random, quick, count, holds } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const { ctx, tenantId, nextBooking } = centre
    const rounds = quick ? 1 : 3
    let [kills, longestMs] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const { childId, providerId, type } = nextBooking()
      const series = await createSeries(ctx, {
        childId,
        providerId,
        type,
        startsOn: '2028-01-03',
        startTime: '10:00',
        rule: `FREQ=WEEKLY;BYDAY=MO,TH;COUNT=${VISITS}`,
      })
      while (!(await isReady(run, tenantId, series.id))) await sleep(POLL_MS)
      const { id } = await dischargeChild(ctx, {
        id: childId,
        ...DischargeChild.parse({ reason: 'MOVED_AWAY', summary: false }),
      })
      const progress = async () => (await site.query<Progress>(PROGRESS, [tenantId, id]))[0]!
      for (const share of [0.2, 0.5, 0.8]) {
        while ((await progress()).ended < VISITS * share) await sleep(POLL_MS)
        await sleep(random.between(0, LATEST_KILL_MS))
        await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
        if (!(await progress()).isDone) kills += 1
        const restartedAt = performance.now()
        await Promise.all(site.workers.map((it) => it.start()))
        if (share === 0.8) {
          await untilDoneOrStalled(progress)
          longestMs = Math.max(longestMs, Math.round(performance.now() - restartedAt))
        }
      }
      const found = await progress()
      holds('each visit is cancelled once', isWhole(found), found)
    }
    await settled(run, [centre])
    count('discharges', rounds)
    count('kills in their middle', kills)
    count('longest until ended after the restart, ms', longestMs)
    holds('there was something to lose', kills > 0)
    await reconcile(run, { ledger, centres: [centre] })
  },
}

const isReady = async (
  { site }: Parameters<Drill['run']>[0],
  tenantId: string,
  seriesId: string,
): Promise<boolean> => {
  const [row] = await site.query<{ ready: boolean }>(
    `SELECT status = 'READY' AS ready FROM series WHERE tenant_id = $1 AND id = $2`,
    [tenantId, seriesId],
  )
  return row?.ready ?? false
}

/** It must finish, however slow the machine is. */
const untilDoneOrStalled = async (progress: () => Promise<Progress>): Promise<void> => {
  let [most, progressAt] = [-1, performance.now()]
  for (;;) {
    const { isDone, ended } = await progress()
    if (isDone) return
    const now = performance.now()
    if (ended > most) [most, progressAt] = [ended, now]
    if (now - progressAt > STALLED_MS) return
    await sleep(POLL_MS)
  }
}

interface Progress {
  isDone: boolean
  ended: number
  cancelled: number
  announced: number
  completed: number
}

const isWhole = ({ isDone, ended, cancelled, announced, completed }: Progress) =>
  // The series is an item too.
  isDone && ended >= VISITS && cancelled === VISITS && announced === VISITS && completed === 1

const PROGRESS = `
  SELECT d.status = 'ENDED' AS "isDone",
         (SELECT count(*)::int FROM discharge_items i
          WHERE i.tenant_id = $1 AND i.discharge_id = $2 AND i.result = 'ENDED') AS ended,
         (SELECT count(*)::int FROM appointments a
          WHERE a.tenant_id = $1 AND a.child_id = d.child_id AND a.status = 'CANCELLED') AS cancelled,
         (SELECT count(*)::int FROM outbox o JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.subject_id
          WHERE a.tenant_id = $1 AND a.child_id = d.child_id AND o.type = 'booking.cancelled') AS announced,
         (SELECT count(*)::int FROM outbox o
          WHERE o.tenant_id = $1 AND o.subject_id = d.child_id AND o.type = 'child.discharge_completed') AS completed
  FROM discharges d WHERE d.tenant_id = $1 AND d.id = $2`
