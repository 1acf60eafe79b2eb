import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable, type Answer } from './client.ts'
import { openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { reconcile, settled } from './oracle.ts'

const LANES = 8
const PAUSE_MS = 100
const RUN_MS = 1_000
/** How long the server is down besides its recovery, in milliseconds. */
const AWAY_MS = 2_000
const LONGEST_RECOVERY_MS = 30_000

export const postgresRestart: Drill = {
  name: 'postgres-restart',
  what: 'PostgreSQL stopped at once (immediate) under load, and started again',
  quick: true,
  run: async (run) => {
    const { site, random, quick, count, holds } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const pids = site.apis.map(({ pid }) => pid)
    const rounds = quick ? 1 : 5
    let longestMs = 0
    const refusals: Answer[] = []
    for (let round = 0; round < rounds; round += 1) {
      const load = startLoad({ centres: [centre], random, lanes: LANES, pauseMs: PAUSE_MS })
      await sleep(RUN_MS)
      // SIGQUIT is PostgreSQL's immediate shutdown: no checkpoint, recovery at the next start.
      await site.postgres.end('SIGQUIT')
      await sleep(AWAY_MS / 2)
      for (const { url } of site.apis) {
        refusals.push(await centre.client.call({ path: '/v1/appointments', url }))
      }
      const ready = await centre.client.call({ path: '/readyz' })
      holds('/readyz says 503 while there is no database', ready.status === 503, ready.text)
      await sleep(AWAY_MS / 2)
      await site.postgres.start()
      const backAt = performance.now()
      for (const { url } of site.apis) {
        for (;;) {
          const { status } = await centre.client.call({ path: '/v1/appointments', url })
          if (status === 200) break
          if (performance.now() - backAt > LONGEST_RECOVERY_MS) break
          await sleep(50)
        }
      }
      longestMs = Math.max(longestMs, Math.round(performance.now() - backAt))
      await load.stop()
    }
    await settled(run, [centre])
    count('restarts', rounds)
    count('503', ledger.answered(503))
    count('longest until served again, ms', longestMs)
    holds('both processes serve within 30 s', longestMs <= LONGEST_RECOVERY_MS, longestMs)
    holds(
      'no API process was started again',
      site.apis.every(({ pid }, index) => pid === pids[index]),
    )
    const wrong = refusals.filter((answer) => !isUnavailable(answer))
    holds('without the database: 503, a problem document, Retry-After', wrong.length === 0, wrong)
    await reconcile(run, { ledger, centres: [centre] })
  },
}
