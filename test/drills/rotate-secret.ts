import { setTimeout as sleep } from 'node:timers/promises'
import { openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { reconcile, settled } from './oracle.ts'

const LANES = 4
const PAUSE_MS = 400
const RUN_MS = 3_000

export const rotateSecret: Drill = {
  name: 'rotate-secret',
  what: "a webhook's secret rotated under load, at a receiver that changes over later",
  run: async (run) => {
    const { site, random, quick, count, holds } = run
    const rounds = quick ? 1 : 5
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const { client, endpointId, subscriber } = centre
    const path = `/v1/webhook-endpoints/${endpointId}/rotate-secret`
    for (let round = 0; round < rounds; round += 1) {
      const load = startLoad({ centres: [centre], random, lanes: LANES, pauseMs: PAUSE_MS })
      await sleep(RUN_MS)
      const { status, text } = await client.call({ method: 'POST', path, body: {} })
      const { secret } = JSON.parse(text) as { secret?: string }
      holds('it is rotated', status === 200 && secret !== undefined, text)
      // The receiver keeps the old secret, which still signs.
      await sleep(RUN_MS)
      await load.stop()
      await settled(run, [centre])
      // Everybody has switched, so the old one ends immediately.
      const ending = await client.call({ method: 'POST', path, body: { overlapHours: 0 } })
      subscriber.trust((JSON.parse(ending.text) as { secret: string }).secret)
    }
    count('rotations', rounds * 2)
    await settled(run, [centre])
    await reconcile(run, { ledger, centres: [centre] })
  },
}
