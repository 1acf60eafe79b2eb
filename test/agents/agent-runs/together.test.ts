import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLoop } from '#agents/agent-runs/loop/run-loop.ts'
import type { AgentRun } from '#agents/agent-runs/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { publishedAgent, runOf, startRun, stepsOf } from './support.ts'

let api: TestApi
let centre: World
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const COMPUTED: [Json, ...Json[]] = [
  { id: 'late', type: 'QUERY', query: 'tasks_overdue', parameters: {}, next: 'any' },
  { id: 'any', type: 'CONDITION', when: 'size(steps.late.rows) == 0', next: 'end' },
  { id: 'end', type: 'END', message: 'Nothing is overdue: {{ steps.any.value }}' },
]
const ids = (nodes: readonly { id?: unknown }[]) => nodes.map(({ id }) => id)
const begun = async (nodes = COMPUTED): Promise<AgentRun> =>
  startRun(api, centre, (await publishedAgent(centre, nodes)).id)
const begin = ({ id: runId }: AgentRun) => {
  const { tenantId } = centre.client
  return startLoop(systemContext(api.services.platform, { tenantId, action: 'startLoop' }), {
    runId,
  })
}
const entriesOf = (run: AgentRun) =>
  api.query<{ subject: string; also: string[] }>(
    `SELECT subject_type AS subject, ARRAY(SELECT part->>'subjectType' FROM jsonb_array_elements(changes->'also') AS part) AS also
     FROM audit_entries WHERE action = 'startLoop' AND (subject_id = $1 OR changes::text LIKE '%' || $1 || '%')
     ORDER BY id`,
    [run.id],
  )

describe('nodes that only compute', () => {
  test('are recorded together, and the run ends with them', async () => {
    const run = await begun()
    expect(await begin(run)).toMatchObject({ move: 'STOP', agentId: run.agentId })
    const steps = await stepsOf(centre, run)
    expect(steps.map(({ node }) => node)).toEqual(ids(COMPUTED))
    expect(steps.map(({ output }) => output)).toEqual([
      { rows: [], truncated: false },
      { value: true },
      { message: 'Nothing is overdue: true' },
    ])
    expect(new Set(steps.map(({ createdAt }) => createdAt)).size).toBe(1)
    expect(await runOf(centre, run)).toMatchObject({ status: 'SUCCEEDED', failure: null })
    expect(await entriesOf(run)).toEqual([
      { subject: 'agentRun', also: ['agentRunStep', 'agentRunStep', 'agentRunStep'] },
    ])
  })

  test('are recorded once by simultaneous executions', async () => {
    const run = await begun()
    await Promise.all(Array.from({ length: 6 }, () => begin(run)))
    expect(await begin(run)).toMatchObject({ move: 'STOP' })
    expect(await stepsOf(centre, run)).toHaveLength(COMPUTED.length)
    const events = await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE kind = 'event' AND subject_id = $1 ORDER BY seq`,
      [run.id],
    )
    expect(events.map(({ type }) => type)).toEqual(['agent_run.started', 'agent_run.succeeded'])
  })

  test('are recorded before a node acts', async () => {
    const acting: [Json, ...Json[]] = [
      COMPUTED[0],
      { ...COMPUTED[1], next: 'tell' },
      { id: 'tell', type: 'NOTIFY', to: 'ADMINISTRATOR', text: 'Nothing', next: 'end' },
      COMPUTED[2]!,
    ]
    const run = await begun(acting)
    expect(await begin(run)).toMatchObject({ move: 'STOP' })
    const steps = await stepsOf(centre, run)
    expect(steps.map(({ node, status }) => [node, status])).toEqual(
      ids(acting).map((id) => [id, 'SUCCEEDED']),
    )
    const [late, any, tell, end] = steps.map(({ createdAt }) => createdAt)
    expect([late, tell]).toEqual([any, end])
    const entries = await entriesOf(run)
    expect(entries.map(({ subject }) => subject)).toEqual(['agentRunStep', 'task', 'agentRun'])
  })
})

/** Changes the run while its nodes are executed, before they are recorded. */
const changedMeanwhile = async (run: AgentRun, status: string) => {
  await api.query('BEGIN')
  await api.query(`SELECT FROM agent_runs WHERE id = $1 FOR UPDATE`, [run.id])
  const beginning = begin(run)
  await expect
    .poll(async () => (await api.query('SELECT FROM pg_locks WHERE NOT granted')).length)
    .toBeGreaterThan(0)
  const finishedAt = status === 'CANCELLED' ? 'now()' : 'NULL'
  await api.query(
    `UPDATE agent_runs SET status = $2::agent_run_status, finished_at = ${finishedAt} WHERE id = $1`,
    [run.id, status],
  )
  await api.query('COMMIT')
  return beginning
}

describe('a run that is stopped while its nodes are executed', () => {
  test('keeps the node in progress and goes on after a pause', async () => {
    const run = await begun()
    const first = await changedMeanwhile(run, 'PAUSED')
    expect(first).toMatchObject({ move: 'GO', next: { id: 'late' } })
    expect((await stepsOf(centre, run)).map(({ node }) => node)).toEqual(['late'])
    expect(await runOf(centre, run)).toMatchObject({ status: 'PAUSED' })
    await centre.client.post(`/v1/agent-runs/${run.id}/resume`)
    expect(await begin(run)).toMatchObject({ move: 'STOP' })
    expect((await stepsOf(centre, run)).map(({ node }) => node)).toEqual(ids(COMPUTED))
    expect(await runOf(centre, run)).toMatchObject({ status: 'SUCCEEDED' })
  })

  test('keeps the node in progress and stops after a cancellation', async () => {
    const run = await begun()
    expect(await changedMeanwhile(run, 'CANCELLED')).toMatchObject({ move: 'STOP' })
    expect((await stepsOf(centre, run)).map(({ node }) => node)).toEqual(['late'])
    expect(await runOf(centre, run)).toMatchObject({ status: 'CANCELLED' })
  })
})
