import { setTimeout as sleep } from 'node:timers/promises'
import { openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger, longestWaitForKey } from './ledger.ts'
import { writeBurst } from './load.ts'
import { reconcile, settled } from './oracle.ts'

/** Bookings in progress when the process dies. */
const BURST = { quick: 8, full: 24 }
/** The kill happens within this many milliseconds after they were sent. */
const LATEST_KILL_MS = 300
const LONGEST_KEY_WAIT_MS = 30_000

export const killApi: Drill = {
  name: 'kill-api',
  what: 'kill -9 of an API process at random moments during keyed writes',
  quick: true,
  run: async (run) => {
    const { site, random, quick, count, holds, say } = run
    const kills = quick ? 5 : 50
    const ledger = new Ledger()
    await using one = await openCentre({ site, ledger, random })
    await using other = await openCentre({ site, ledger, random })
    const centres = [one, other]
    for (let killed = 1; killed <= kills; killed += 1) {
      const api = random.pick(site.apis)
      const burst = writeBurst(centres, random, quick ? BURST.quick : BURST.full)
      await sleep(random.between(0, LATEST_KILL_MS))
      await api.end('SIGKILL')
      await Promise.all([burst, api.start()])
      if (killed % 10 === 0) say(`${killed} of ${kills} kills`)
    }
    await settled(run, centres)
    const keyWaitMs = Math.round(longestWaitForKey(ledger.writes))
    count('kills', kills)
    count('longest wait for a key, ms', keyWaitMs)
    holds('no key is stuck for over 30 s', keyWaitMs < LONGEST_KEY_WAIT_MS, keyWaitMs)
    await reconcile(run, { ledger, centres })
  },
}
