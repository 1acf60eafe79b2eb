/**
 * Agents that a centre configures. `node bench/agents.ts [publish|runs|events|waiting …]`, all without a name. Goals: a
 * definition of 100 nodes is published in 100 ms; 60 runs a second of three nodes without a model on two cores; an event is at
 * the first node of its agent within 2 s at p95 beside 500 bookings a minute; 1,000 runs that wait cost no processor time, and
 * 2 KB each in PostgreSQL.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createAgent } from '#agents/agents/create-agent.ts'
import { patchAgent } from '#agents/agents/patch-agent.ts'
import { publishAgent } from '#agents/agents/publish-agent.ts'
import { CreateAgent } from '#agents/agents/schemas.ts'
import { startAgentRun } from '#agents/agent-runs/start/start-agent-run.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { permissionsOf, SCOPES } from '#platform/core/access/permissions.ts'
import { cpuMs } from '../dev/processes.ts'
import { freePort } from '../dev/ports.ts'
import { accessToken, openCentre, slotOf } from './support/centre.ts'
import { idleMinute } from './support/idle.ts'
import { load } from './support/load.ts'
import { startServer } from './support/process.ts'
import { postgresCpuMs } from './support/postgres-cpu.ts'
import { report } from './support/report.ts'
import { inParallel, medianOf, openTemporal } from './support/temporal.ts'

const PARTS = process.argv.slice(2)
const isWanted = (part: string) => PARTS.length === 0 || PARTS.includes(part)

const NODES = 100
const PUBLISHED = 50
const RUNS = 500
const CONCURRENCY = 8
const BOOKINGS_PER_SECOND = 500 / 60
const SECONDS = 60
const WAITING = 1_000
const IDLE_SECONDS = 60
const POLL_MS = 50
/** Nothing moved for so long: it never will. */
const STALLED_MS = 60_000

await using temporal = await openTemporal()
await using centre = await openCentre({ people: 40 })
const { ctx } = centre
const owner = new pg.Client(centre.ownerUrl)
// The server ends first when the bench fails.
owner.on('error', () => undefined)
await owner.connect()
const metricsPort = await freePort()
const env = { ...centre.env, TEMPORAL_ADDRESS: temporal.address, PUBLIC_URL: 'http://127.0.0.1' }
await using worker = await startServer('worker/main.ts', {
  ...env,
  METRICS_PORT: `${metricsPort}`,
  LOG_LEVEL: 'error',
})
await using api = await startServer('api/main.ts', env)
const { id: keyId } = await createApiKey(ctx, { name: 'Starter', scopes: [...SCOPES] })
const actor = { kind: 'API_KEY', id: keyId, permissions: permissionsOf(SCOPES) } as const

const agentOf = async (nodes: object[], more: object = {}): Promise<string> => {
  const definition = {
    trigger: { type: 'MANUAL' },
    limits: { runsPerDay: 10_000 },
    start: 'n1',
    nodes,
    ...more,
  }
  const { id } = await createAgent(ctx, CreateAgent.parse({ name: 'Bench', definition }))
  // Runs started by an event act for the user who published the agent.
  await publishAgent({ ...ctx, actor }, { id })
  return id
}
const start = (id: string) => startAgentRun({ ...ctx, actor }, { id, input: {} })
const count = async (text: string, values: unknown[] = []): Promise<number> =>
  Number(
    (await owner.query<{ n: string }>(`SELECT (SELECT ${text})::text AS n`, values)).rows[0]!.n,
  )
const until = async (goal: number, look: () => Promise<number>) => {
  let [most, since] = [-1, performance.now()]
  for (;;) {
    const n = await look()
    if (n >= goal) return
    if (n > most) [most, since] = [n, performance.now()]
    if (performance.now() - since > STALLED_MS) throw new Error(`${n} of ${goal}`)
    await sleep(POLL_MS)
  }
}
const p95Of = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * 0.95)]!
const rounded = Math.round

const publishing = async () => {
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    id: `n${index + 1}`,
    type: 'CONDITION',
    when: `size("${index}") > 0 && today != "" && ${index} >= 0`,
    next: index + 1 < NODES ? `n${index + 2}` : null,
  }))
  const id = await agentOf(nodes)
  const durations: number[] = []
  for (let round = 0; round < PUBLISHED; round += 1) {
    // Expressions that were read before are kept: each version has others.
    const changed = nodes.map((node) => ({ ...node, when: `${node.when} && ${round} >= 0` }))
    const { definition } = CreateAgent.parse({
      name: 'Bench',
      definition: { trigger: { type: 'MANUAL' }, start: 'n1', nodes: changed },
    })
    await patchAgent(ctx, { id, version: undefined, patch: { definition: definition! } })
    const beganAt = performance.now()
    await publishAgent(ctx, { id })
    durations.push(performance.now() - beganAt)
  }
  return { nodes: NODES, p50Ms: rounded(medianOf(durations)), p95Ms: rounded(p95Of(durations)) }
}

const running = async () => {
  const id = await agentOf([
    { id: 'n1', type: 'QUERY', query: 'tasks_overdue', next: 'n2' },
    { id: 'n2', type: 'CONDITION', when: 'size(steps.n1.rows) == 0', next: 'n3' },
    { id: 'n3', type: 'END', message: 'Nothing is overdue' },
  ])
  const over = () =>
    count('count(*) FROM agent_runs WHERE agent_id = $1 AND finished_at IS NOT NULL', [id])
  const cpuOf = async () => [
    cpuMs(worker.pid) ?? 0,
    temporal.cpuMs(),
    cpuMs(process.pid) ?? 0,
    await postgresCpuMs(owner),
  ]
  // Warm: bundles are compiled, plans are made.
  await inParallel(20, CONCURRENCY, () => start(id))
  await until(20, over)
  const before = await cpuOf()
  const beganAt = performance.now()
  await inParallel(RUNS, CONCURRENCY, () => start(id))
  const startedMs = performance.now() - beganAt
  await until(20 + RUNS, over)
  const seconds = (performance.now() - beganAt) / 1_000
  const [workerMs, temporalMs, starterMs, postgresMs] = (await cpuOf()).map((ms, at) =>
    rounded((ms - before[at]!) / RUNS),
  )
  return {
    runs: RUNS,
    startedPerSecond: rounded(RUNS / (startedMs / 1_000)),
    runsPerSecond: rounded(RUNS / seconds),
    cpuMsEach: {
      worker: workerMs,
      temporal: temporalMs,
      starter: starterMs,
      postgres: postgresMs,
    },
  }
}

const starting = async () => {
  const id = await agentOf([{ id: 'n1', type: 'CONDITION', when: 'event.id != ""' }], {
    trigger: { type: 'EVENT', eventType: 'booking.created' },
  })
  const authorization = `Bearer ${await accessToken(api.url, centre)}`
  const bookings = rounded(BOOKINGS_PER_SECOND * SECONDS)
  const beganAt = performance.now()
  for (let index = 0; index < bookings; index += 1) {
    const dueAt = beganAt + (index * 1_000) / BOOKINGS_PER_SECOND
    await sleep(Math.max(0, dueAt - performance.now()))
    await load(api.url, {
      requests: 1,
      concurrency: 1,
      expected: 201,
      make: () => ({
        method: 'POST',
        path: '/v1/appointments',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ ...slotOf(centre, index), type: 'THERAPY_SESSION' }),
      }),
    })
  }
  const bookedSeconds = (performance.now() - beganAt) / 1_000
  await until(bookings, () =>
    count('count(*) FROM agent_runs WHERE agent_id = $1 AND finished_at IS NOT NULL', [id]),
  )
  const { rows } = await owner.query<{ ms: number }>(DELAYS, [id])
  const delays = rows.map(({ ms }) => ms)
  return {
    bookings,
    bookedPerMinute: rounded((bookings / bookedSeconds) * 60),
    p50Ms: rounded(medianOf(delays)),
    p95Ms: rounded(p95Of(delays)),
    longestMs: rounded(Math.max(...delays)),
  }
}

/** From the event to the beginning of the first node. */
const DELAYS = `
  SELECT (EXTRACT(EPOCH FROM first.started_at - (event.output->>'createdAt')::timestamptz) * 1000)::float8 AS ms
  FROM agent_runs r
  JOIN agent_run_steps event ON event.tenant_id = r.tenant_id AND event.run_id = r.id AND event.type = 'TRIGGER'
  JOIN agent_run_steps first ON first.tenant_id = r.tenant_id AND first.run_id = r.id AND first.node = 'n1'
  WHERE r.agent_id = $1`

const waitingRuns = async () => {
  const id = await agentOf([
    {
      id: 'n1',
      type: 'APPROVAL',
      title: 'Go on?',
      roles: ['ADMINISTRATOR'],
      expiresAfterHours: 720,
    },
  ])
  const sources = { worker, owner, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }
  const bytes = async () => ({
    rows: await count(
      `pg_total_relation_size('agent_runs') + pg_total_relation_size('agent_run_steps')`,
    ),
    all: await count('pg_database_size(current_database())'),
  })
  const without = await idleMinute(sources, IDLE_SECONDS)
  const before = await bytes()
  await inParallel(WAITING, CONCURRENCY, () => start(id))
  await until(WAITING, () =>
    count(`count(*) FROM agent_runs WHERE agent_id = $1 AND status = 'WAITING'`, [id]),
  )
  const after = await bytes()
  const withThem = await idleMinute(sources, IDLE_SECONDS)
  return {
    runs: WAITING,
    bytesEach: rounded((after.rows - before.rows) / WAITING),
    bytesEachWithTrailAndEvents: rounded((after.all - before.all) / WAITING),
    idleMinuteWithout: without,
    idleMinuteWithThem: withThem,
  }
}

const figures: Record<string, unknown> = {}
for (const [part, measure] of Object.entries({
  publish: publishing,
  runs: running,
  events: starting,
  waiting: waitingRuns,
})) {
  if (!isWanted(part)) continue
  figures[part] = await measure()
  console.error(`${part}: ${JSON.stringify(figures[part])}`)
}
await owner.end()
report('agents', [], figures)
