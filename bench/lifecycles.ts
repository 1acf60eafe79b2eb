/**
 * Lifecycles of bookings begun per second by one worker, from the committed booking to its workflow that
 * waits, against bare `client.workflow.start` of a workflow with one timer. Goal: 120 a second on two cores.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ADVISORY_LOCKS } from '#platform/core/transactions/advisory-locks.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { appointmentLifecycleWorkflow } from '#scheduling/appointments/workflows.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { workflowIdFor } from '#platform/core/workflow-kinds/workflows.ts'
import { createTemporalClient } from '../providers/temporal/index.ts'
import { openBareTimers } from './support/bare-timers.ts'
import { openCentre, slotOf } from './support/centre.ts'
import { postgresCpuMs } from './support/postgres-cpu.ts'
import { startServer } from './support/process.ts'
import { report } from './support/report.ts'
import { inParallel, medianOf, openTemporal } from './support/temporal.ts'
import { workOf } from '../test/support/workflow-work.ts'

const BOOKINGS = Number(process.argv[2] ?? 300)
const WARM_UP = 100
const ROUNDS = 2
/** That of the relay. */
const CONCURRENCY = 48
const POLL_MS = 100
const MOST_SECONDS = 60

await using temporal = await openTemporal()
await using centre = await openCentre({ people: 40 })
const { address } = temporal
await using worker = await startServer('worker/main.ts', {
  ...centre.env,
  TEMPORAL_ADDRESS: address,
})
await using ours = createTemporalClient({
  connection: { address },
  namespace: 'default',
  keys: centre.platform.cipher.keys,
})
await using bare = await openBareTimers(address)
await using open = new AsyncDisposableStack()
const owner = open.adopt(new pg.Client(centre.ownerUrl), (client) => client.end())
await owner.connect()

let made = 0
const book = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  const first = made
  made += count
  await inParallel(count, 8, async (index) => {
    const { startsAt, ...slot } = slotOf(centre, first + index)
    const { id } = await createAppointment(centre.ctx, {
      ...slot,
      startsAt: new Date(startsAt),
      type: 'THERAPY_SESSION',
    })
    ids.push(id)
  })
  return ids
}

/** Takes leadership from the worker's relay, so that messages wait. */
const holdRelay = async (): Promise<void> => {
  const { rows } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const held = owner.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.relay])
  const other = new pg.Client(centre.ownerUrl)
  await other.connect()
  await other.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND objid = $1 AND granted AND pid <> $2`,
    [ADVISORY_LOCKS.relay, rows[0]!.pid],
  )
  await other.end()
  await held
}
const releaseRelay = () => owner.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.relay])

/** Asked of PostgreSQL first, because each count takes Temporal processor time. */
const isDrained = async () => (await outboxBacklog(centre.platform)).pending === 0

/** Whether every booking has a workflow that waits for the first step of its plan. */
const allWait = async (): Promise<boolean> => {
  const { count } = await ours.client.workflow.count(
    `Kind = 'appointmentLifecycle' AND NextStepAt > '2000-01-01T00:00:00Z'`,
  )
  return count >= made
}

const cpu = async () => ({
  worker: worker.cpuMs() ?? 0,
  temporal: temporal.cpuMs(),
  postgres: await postgresCpuMs(owner),
})

const until = async (done: () => Promise<boolean>): Promise<void> => {
  const beganAt = performance.now()
  while (!(await done())) {
    if (performance.now() - beganAt > MOST_SECONDS * 1_000) throw new Error('took too long')
    await sleep(POLL_MS)
  }
}

const round = async (count: number) => {
  await holdRelay()
  const ids = await book(count)
  const before = await cpu()
  const began = performance.now()
  await releaseRelay()
  await until(isDrained)
  await until(allWait)
  const seconds = (performance.now() - began) / 1_000
  const after = await cpu()
  const each = (part: keyof typeof before) =>
    Number(((after[part] - before[part]) / count).toFixed(2))
  return {
    ids,
    perSecond: count / seconds,
    cpuMsEach: { worker: each('worker'), temporal: each('temporal'), postgres: each('postgres') },
  }
}

const bareRound = async (count: number) => {
  const before = temporal.cpuMs()
  const own = process.cpuUsage()
  const began = performance.now()
  await bare.start(count, CONCURRENCY)
  const perSecond = count / ((performance.now() - began) / 1_000)
  const { user, system } = process.cpuUsage(own)
  return {
    perSecond,
    cpuMsEach: {
      process: Number(((user + system) / 1_000 / count).toFixed(2)),
      temporal: Number(((temporal.cpuMs() - before) / count).toFixed(2)),
    },
  }
}

await round(WARM_UP)
await bareRound(WARM_UP)
const rounds: Awaited<ReturnType<typeof round>>[] = []
const bareRounds: Awaited<ReturnType<typeof bareRound>>[] = []
for (let index = 0; index < ROUNDS; index += 1) {
  rounds.push(await round(BOOKINGS))
  bareRounds.push(await bareRound(BOOKINGS))
}
const workflowId = workflowIdFor(appointmentLifecycleWorkflow, {
  tenantId: centre.tenantId,
  subjectId: rounds.at(-1)!.ids[0]!,
})
const begun = medianOf(rounds.map(({ perSecond }) => perSecond))
const starts = medianOf(bareRounds.map(({ perSecond }) => perSecond))
report('lifecycles', [], {
  bookingsPerRound: BOOKINGS,
  begunPerSecond: Math.round(begun),
  barePerSecond: Math.round(starts),
  ratio: Number((begun / starts).toFixed(2)),
  cpuMsEach: rounds.map(({ cpuMsEach }) => cpuMsEach),
  bareCpuMsEach: bareRounds.map(({ cpuMsEach }) => cpuMsEach),
  rounds: {
    begun: rounds.map(({ perSecond }) => Math.round(perSecond)),
    bare: bareRounds.map(({ perSecond }) => Math.round(perSecond)),
  },
  workPerLifecycle: await workOf(ours.client, workflowId),
})
