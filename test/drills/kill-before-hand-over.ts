import { openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { writeBurst } from './load.ts'
import { reconcile, settled } from './oracle.ts'

const BURST = 16
const LONGEST_MS = 60_000

export const killBeforeHandOver: Drill = {
  name: 'kill-before-hand-over',
  what: 'kill -9 of everything between the commit and the hand-over to Temporal',
  run: async (run) => {
    const { site, random, quick, count, holds } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    await settled(run, [centre])
    let [waiting, longestMs] = [0, 0]
    const rounds = quick ? 1 : 10
    for (let round = 0; round < rounds; round += 1) {
      // Workers first, so that later commits are not handed over.
      await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
      await writeBurst([centre], random, BURST)
      await Promise.all(site.apis.map((it) => it.end('SIGKILL')))
      const [left] = await site.query<{ n: number }>(WAITING, [centre.tenantId])
      waiting += left!.n
      const everybody = [...site.apis, ...site.workers]
      await Promise.all(everybody.map((it) => it.start()))
      const { messages, deliveries } = await settled(run, [centre])
      longestMs = Math.max(longestMs, messages, deliveries)
    }
    count('rounds', rounds)
    count('committed and not handed over', waiting)
    count('longest until delivered, ms', longestMs)
    holds('there was something to lose', waiting > 0)
    holds('all is delivered within 60 s of the restart', longestMs <= LONGEST_MS, longestMs)
    await reconcile(run, { ledger, centres: [centre] })
  },
}

const WAITING = `SELECT count(*)::int AS n FROM outbox WHERE tenant_id = $1 AND done_at IS NULL`
