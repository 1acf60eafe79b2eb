import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { createAgent } from '#agents/agents/create-agent.ts'
import { publishAgent } from '#agents/agents/publish-agent.ts'
import { CreateAgent } from '#agents/agents/schemas.ts'
import { pauseAgentRun } from '#agents/agent-runs/pause-agent-run.ts'
import { getAgentRun } from '#agents/agent-runs/queries.ts'
import { resumeAgentRun } from '#agents/agent-runs/resume-agent-run.ts'
import { startAgentRun } from '#agents/agent-runs/start/start-agent-run.ts'
import { agentRunsWorkflow } from '#agents/agent-runs/workflows.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { SCOPES } from '#platform/core/access/permissions.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { dispatch } from '../../../relay/dispatch.ts'
import { startRelay } from '../../../relay/relay.ts'
import { ALL_PERMISSIONS } from '../../support/acting.ts'
import { createDatabase, temporalAddress, type TestDatabase } from '../../support/servers.ts'
import {
  createCentre,
  createTestDeliveries,
  eventually,
  openNamespace,
  openTestPlatform,
  startTestWorkers,
} from '../../workflows/support.ts'
import { READS_ONLY } from './support.ts'

const RUNS = 45
/** With 20 runs each there are three. On a busy machine, runs that are left after a turn get workflows of their own. */
const MOST_WORKFLOWS = RUNS / 2

const stack = new AsyncDisposableStack()
let database: TestDatabase
let platform: OpenPlatform
let temporal: Awaited<ReturnType<typeof openNamespace>>
let owner: pg.Client
let ctx: Context
let agentId: string

beforeAll(async () => {
  database = stack.use(await createDatabase())
  platform = stack.use(openTestPlatform(database))
  temporal = stack.use(await openNamespace(platform, temporalAddress()))
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  stack.defer(() => owner.end())
  stack.use(await startTestWorkers(platform, createTestDeliveries(platform), temporal))
  const centre = await createCentre(platform, database)
  const { id: keyId } = await createApiKey(centre.ctx, { name: 'Starter', scopes: [...SCOPES] })
  const actor = { kind: 'API_KEY', id: keyId, permissions: ALL_PERMISSIONS } as const
  ctx = { ...centre.ctx, actor }
  agentId = (await createAgent(ctx, CreateAgent.parse({ name: 'Short', definition: READS_ONLY })))
    .id
  await publishAgent(ctx, { id: agentId })
})
afterAll(() => stack.disposeAsync())

const startRuns = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  while (ids.length < count) ids.push((await startAgentRun(ctx, { id: agentId, input: {} })).id)
  return ids
}
/** Relays messages until none is left, also those that are written until something is so. */
const relayed = async (until?: () => Promise<void>) => {
  await using _relay = startRelay({
    platform,
    systemUrl: database.systemUrl,
    client: temporal.client,
  })
  await until?.()
  await eventually(async () => (await outboxBacklog(platform)).pending === 0)
}
const untilStatus = (id: string, status: string) =>
  eventually(async () => (await getAgentRun(ctx, { id })).status === status)
const workflowOf = (subjectId: string) =>
  workflowIdOf('agentRun', { tenantId: ctx.tenantId, subjectId })
const hasWorkflow = (id: string) =>
  temporal.client.workflow
    .getHandle(workflowOf(id))
    .describe()
    .then(
      () => true,
      () => false,
    )
const rowsOf = async (ids: readonly string[]) => {
  const { rows } = await owner.query<{ run: string; steps: string; events: string; audit: string }>(
    `SELECT r.id AS run,
       (SELECT string_agg(node, ',' ORDER BY id) FROM agent_run_steps WHERE run_id = r.id) AS steps,
       (SELECT string_agg(type, ',' ORDER BY seq) FROM outbox WHERE kind = 'event' AND subject_id = r.id) AS events,
       (SELECT string_agg(action || ' ' || workflow_id, ',') FROM audit_entries
         WHERE subject_id = r.id AND workflow_id IS NOT NULL AND changes <> '{}') AS audit
     FROM agent_runs r WHERE id = ANY ($1) ORDER BY id`,
    [ids],
  )
  return rows
}
const expected = (ids: readonly string[]) =>
  ids.toSorted().map((run) => ({
    run,
    steps: 'late,end',
    events: 'agent_run.started,agent_run.succeeded',
    audit: `beginAgentRun ${workflowOf(run)}`,
  }))

test('runs that only compute are carried out by few workflows, each once', async () => {
  const ids = await startRuns(RUNS)
  await relayed(async () => {
    for (const id of ids) await untilStatus(id, 'SUCCEEDED')
  })
  const workflows = await Promise.all(ids.map(hasWorkflow))
  expect(workflows.filter(Boolean).length).toBeLessThanOrEqual(MOST_WORKFLOWS)
  expect(await rowsOf(ids)).toEqual(expected(ids))

  // Like a relay that died before it marked the messages: they are grouped in another way.
  const [first] = ids
  await owner.query(
    `UPDATE outbox SET done_at = NULL WHERE type = 'agentRuns' AND subject_id = ANY ($1) AND subject_id <> $2`,
    [ids, first],
  )
  await relayed()
  await eventually(() => hasWorkflow(ids[1]!))
  expect(await rowsOf(ids)).toEqual(expected(ids))
})

test('no run is left out if the workflow of the first one exists', async () => {
  const ids = await startRuns(4)
  const [first, ...others] = ids
  const { tenantId } = ctx
  // It was started alone by a relay that died before it marked the message.
  await dispatch(temporal.client, {
    tenantId,
    subjectId: first!,
    childId: null,
    workflow: agentRunsWorkflow,
    action: 'start',
  })
  await untilStatus(first!, 'SUCCEEDED')
  await relayed()
  for (const id of others) await untilStatus(id, 'SUCCEEDED')
  expect(await rowsOf(ids)).toEqual(expected(ids))
})

test('a run that was paused before it began gets a workflow of its own', async () => {
  const ids = await startRuns(3)
  const [, paused] = ids
  await pauseAgentRun(ctx, { id: paused! })
  await relayed()
  for (const id of ids.filter((it) => it !== paused)) await untilStatus(id, 'SUCCEEDED')
  expect(await getAgentRun(ctx, { id: paused! })).toMatchObject({ status: 'PAUSED' })
  await resumeAgentRun(ctx, { id: paused! })
  await relayed()
  await untilStatus(paused!, 'SUCCEEDED')
  expect(await hasWorkflow(paused!)).toBe(true)
  expect((await rowsOf([paused!])).map(({ steps }) => steps)).toEqual(['late,end'])
})
