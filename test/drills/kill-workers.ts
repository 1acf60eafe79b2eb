import { setTimeout as sleep } from 'node:timers/promises'
import { openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { startLoad, writeBurst } from './load.ts'
import { reconcile, settled } from './oracle.ts'

const BURST = 100
/** Slow enough for deliveries to be in progress when the workers die, in milliseconds. */
const ANSWER_MS = 50
const KILL_EVERY_MS = 20_000

export const killWorkers: Drill = {
  name: 'kill-workers',
  what: 'kill -9 of all workers in the middle of deliveries, then of a random one every 20 s',
  run: async (run) => {
    const { site, random, quick, count, holds, say } = run
    const kills = quick ? 2 : 9
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random, answerMs: ANSWER_MS })
    const { subscriber } = centre
    await settled(run, [centre])

    const before = subscriber.receipts.length
    const midway = Promise.withResolvers<void>()
    subscriber.onReceipt = () => {
      if (subscriber.receipts.length >= before + BURST / 4) midway.resolve()
    }
    const burst = writeBurst([centre], random, BURST)
    await midway.promise
    await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
    const diedAt = performance.now()
    await burst
    await Promise.all(site.workers.map((it) => it.start()))
    await settled(run, [centre])
    const resumed = subscriber.receipts.find(({ receivedAt }) => receivedAt > diedAt + 1_000)
    count('killed at once', site.workers.length)
    count('first delivery after, s', seconds((resumed?.receivedAt ?? diedAt) - diedAt))
    count('all delivered after, s', seconds(subscriber.receipts.at(-1)!.receivedAt - diedAt))
    holds('deliveries were under way', resumed !== undefined)

    const load = startLoad({ centres: [centre], random, lanes: 2, pauseMs: 1_000 })
    for (let killed = 1; killed <= kills; killed += 1) {
      await sleep(KILL_EVERY_MS)
      const worker = random.pick(site.workers)
      await worker.end('SIGKILL')
      await worker.start()
      say(`${worker.name} killed and started again, ${killed} of ${kills}`)
    }
    await load.stop()
    await settled(run, [centre])
    count('killed one by one', kills)
    await reconcile(run, { ledger, centres: [centre] })
  },
}

const seconds = (ms: number) => Number((ms / 1_000).toFixed(1))
