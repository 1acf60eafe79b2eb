import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCentre, type Centre } from './centre.ts'
import { isUnavailable, type Answer } from './client.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { reconcile, settled } from './oracle.ts'
import { openSite, type Api } from './site.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const DISK_MIB = 320
const LANES = 6
const PAUSE_MS = 50
const RUN_MS = 2_000
/** How long the disk stays full after both processes noticed it. */
const FULL_MS = 15_000
const QUICK_FULL_MS = 3_000
const LONGEST_NOTICE_MS = 60_000
const LONGEST_RECOVERY_MS = 60_000
const ASK_EVERY_MS = 250

export const diskFull: Drill = {
  name: 'disk-full',
  what: 'PostgreSQL, logs and files on a disk that runs full under load, and is freed again',
  quick: true,
  run: async (run) => {
    await using disk = await mountSmallDisk(DISK_MIB)
    if (!disk) return run.skip('a small file system can be mounted by root on Linux only')
    // A separate site, so that other drills keep their disk space.
    await using site = await openSite({ storage: disk.dir })
    const own = { ...run, site }
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random: run.random })
    const processes = [...site.apis, ...site.workers]
    const pids = processes.map(({ pid }) => pid)
    const load = startLoad({
      centres: [centre],
      random: run.random,
      lanes: LANES,
      pauseMs: PAUSE_MS,
    })
    await sleep(RUN_MS)
    // A separate disk for the write-ahead log: PostgreSQL stops if it cannot start a new segment.
    await site.query('SELECT pg_switch_wal()')
    await site.query('CHECKPOINT')
    const before = ledger.acknowledged.length

    const answers = await whileFull(own, centre, disk)
    const wrong = answers.filter((answer) => answer.status !== 200 && !isUnavailable(answer))
    run.count('acknowledged before', before)
    run.count('503 while full', ledger.answered(503))
    run.holds('answers while it is full: 200, or 503 with Retry-After', wrong.length === 0, wrong)
    run.holds('some writes were refused', ledger.answered(503) > 0)

    const logged = processes.map(({ logFile }) => statSync(logFile).size)
    disk.free()
    const stopped = site.accidents.filter((accident) => accident.startsWith('postgres'))
    run.count('PostgreSQL stopped by itself', stopped.length)
    site.accidents.splice(0, Infinity, ...site.accidents.filter((it) => !stopped.includes(it)))
    await site.postgres.start()
    await servedAgain(own, centre)
    await load.stop()
    await Promise.all([noShortage(own, centre), settled(own, [centre])])
    run.holds(
      'no API and no worker process was started again',
      processes.every(({ pid, isUp }, index) => isUp && pid === pids[index]),
    )
    run.holds(
      'every log goes on',
      processes.every(({ logFile }, index) => statSync(logFile).size > logged[index]!),
    )
    await reconcile(own, { ledger, centres: [centre] })
  },
}

/** Fills the disk until both processes notice, and a while longer; returns the responses during that time. */
const whileFull = async (run: DrillRun, centre: Centre, disk: SmallDisk): Promise<Answer[]> => {
  const { site, quick, count, holds } = run
  const answers: Answer[] = []
  const said = new Set<Api>()
  const beganAt = performance.now()
  let until = Number.POSITIVE_INFINITY
  while (performance.now() < until && performance.now() - beganAt < LONGEST_NOTICE_MS) {
    disk.fill()
    for (const api of site.apis) {
      answers.push(await centre.client.call({ path: '/v1/appointments?limit=1', url: api.url }))
      const { status } = await readiness(centre, api)
      if (status === 'degraded' || status === 'down') said.add(api)
    }
    if (said.size === site.apis.length && until === Number.POSITIVE_INFINITY) {
      count('noticed after, ms', Math.round(performance.now() - beganAt))
      until = performance.now() + (quick ? QUICK_FULL_MS : FULL_MS)
    }
    await sleep(ASK_EVERY_MS)
  }
  holds('/readyz of both processes says so', said.size === site.apis.length, said.size)
  return answers
}

/** Both processes serve again, each checked separately. */
const servedAgain = async ({ site, count, holds }: DrillRun, centre: Centre): Promise<void> => {
  const beganAt = performance.now()
  const passed = () => performance.now() - beganAt
  for (const { url } of site.apis) {
    while (passed() < LONGEST_RECOVERY_MS) {
      const { status } = await centre.client.call({ path: '/v1/appointments?limit=1', url })
      if (status === 200) break
      await sleep(ASK_EVERY_MS)
    }
  }
  count('served again after, ms', Math.round(passed()))
  holds('both processes serve again by themselves', passed() < LONGEST_RECOVERY_MS, passed())
}

/** `/readyz` of both processes no longer names a shortage. */
const noShortage = async ({ site, holds }: DrillRun, centre: Centre): Promise<void> => {
  const deadline = performance.now() + LONGEST_RECOVERY_MS
  const named = async (api: Api) => (await readiness(centre, api)).shortage !== null
  let left = site.apis
  while (left.length > 0 && performance.now() < deadline) {
    const still = await Promise.all(left.map(named))
    left = left.filter((_, index) => still[index])
    await sleep(ASK_EVERY_MS)
  }
  holds('/readyz names no shortage any more', left.length === 0, left.length)
}

interface Readiness {
  status?: string
  shortage?: string | null
}

const readiness = async ({ client }: Centre, { url }: Api): Promise<Readiness> => {
  const { status, text } = await client.call({ path: '/readyz', url })
  return status === undefined ? {} : (JSON.parse(text) as Readiness)
}
