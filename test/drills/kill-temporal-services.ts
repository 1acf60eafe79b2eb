import { openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { reconcile, settled } from './oracle.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long writes go on before a service is killed, and while it is gone. */
const LOAD_MS = { quick: 3_000, full: 15_000 }
const PAUSE_MS = 250

export const killTemporalServices: Drill = {
  name: 'kill-temporal-services',
  what: "kill -9 of one service of Temporal's cluster after the other under load: frontend, history, matching, worker",
  cluster: true,
  quick: true,
  run: async (run) => {
    const { site, random, quick, count, holds, say } = run
    if (!site.cluster) return run.skip('Temporal is its development server: pass --cluster')
    const phaseMs = quick ? LOAD_MS.quick : LOAD_MS.full
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    await settled(run, [centre])

    for (const service of site.cluster.services) {
      const before = ledger.acknowledged.length
      const load = startLoad({ centres: [centre], random, lanes: 2, pauseMs: PAUSE_MS })
      await sleep(phaseMs)
      await service.end('SIGKILL')
      await sleep(phaseMs)
      await load.stop()
      await service.start()
      const { messages, deliveries, followUps } = await settled(run, [centre])
      const caughtUpS = Math.round(Math.max(messages, deliveries, followUps) / 100) / 10
      const accepted = ledger.acknowledged.length - before
      say(`${service.name} killed: ${accepted} writes, all done ${caughtUpS} s after it was back`)
      count(`${service.name}: writes`, accepted)
      count('all done after it was back, s', caughtUpS)
      holds(`writes are accepted while ${service.name} is gone`, ledger.answered(503) === 0)
    }
    await reconcile(run, { ledger, centres: [centre] })
  },
}
