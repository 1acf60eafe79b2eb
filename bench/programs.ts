/**
 * Early-intervention programs: started, each with its workflow; left alone; and all moved by a closure. `node bench/programs.ts [count] [kill]`, 10,000 by default.
 * Goals: starting and moving are linear (the last quarter takes as long as the first), moving goes on where
 * it stood, and idle programs cost no worker time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createChild } from '#people/children/create-child.ts'
import { createClockSet } from '#early-intervention/clocks/create-clock-set.ts'
import { listDeadlineRecalculations } from '#early-intervention/clocks/queries.ts'
import { createClosure } from '#organization/closures/create-closure.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { listDeadlines } from '#early-intervention/programs/queries.ts'
import { StartProgram } from '#early-intervention/programs/schemas.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { openCentre } from './support/centre.ts'
import { startServer, type ServerProcess } from './support/process.ts'
import { report } from './support/report.ts'
import { inParallel, openTemporal } from './support/temporal.ts'

const PROGRAMS = Number(process.argv[2] ?? 10_000)
/** `kill`: the worker is killed half way through the moving, which then takes a timeout longer. */
const KILL = process.argv[3] === 'kill'
const QUARTERS = 4
const CONCURRENCY = 8
const IDLE_MS = 20_000
/** No wait of the bench is longer than this for each program, and a minute. */
const MOST_MS_EACH = 200
const POLL_MS = 250

await using temporal = await openTemporal()
await using centre = await openCentre({ people: 1 })
const { ctx, platform } = centre
const owner = new pg.Client(centre.ownerUrl)
await owner.connect()
const workerEnv = { ...centre.env, TEMPORAL_ADDRESS: temporal.address, LOG_LEVEL: 'error' }
let worker = await startServer('worker/main.ts', workerEnv)
const today = dateIn(platform.clock.now(), 'UTC')
const { id: clockSetId } = await createClockSet(ctx, {
  name: 'Working days',
  clocks: [
    {
      name: 'visit',
      countsFrom: 'REFERRAL',
      amount: 30,
      unit: 'WORKING_DAYS',
      daysBefore: 0,
      awaitedMilestone: 'SERVICES_STARTED',
      repeats: false,
      pausable: true,
      warningDays: 5,
      source: 'Bench',
    },
  ],
})

const seconds = (ms: number) => Math.round(ms / 100) / 10
const countOf = async (sql: string): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(sql)
  return rows[0]!.n
}
/** When each quarter was reached, in seconds from now. */
const quartersOf = async (what: string, done: () => Promise<number>): Promise<number[]> => {
  const beganAt = performance.now()
  const reached: number[] = []
  for (let quarter = 1; quarter <= QUARTERS;) {
    const n = await done()
    const elapsed = performance.now() - beganAt
    for (; quarter <= QUARTERS && n >= (PROGRAMS * quarter) / QUARTERS; quarter += 1) {
      reached.push(elapsed)
      console.error(
        `${what}: ${Math.round((100 * quarter) / QUARTERS)} % after ${seconds(elapsed)} s`,
      )
    }
    if (elapsed > 60_000 + PROGRAMS * MOST_MS_EACH) throw new Error(`${what} stands at ${n}`)
    if (quarter <= QUARTERS) await sleep(POLL_MS)
  }
  return reached.map((at, index) => seconds(at - (reached[index - 1] ?? 0)))
}
/** Processor time of the worker while nothing is to be done. */
const idle = async (server: ServerProcess): Promise<number> => {
  await sleep(5_000)
  const before = server.cpuMs() ?? 0
  await sleep(IDLE_MS)
  return (server.cpuMs() ?? 0) - before
}

const idleWithout = await idle(worker)
const birthDate = `${Number(today.slice(0, 4)) - 1}-01-01`
const startOne = async () => {
  const child = await createChild(ctx, { firstName: 'Child', lastName: 'Bench', birthDate })
  await startProgram(
    ctx,
    StartProgram.parse({
      childId: child.id,
      referralReceivedOn: today,
      clockSetId,
    }),
  )
}
const PLANNED = `SELECT count(*)::int AS n FROM follow_ups WHERE waiting_on IS NOT NULL`
const starting = inParallel(PROGRAMS, CONCURRENCY, startOne)
const started = await quartersOf('started and waiting', () => countOf(PLANNED))
await starting
const idleWith = await idle(worker)

const day = (days: number) =>
  new Date(platform.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const closed = { name: 'Holidays', startsOn: day(10), endsOn: day(14) }
const { id: closureId } = await createClosure(ctx, closed)
const query = { limit: 1, sort: '-createdAt', closureId } as const
const recalculation = (await listDeadlineRecalculations(ctx, query)).data[0]!
/** Steps that say what the deadlines say now, once the recalculation has come to them. */
const MOVED = `
  SELECT count(*)::int AS n FROM program_deadlines d
  JOIN follow_ups f ON f.tenant_id = d.tenant_id AND f.subject_id = d.program_id
  JOIN follow_up_steps s ON s.tenant_id = f.tenant_id AND s.follow_up_id = f.id AND s.step = d.clock || '-missed'
  JOIN early_intervention_programs p ON p.tenant_id = d.tenant_id AND p.id = d.program_id
  CROSS JOIN (SELECT cursor_id FROM deadline_recalculations WHERE id = '${recalculation.id}') c
  WHERE (s.due_at AT TIME ZONE 'Europe/Berlin')::date = d.due_on + 1 AND d.program_id <= c.cursor_id`
let killedAfter = 0
const half = (async () => {
  if (!KILL) return
  while ((killedAfter = await countOf(MOVED)) < PROGRAMS / 2) await sleep(POLL_MS)
  process.kill(worker.pid, 'SIGKILL')
  worker = await startServer('worker/main.ts', workerEnv)
})()
const moved = await quartersOf('moved and planned anew', () => countOf(MOVED))
await half
const beganAt = performance.now()
await listDeadlines(ctx, { limit: 100, sort: 'dueOn', status: ['ON_TRACK'] })
const dashboardMs = Math.round(performance.now() - beganAt)
const { rows } = await owner.query(
  'SELECT status, programs, moved FROM deadline_recalculations WHERE id = $1',
  [recalculation.id],
)
await worker[Symbol.asyncDispose]()
await owner.end()

const sum = (numbers: readonly number[]) => numbers.reduce((total, it) => total + it, 0)
report('programs', [], {
  programs: PROGRAMS,
  startedPerSecond: Math.round(PROGRAMS / sum(started)),
  startingSecondsByQuarter: started,
  movedPerSecond: Math.round(PROGRAMS / sum(moved)),
  movingSecondsByQuarter: moved,
  workerKilledAfter: killedAfter,
  recalculation: rows[0],
  workerCpuMsPerSecondIdle: {
    without: Math.round(idleWithout / (IDLE_MS / 1_000)),
    with: Math.round(idleWith / (IDLE_MS / 1_000)),
  },
  dashboardMs,
})
