import { openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { reconcile, settled } from './oracle.ts'

/** Slow enough for deliveries to be in progress whenever a worker stops, in milliseconds. */
const ANSWER_MS = 50
/** Pause of a lane between two writes: restarting all processes takes a minute or more, and writes must drain. */
const PAUSE_MS = 400

export const rollingRestart: Drill = {
  name: 'rolling-restart',
  what: 'SIGTERM to every process in turn under load, as when a new version is deployed',
  run: async (run) => {
    const { site, random, quick, count, holds, say } = run
    const rounds = quick ? 1 : 5
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random, answerMs: ANSWER_MS })
    const { subscriber } = centre
    const load = startLoad({ centres: [centre], random, lanes: 4, pauseMs: PAUSE_MS })

    let longestStopMs = 0
    for (let round = 1; round <= rounds; round += 1) {
      for (const member of [...site.workers, ...site.apis]) {
        const toldAt = performance.now()
        await member.end('SIGTERM')
        longestStopMs = Math.max(longestStopMs, performance.now() - toldAt)
        await member.start()
      }
      say(`all processes restarted, ${round} of ${rounds}`)
    }
    await load.stop()
    await settled(run, [centre])
    const { receipts } = subscriber
    const repeats = receipts.length - new Set(receipts.map(({ eventId }) => eventId)).size
    count('restarts', rounds * (site.workers.length + site.apis.length))
    count('longest stop, s', Number((longestStopMs / 1_000).toFixed(1)))
    holds('nothing is delivered twice when nobody dies', repeats === 0, repeats)
    await reconcile(run, { ledger, centres: [centre] })
  },
}
