import { setTimeout as sleep } from 'node:timers/promises'
import { pauseAgent } from '#agents/agents/pause-agent.ts'
import { resumeAgent } from '#agents/agents/resume-agent.ts'
import { createChild } from '#people/children/create-child.ts'
import {
  asKey,
  createStarter,
  openAgent,
  openSteps,
  progressOf,
  untilOver,
  untilSo,
} from './agents.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Runs that wait while their agent is paused. */
const WAITING = { quick: 10, full: 50 }
const DECISIONS = { quick: 3, full: 20 }
const EVENTS = 5
/** The kill happens within this many milliseconds after the approval was sent. */
const LATEST_KILL_MS = 30

const ASKING: Parameters<typeof openAgent>[1] = [
  { id: 'ask', type: 'APPROVAL', title: 'Go on?', roles: ['ADMINISTRATOR'], next: 'tell' },
  { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Approved', next: null },
]

export const agentsAtOnce: Drill = {
  name: 'agents-at-once',
  what: 'four decide on one step at once over two API processes; kill -9 of the API in an approval; Temporal away when an event starts an agent; an agent paused while 50 of its runs wait',
  run: async (run) => {
    const ledger = new Ledger()
    await using centre = await openCentre({ site: run.site, ledger, random: run.random })
    await decidedAtOnce(run, centre)
    await killedInApprovals(run, centre)
    await pausedWhileRunsWait(run, centre)
    await startedWithoutTemporal(run, centre)
    await settled(run, [centre])
    await reconcile(run, { ledger, centres: [centre] })
  },
}

/** Runs of a new agent, each waiting for a decision. */
const runsThatAsk = async ({ site }: DrillRun, centre: Centre, count: number) => {
  const agentId = await openAgent(centre.ctx, ASKING)
  const start = await createStarter(centre)
  const runIds: string[] = []
  for (let index = 0; index < count; index += 1) runIds.push(await start(agentId))
  await untilSo('they ask', async () => {
    const { waiting } = await progressOf(site, runIds)
    return { done: waiting === count, moved: waiting }
  })
  return { agentId, runIds, steps: await openSteps(site, runIds) }
}

const decisionPath = (step: string, decision: 'approve' | 'reject') =>
  `/v1/agent-run-steps/${step}/${decision}`

const decidedAtOnce = async (run: DrillRun, centre: Centre): Promise<void> => {
  const { site, quick, holds, count } = run
  const { runIds, steps } = await runsThatAsk(run, centre, quick ? DECISIONS.quick : DECISIONS.full)
  let refused = 0
  for (const step of steps) {
    const answers = await Promise.all(
      site.apis.flatMap(({ url }) =>
        (['approve', 'reject'] as const).map((decision) =>
          centre.client.call({ method: 'POST', path: decisionPath(step, decision), body: {}, url }),
        ),
      ),
    )
    const statuses = answers
      .map(({ status }) => String(status))
      .toSorted((a, b) => a.localeCompare(b))
    refused += statuses.filter((status) => status === '409').length
    holds('one decides, the others are refused', statuses.join(' ') === '200 409 409 409', statuses)
  }
  await untilOver(site, runIds)
  const [decisions] = await site.query<{ n: number; tasks: number }>(DECIDED, [runIds])
  count('steps decided four times at once', steps.length)
  count('refused', refused)
  holds(
    'who approved had it done, who rejected had not',
    decisions!.n === decisions!.tasks,
    decisions,
  )
}

/** Approvals, and the effects of one. */
const DECIDED = `
  SELECT (SELECT count(*)::int FROM agent_run_steps WHERE run_id = ANY ($1) AND decision = 'APPROVED') AS n,
    (SELECT count(*)::int FROM tasks WHERE run_id = ANY ($1)) AS tasks`

const killedInApprovals = async (run: DrillRun, centre: Centre): Promise<void> => {
  const { site, random, quick, holds, count } = run
  const { runIds, steps } = await runsThatAsk(run, centre, quick ? DECISIONS.quick : DECISIONS.full)
  let [broken, replayed] = [0, 0]
  for (const step of steps) {
    const api = random.pick(site.apis)
    const approval = { method: 'POST', path: decisionPath(step, 'approve'), body: {} } as const
    const headers = { 'idempotency-key': `approval-of-${step}` }
    const first = centre.client.call({ ...approval, headers, url: api.url })
    await sleep(random.between(0, LATEST_KILL_MS))
    await api.end('SIGKILL')
    if ((await first).status === undefined) broken += 1
    await api.start()
    const again = await centre.client.call({ ...approval, headers, url: api.url })
    if (again.headers['idempotent-replayed'] === 'true') replayed += 1
    holds('asked again under its key it is approved', again.status === 200, again.text)
  }
  await untilOver(site, runIds)
  const [decisions] = await site.query<{ n: number; tasks: number }>(DECIDED, [runIds])
  const { length } = steps
  count('API killed in approvals', length)
  count('broken off', broken)
  count('had been committed', replayed)
  holds(
    'each was approved, and done, once',
    decisions!.n === length && decisions!.tasks === length,
    decisions,
  )
}

const pausedWhileRunsWait = async (run: DrillRun, centre: Centre): Promise<void> => {
  const { site, quick, holds, count } = run
  const number = quick ? WAITING.quick : WAITING.full
  const { agentId, runIds, steps } = await runsThatAsk(run, centre, number)
  await pauseAgent(centre.ctx, { id: agentId })
  const start = () =>
    centre.client.call({ method: 'POST', path: `/v1/agents/${agentId}/runs`, body: {} })
  const refused = await start()
  holds('no run starts while it is paused', refused.status === 409, refused.text)
  const half = steps.slice(0, number / 2)
  for (const step of half) {
    const { status, text } = await centre.client.call({
      method: 'POST',
      path: decisionPath(step, 'approve'),
      body: {},
    })
    holds('its runs are decided on', status === 200, text)
  }
  await untilSo('those that were approved are over', async () => {
    const { over: moved } = await progressOf(site, runIds)
    return { done: moved === half.length, moved }
  })
  const { waiting } = await progressOf(site, runIds)
  holds('the others wait', waiting === number - half.length, waiting)
  await resumeAgent(centre.ctx, { id: agentId })
  for (const step of steps.slice(half.length))
    await centre.client.call({ method: 'POST', path: decisionPath(step, 'approve'), body: {} })
  await untilOver(site, runIds)
  const found = await progressOf(site, runIds)
  count('runs of the paused agent', number)
  holds('all came to their end, once', found.succeeded === number && found.ends === number, found)
}

const startedWithoutTemporal = async (run: DrillRun, centre: Centre): Promise<void> => {
  const { site, holds, count } = run
  const agentId = await openAgent(
    await asKey(centre),
    [{ id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Somebody is new' }],
    { trigger: { type: 'EVENT', eventType: 'child.registered' } },
  )
  await site.temporal.end('SIGKILL')
  for (let number = 1; number <= EVENTS; number += 1)
    await createChild(centre.ctx, {
      firstName: 'New',
      lastName: `${number}`,
      birthDate: '2022-04-30',
    })
  const runsOf = () =>
    site.query<{ n: number; over: number; tasks: number }>(RUNS_OF, [centre.tenantId, agentId])
  holds('nothing started meanwhile', (await runsOf())[0]!.n === 0)
  const backAt = performance.now()
  await site.temporal.start()
  await untilSo('the events have started their runs', async () => {
    const [{ n, over } = { n: 0, over: 0 }] = await runsOf()
    return { done: over >= EVENTS, moved: n + over }
  })
  count('events while Temporal was away', EVENTS)
  count('their runs over after, s', Math.round((performance.now() - backAt) / 1_000))
  const [found] = await runsOf()
  holds('each event had its run done once', found!.n === EVENTS && found!.tasks === EVENTS, found)
}

const RUNS_OF = `
  SELECT count(*)::int AS n, count(*) FILTER (WHERE finished_at IS NOT NULL)::int AS over,
    (SELECT count(*)::int FROM tasks t JOIN agent_runs o ON o.tenant_id = t.tenant_id AND o.id = t.run_id
     WHERE o.tenant_id = $1 AND o.agent_id = $2) AS tasks
  FROM agent_runs WHERE tenant_id = $1 AND agent_id = $2`
