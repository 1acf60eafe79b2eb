import { setTimeout as sleep } from 'node:timers/promises'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { reconcile, settled } from './oracle.ts'
import type { Member } from './member.ts'

/** Two writes a second, as in a busy centre; each then starts a workflow. */
const LANES = 2
const PAUSE_MS = 1_000

export const temporalDown: Drill = {
  name: 'temporal-down',
  what: 'Temporal stopped for 5 minutes under load',
  run: async (run) => {
    const { site, random, quick } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    await settled(run, [centre])
    await outage(run, { centre, ledger, forMs: quick ? 20_000 : 300_000 }, () =>
      site.temporal.end('SIGKILL'),
    )
    await reconcile(run, { ledger, centres: [centre] })
  },
}

export const temporalDownAtBoot: Drill = {
  name: 'temporal-down-at-boot',
  what: 'Temporal not there when API and workers start',
  run: async (run) => {
    const { site, random, quick } = run
    const ledger = new Ledger()
    const processes = [...site.apis, ...site.workers]
    const starting: Promise<void>[] = []
    await using centre = await openCentre({ site, ledger, random })
    await settled(run, [centre])
    await outage(run, { centre, ledger, forMs: quick ? 20_000 : 60_000 }, async () => {
      await Promise.all(processes.map((it) => it.end('SIGTERM')))
      await site.temporal.end('SIGTERM')
      await Promise.all(site.apis.map((it) => it.start()))
      // A worker is ready when it polls, which is not possible yet.
      starting.push(...site.workers.map(startUntilReady))
    })
    await Promise.all(starting)
    await reconcile(run, { ledger, centres: [centre] })
  },
}

/** Like a process supervisor: a start fails after a minute and is retried. */
const startUntilReady = async (member: Member): Promise<void> => {
  for (let tries = 0; tries < 5; tries += 1) {
    const ready = await member.start().then(
      () => true,
      () => false,
    )
    if (ready) return
  }
}

interface Outage {
  centre: Centre
  ledger: Ledger
  forMs: number
}

/** Stops Temporal under load, checks what is reported, and restarts it. */
const outage = async (
  run: DrillRun,
  { centre, ledger, forMs }: Outage,
  takeAway: () => Promise<void>,
): Promise<void> => {
  const { site, random, count, holds } = run
  await takeAway()
  const [downAt, before] = [performance.now(), ledger.acknowledged.length]
  const load = startLoad({ centres: [centre], random, lanes: LANES, pauseMs: PAUSE_MS })
  await sleep(forMs / 2)
  const halfway = await centre.client.call({ path: '/readyz' })
  await sleep(forMs / 2)
  const accepted = ledger.acknowledged.length - before
  const [left] = await site.query<{ n: number }>(BACKLOG, [centre.tenantId])
  const ready = await centre.client.call({ path: '/readyz' })
  await load.stop()
  const awayMs = performance.now() - downAt
  await site.temporal.start()
  const { messages, followUps } = await settled(run, [centre])
  const again = await untilReady(centre)

  count('away, s', Math.round(awayMs / 1_000))
  count('writes accepted meanwhile', accepted)
  count('waiting for Temporal', left!.n)
  count('handed over after, s', Math.round(messages / 1_000))
  count('all follow-ups planned after, s', Math.round(followUps / 1_000))
  holds('writes are accepted', accepted > 0 && ledger.answered(503) === 0, ledger.answered(503))
  for (const { status, text } of [halfway, ready]) {
    const report = status === 200 ? (JSON.parse(text) as { status: string }) : undefined
    holds('/readyz answers 200 and says degraded', report?.status === 'degraded', text)
  }
  holds('/readyz says ok again by itself', again)
}

const untilReady = async ({ client }: Centre): Promise<boolean> => {
  for (let tries = 0; tries < 60; tries += 1) {
    const { status, text } = await client.call({ path: '/readyz' })
    if (status === 200 && (JSON.parse(text) as { status: string }).status === 'ok') return true
    await sleep(500)
  }
  return false
}

const BACKLOG = `
  SELECT count(*)::int AS n FROM outbox WHERE tenant_id = $1 AND kind = 'workflow' AND done_at IS NULL`
