import { setTimeout as sleep } from 'node:timers/promises'
import { decideAgentRunStep } from '#agents/agent-runs/approvals/decide-agent-run-step.ts'
import { createClient } from '#people/clients/create-client.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { createStarter, openAgent, openSteps, progressOf, untilOver, untilSo } from './agents.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Items of the run that is killed repeatedly: an item is a message. */
const ITEMS = { quick: 40, full: 500 }
const KILLS = { quick: 5, full: 100 }
/** The kill happens within this many milliseconds after an item was done. */
const LATEST_KILL_MS = 50
const POLL_MS = 20

export const killInAgents: Drill = {
  name: 'kill-in-agents',
  what: 'kill -9 of all workers in the middle of every kind of node of an agent, between what it did and its record; then 100 times in one run that writes to a family 500 times',
  run: async (run) => {
    const ledger = new Ledger()
    await using centre = await openCentre({ site: run.site, ledger, random: run.random })
    await inEveryKind(run, centre)
    await inOneRun(run, centre)
    await settled(run, [centre])
    await reconcile(run, { ledger, centres: [centre] })
  },
}

/** An agent for each kind of node, which comes first. */
const KINDS: Record<string, Parameters<typeof openAgent>[1]> = {
  query: [{ id: 'it', type: 'QUERY', query: 'tasks_overdue' }],
  condition: [{ id: 'it', type: 'CONDITION', when: '1 < 2' }],
  forEach: [
    { id: 'it', type: 'FOR_EACH', items: '[1, 2]', body: 'one' },
    { id: 'one', type: 'CONDITION', when: 'item > 0' },
  ],
  action: [
    {
      id: 'it',
      type: 'ACTION',
      action: 'create_task',
      parameters: { title: 'Acted once', role: 'SCHEDULER' },
    },
  ],
  notify: [{ id: 'it', type: 'NOTIFY', to: 'SCHEDULER', text: 'Told once' }],
  wait: [{ id: 'it', type: 'WAIT', for: { at: 'now + duration("1s")' } }],
  approval: [{ id: 'it', type: 'APPROVAL', title: 'Go on?', roles: ['ADMINISTRATOR'] }],
  end: [{ id: 'it', type: 'END', message: 'Over' }],
}

/** Each run blocks while its first node is recorded after execution; then the workers die. */
const inEveryKind = async (run: DrillRun, centre: Centre): Promise<void> => {
  const { site, holds, count } = run
  const start = await createStarter(centre)
  await Promise.all(site.workers.map((it) => it.end('SIGTERM')))
  const runIds: string[] = []
  for (const nodes of Object.values(KINDS))
    runIds.push(await start(await openAgent(centre.ctx, nodes)))
  const release = await site.hold('SELECT 1 FROM agent_runs WHERE id = ANY ($1) FOR UPDATE', [
    runIds,
  ])
  await Promise.all(site.workers.map((it) => it.start()))
  await untilSo('all nodes are under way', async () => {
    const [{ n } = { n: 0 }] = await site.query<{ n: number }>(WAITING_SESSIONS)
    return { done: n >= runIds.length, moved: n }
  })
  await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
  await release()
  await Promise.all(site.workers.map((it) => it.start()))
  await untilSo('the approval is asked for', async () => {
    const { length } = await openSteps(site, runIds)
    return { done: length === 1, moved: (await progressOf(site, runIds)).settled }
  })
  const [step] = await openSteps(site, runIds)
  await decideAgentRunStep(centre.ctx, 'APPROVED', { id: step!, reason: null })
  await untilOver(site, runIds)
  const found = await progressOf(site, runIds)
  const kinds = runIds.length
  count('kinds of nodes', kinds)
  // The list has one step per item, two in all.
  const whole = { succeeded: kinds, over: kinds, settled: kinds + 2, starts: kinds, ends: kinds }
  holds('each run is whole, and said so once', isLike(found, whole), found)
  const [tasks] = await site.query<{ n: number; titles: number }>(TASKS, [centre.tenantId])
  holds('what was done was done once', tasks!.n === 2 && tasks!.titles === 2, tasks)
}

/** Sessions waiting for the held rows. */
const WAITING_SESSIONS = `
  SELECT count(DISTINCT pid)::int AS n FROM pg_locks
  WHERE NOT granted AND cardinality(pg_blocking_pids(pid)) > 0`

const TASKS = `
  SELECT count(*)::int AS n, count(DISTINCT title)::int AS titles FROM tasks WHERE tenant_id = $1`

const inOneRun = async (run: DrillRun, centre: Centre): Promise<void> => {
  const { site, random, quick, holds, count, say } = run
  const items = quick ? ITEMS.quick : ITEMS.full
  const kills = quick ? KILLS.quick : KILLS.full
  const start = await createStarter(centre)
  const agentId = await openAgent(centre.ctx, nodesOf(items), {
    inputs: [{ name: 'childId', type: 'ID', required: true }],
  })
  const runId = await start(agentId, { childId: await familyOf(centre) })
  const progress = () => progressOf(site, [runId])
  await untilSo('it asks', async () => {
    const { waiting, settled: moved } = await progress()
    return { done: waiting === 1, moved }
  })
  const [step] = await openSteps(site, [runId])
  await decideAgentRunStep(centre.ctx, 'APPROVED', { id: step!, reason: null })
  let [killed, before] = [0, (await progress()).settled]
  while (killed < kills) {
    await untilSo('an item is done', async () => {
      const { settled: moved, over } = await progress()
      return { done: moved > before || over === 1, moved }
    })
    if ((await progress()).over === 1) break
    await sleep(random.between(0, LATEST_KILL_MS))
    await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
    killed += 1
    await sleep(POLL_MS)
    before = (await progress()).settled
    await Promise.all(site.workers.map((it) => it.start()))
    if (killed % 10 === 0) say(`${killed} of ${kills} kills, ${before} steps`)
  }
  await untilOver(site, [runId])
  const found = await progress()
  count('kills in one run', killed)
  count('messages of it', items)
  holds('there was something to lose', killed === kills, killed)
  const whole = { succeeded: 1, settled: items + 3, starts: 1, ends: 1 }
  holds('the run is whole, and said so once', isLike(found, whole), found)
  const [messages] = await site.query<{ n: number; keys: number }>(MESSAGES, [centre.tenantId])
  holds(
    'each message was written once',
    messages!.n === items && messages!.keys === items,
    messages,
  )
}

const nodesOf = (items: number): Parameters<typeof openAgent>[1] => [
  { id: 'ask', type: 'APPROVAL', title: 'Write?', roles: ['ADMINISTRATOR'], next: 'each' },
  {
    id: 'each',
    type: 'FOR_EACH',
    items: `"${'x'.repeat(items)}".split("")`,
    body: 'write',
    most: 500,
    concurrency: 3,
    next: 'done',
  },
  {
    id: 'write',
    type: 'ACTION',
    action: 'message_guardians',
    parameters: {
      template: 'centre.message',
      childId: { expression: 'input.childId' },
      message: { subject: 'News', text: 'The house is closed on Monday' },
    },
  },
  { id: 'done', type: 'END' },
]

const MESSAGES = `
  SELECT count(*)::int AS n, count(DISTINCT dedupe_key)::int AS keys FROM messages
  WHERE tenant_id = $1 AND template = 'centre.message'`

/** A child with a reachable guardian. */
const familyOf = async ({ ctx, nextBooking }: Centre): Promise<string> => {
  const { childId } = nextBooking()
  const { id: clientId } = await createClient(ctx, { name: 'Ana', email: 'ana@example.org' })
  const kinship = { childId, clientId, relationship: 'mother' }
  await createGuardianship(ctx, { ...kinship, legal: true, billing: false })
  return childId
}

const isLike = <Found extends object>(found: Found, expected: Partial<Found>): boolean =>
  Object.entries(expected).every(([name, value]) => found[name as keyof Found] === value)
