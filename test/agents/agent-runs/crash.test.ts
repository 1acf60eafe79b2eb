import proto from '@temporalio/proto'
import { expect, test } from 'vitest'
import { createAgent } from '#agents/agents/create-agent.ts'
import { publishAgent } from '#agents/agents/publish-agent.ts'
import { CreateAgent } from '#agents/agents/schemas.ts'
import { getAgentRun } from '#agents/agent-runs/queries.ts'
import { decideAgentRunStep } from '#agents/agent-runs/approvals/decide-agent-run-step.ts'
import { listAgentRunSteps } from '#agents/agent-run-steps/queries.ts'
import { startAgentRun } from '#agents/agent-runs/start/start-agent-run.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import type { Context } from '#platform/core/context/context.ts'
import { permissionsOf } from '#platform/core/access/permissions.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { eventually } from '../../workflows/support.ts'
import { openWorld } from '../../workflows/world.ts'
import { READS_ONLY } from './support.ts'

const { History } = proto.temporal.api.history.v1
const ITEMS = 95
const KILLS = 4
/** The crash happens during a run with 100 steps. */
const MOST_HISTORY_BYTES = 200_000

const DEFINITION = {
  trigger: { type: 'MANUAL' },
  start: 'late',
  nodes: [
    { id: 'late', type: 'QUERY', query: 'tasks_overdue', next: 'ask' },
    { id: 'ask', type: 'APPROVAL', title: 'Go on?', roles: ['ADMINISTRATOR'], next: 'each' },
    {
      id: 'each',
      type: 'FOR_EACH',
      items: `[${Array.from({ length: ITEMS }, (_, index) => index).join(', ')}]`,
      body: 'make',
      concurrency: 3,
      next: 'wait',
    },
    {
      id: 'make',
      type: 'ACTION',
      action: 'create_task',
      parameters: { title: { expression: '"Task " + string(item)' }, role: 'SCHEDULER' },
    },
    { id: 'wait', type: 'WAIT', for: { at: 'now + duration("2s")' }, next: 'tell' },
    { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'All is done' },
  ],
}

/** Kills workers with kill -9 repeatedly; only Temporal has to notice. Nothing is lost or done twice. */
test('other workers finish a run after a crash and create each task once', async () => {
  await using world = await openWorld()
  const { ctx, client, query, startWorker } = world
  const starter = await starterIn(ctx)
  const agent = CreateAgent.parse({ name: 'Killed', definition: DEFINITION })
  const { id } = await createAgent(ctx, agent)
  await publishAgent(ctx, { id })
  const run = await startAgentRun(starter, { id, input: {} })
  let worker = await startWorker('first')
  const step = await eventually(async () => {
    const { data } = await listAgentRunSteps(ctx, { runId: run.id, limit: 50, sort: 'createdAt' })
    return data.find(({ status }) => status === 'WAITING')
  })
  process.kill(worker.pid, 'SIGKILL')
  await worker.exited
  await decideAgentRunStep(ctx, 'APPROVED', { id: step.id, reason: null })
  const tasks = async () => (await query<{ n: number }>(TASKS))[0]!.n
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = await tasks()
    worker = await startWorker(`worker-${kill}`)
    await eventually(async () => (await tasks()) > before + 2)
    process.kill(worker.pid, 'SIGKILL')
    await worker.exited
  }
  expect(await tasks()).toBeLessThan(ITEMS)
  await startWorker('last')
  await eventually(async () => (await getAgentRun(ctx, { id: run.id })).status === 'SUCCEEDED')
  expect(await query(MADE)).toEqual([{ tasks: ITEMS + 1, titles: ITEMS + 1 }])
  expect(await query(STEPS)).toEqual([{ steps: ITEMS + 5, places: ITEMS + 5, settled: ITEMS + 5 }])
  const history = await client.workflow
    .getHandle(workflowIdOf('agentRun', { tenantId: ctx.tenantId, subjectId: run.id }))
    .fetchHistory()
  const { byteLength } = History.encode(History.create(history)).finish()
  expect(byteLength).toBeLessThan(MOST_HISTORY_BYTES)
  expect(await query(EVENTS)).toEqual([
    { type: 'agent_run.started', events: 1 },
    { type: 'agent_run.succeeded', events: 1 },
    { type: 'agent_run.waiting', events: 1 },
  ])
})

test('another worker finishes runs that began in one workflow, each once', async () => {
  await using world = await openWorld()
  const { ctx, query, startWorker } = world
  const starter = await starterIn(ctx)
  const { id } = await createAgent(
    ctx,
    CreateAgent.parse({ name: 'Short', definition: READS_ONLY }),
  )
  await publishAgent(ctx, { id })
  const runs = await Promise.all(
    Array.from({ length: 6 }, () => startAgentRun(starter, { id, input: {} })),
  )
  // They stop where their nodes are executed and not yet recorded.
  const held = await world.hold(`SELECT FROM agent_runs WHERE agent_id = '${id}'`)
  await held.killHere(await startWorker('first'))
  expect(await query(STEPS)).toEqual([{ steps: 0, places: 0, settled: 0 }])
  await startWorker('second')
  for (const run of runs)
    await eventually(async () => (await getAgentRun(ctx, { id: run.id })).status === 'SUCCEEDED')
  expect(await query(STEPS)).toMatchObject([{ steps: 12, settled: 12 }])
  expect(await query(EVENTS)).toEqual([
    { type: 'agent_run.started', events: 6 },
    { type: 'agent_run.succeeded', events: 6 },
  ])
})

/** A run looks up its key by id, so the centre needs one. */
const starterIn = async (ctx: Context): Promise<Context> => {
  const scopes = ['ai', 'children'] as const
  const { id } = await createApiKey(ctx, { name: 'Starter', scopes: [...scopes] })
  return { ...ctx, actor: { kind: 'API_KEY', id, permissions: permissionsOf(scopes) } }
}

const TASKS = 'SELECT count(*)::int AS n FROM tasks WHERE subject_id IS NULL'
const MADE =
  'SELECT count(*)::int AS tasks, count(DISTINCT title)::int AS titles FROM tasks WHERE subject_id IS NULL'
const STEPS = `
  SELECT count(*)::int AS steps, count(DISTINCT (node, item))::int AS places,
    count(*) FILTER (WHERE status = 'SUCCEEDED')::int AS settled
  FROM agent_run_steps`
const EVENTS = `
  SELECT type, count(*)::int AS events FROM outbox
  WHERE kind = 'event' AND type LIKE 'agent_run.%' GROUP BY 1 ORDER BY 1`
