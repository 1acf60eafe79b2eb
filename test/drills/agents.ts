import { setTimeout as sleep } from 'node:timers/promises'
import { createAgent } from '#agents/agents/create-agent.ts'
import { publishAgent } from '#agents/agents/publish-agent.ts'
import { CreateAgent } from '#agents/agents/schemas.ts'
import { startAgentRun } from '#agents/agent-runs/start/start-agent-run.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import type { Context } from '#platform/core/context/context.ts'
import { permissionsOf, SCOPES } from '#platform/core/access/permissions.ts'
import type { Centre } from './centre.ts'
import type { Site } from './site.ts'

const POLL_MS = 20
/** Without progress for this long, it never will finish. */
const STALLED_MS = 120_000

type Node = { id: string } & Record<string, unknown>

/** A published agent with the given nodes, starting at the first. */
export const openAgent = async (
  ctx: Context,
  nodes: readonly [Node, ...Node[]],
  more: object = {},
): Promise<string> => {
  const agent = CreateAgent.parse({
    name: 'Drilled',
    definition: { trigger: { type: 'MANUAL' }, start: nodes[0].id, nodes, ...more },
  })
  const { id } = await createAgent(ctx, agent)
  await publishAgent(ctx, { id })
  return id
}

/** A separate key: runs act for the user who started them or published their agent, who cannot approve them. */
export const asKey = async ({ ctx }: Centre): Promise<Context> => {
  const { id } = await createApiKey(ctx, { name: 'Starter', scopes: [...SCOPES] })
  return { ...ctx, actor: { kind: 'API_KEY', id, permissions: permissionsOf(SCOPES) } }
}

/** Starts runs for such a key. */
export const createStarter = async (centre: Centre) => {
  const ctx = await asKey(centre)
  return async (agentId: string, input: object = {}): Promise<string> =>
    (await startAgentRun(ctx, { id: agentId, input })).id
}

/** Polls until a condition holds, as long as there is progress, measured by a growing number. */
export const untilSo = async (
  what: string,
  look: () => Promise<{ done: boolean; moved: number }>,
): Promise<void> => {
  let [most, movedAt] = [-1, performance.now()]
  for (;;) {
    const { done, moved } = await look()
    if (done) return
    const now = performance.now()
    if (moved > most) [most, movedAt] = [moved, now]
    if (now - movedAt > STALLED_MS) throw new Error(`${what}: nothing goes on at ${most}`)
    await sleep(POLL_MS)
  }
}

export const untilOver = (site: Pick<Site, 'query'>, runIds: readonly string[]): Promise<void> =>
  untilSo('all runs are over', async () => {
    const { over, settled: moved } = await progressOf(site, runIds)
    return { done: over === runIds.length, moved: moved + over }
  })

/** Progress of runs: settled steps, and whether each has ended. */
export const progressOf = async (
  site: Pick<Site, 'query'>,
  runIds: readonly string[],
): Promise<Progress> => (await site.query<Progress>(PROGRESS, [runIds]))[0]!

interface Progress {
  succeeded: number
  over: number
  waiting: number
  settled: number
  starts: number
  ends: number
}

const PROGRESS = `
  SELECT count(*) FILTER (WHERE status = 'SUCCEEDED')::int AS succeeded,
    count(*) FILTER (WHERE finished_at IS NOT NULL)::int AS over,
    count(*) FILTER (WHERE status = 'WAITING')::int AS waiting,
    (SELECT count(*)::int FROM agent_run_steps WHERE run_id = ANY ($1) AND finished_at IS NOT NULL) AS settled,
    (SELECT count(*)::int FROM outbox WHERE subject_id = ANY ($1) AND type = 'agent_run.started') AS starts,
    (SELECT count(*)::int FROM outbox WHERE subject_id = ANY ($1) AND type IN ('agent_run.succeeded', 'agent_run.failed', 'agent_run.cancelled')) AS ends
  FROM agent_runs WHERE id = ANY ($1)`

/** The steps of runs that wait for a decision. */
export const openSteps = async (
  site: Pick<Site, 'query'>,
  runIds: readonly string[],
): Promise<string[]> => {
  const rows = await site.query<{ id: string }>(OPEN_STEPS, [runIds])
  return rows.map(({ id }) => id)
}

const OPEN_STEPS = `
  SELECT id FROM agent_run_steps
  WHERE run_id = ANY ($1) AND type = 'APPROVAL' AND status = 'WAITING' ORDER BY id`
