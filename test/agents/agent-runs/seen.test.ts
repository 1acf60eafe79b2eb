import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Agent } from '#agents/agents/schemas.ts'
import { finishRun } from '#agents/agent-runs/loop/run-loop.ts'
import { runBacklog } from '#agents/agent-runs/run-backlog.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { TimelineEntry } from '#records/child-records/timeline-schemas.ts'
import { createWorld, type Json, type Made, type World } from '../../contract/world.ts'
import { connectModel } from '../../knowledge/generation/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { carryOut, publishedAgent, runOf, startRun, stepsOf } from './support.ts'

let api: TestApi
let server: ModelServer
let world: World
beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
})
beforeEach(async () => {
  world = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const FAILS: [Json, ...Json[]] = [{ id: 'end', type: 'END', status: 'FAILED' }]
const THINK: Json = { id: 'think', type: 'AGENT', instructions: 'Say something.', given: null }
const agentOf = async ({ id }: { id: string }): Promise<Agent> =>
  (await world.client.get<Agent>(`/v1/agents/${id}`)).body
const events = () =>
  api.query<{ payload: Json }>(
    `SELECT payload FROM outbox WHERE tenant_id = $1 AND type = 'agent.paused' ORDER BY seq`,
    [world.client.tenantId],
  )

describe('the usage of a run', () => {
  test('shows time, calls, tokens and cost on its steps and on the run', async () => {
    await connectModel(world.client, server, {
      inputPrice: 3_000,
      outputPrice: 15_000,
      currency: 'USD',
    })
    server.reply(() => ({ text: 'Something' }))
    const agent = await publishedAgent(world, [
      { ...THINK, next: 'done' },
      { id: 'done', type: 'END' },
    ])
    const run = await startRun(api, world, agent.id)
    expect(run.usage).toEqual({
      durationMs: null,
      modelCalls: 0,
      inputTokens: 0,
      outputTokens: 0,
      costs: [],
    })
    await carryOut(api, world, run)
    const [think, done] = await stepsOf(world, run)
    const { data: calls } = (
      await world.client.get<{ data: Json[] }>(`/v1/ai/model-calls?runId=${run.id}`)
    ).body
    expect(calls).toMatchObject([{ runId: run.id, purpose: 'AGENT', currency: 'USD' }])
    const [{ inputTokens, outputTokens, cost }] = calls as [Json]
    expect(Number(cost)).toBeGreaterThan(0)
    const used = { modelCalls: 1, inputTokens, outputTokens, costs: [{ cost, currency: 'USD' }] }
    expect(think!.usage).toEqual({ ...used, durationMs: expect.any(Number) })
    expect(done!.usage).toMatchObject({ modelCalls: 0, costs: [] })
    expect((await runOf(world, run)).usage).toEqual({ ...used, durationMs: expect.any(Number) })
  })

  test('counts towards the limit of all agents of the centre and the budget of the model', async () => {
    await connectModel(world.client, server)
    server.reply(() => ({ text: 'Something' }))
    const { status } = await world.client.patch('/v1/organization', { agentTokensPerDay: 10_000 })
    expect(status).toBe(200)
    const agent = await publishedAgent(world, [THINK])
    const ends = async () => {
      const run = await startRun(api, world, agent.id)
      await carryOut(api, world, run)
      return runOf(world, run)
    }
    expect((await ends()).status).toBe('SUCCEEDED')
    await world.client.patch('/v1/organization', { agentTokensPerDay: 1_000 })
    const asked = server.asked.length
    expect(await ends()).toMatchObject({
      status: 'FAILED',
      failure: { code: 'agent_budget_exhausted', node: 'think' },
    })
    expect(server.asked).toHaveLength(asked)
    await world.client.patch('/v1/organization', { agentTokensPerDay: null })
    expect((await ends()).status).toBe('SUCCEEDED')
  })
})

describe('an agent with several failed runs in a row', () => {
  const failing = (pauseAfterFailures: number | null) =>
    publishedAgent(world, FAILS, { limits: { pauseAfterFailures } })
  const fail = async (agent: Made) => carryOut(api, world, await startRun(api, world, agent.id))

  test('pauses itself, reports it, and runs again after it is resumed', async () => {
    const agent = await failing(2)
    await fail(agent)
    expect(await agentOf(agent)).toMatchObject({ status: 'ACTIVE', failuresInARow: 1 })
    await fail(agent)
    expect(await agentOf(agent)).toMatchObject({
      status: 'PAUSED',
      pauseReason: 'FAILURES',
      failuresInARow: 2,
    })
    const { body } = await world.client.get<{ data: Json[] }>('/v1/tasks')
    expect(body.data).toMatchObject([{ subjectId: agent.id, role: 'ADMINISTRATOR' }])
    expect(await events()).toMatchObject([
      { payload: { agentId: agent.id, reason: 'FAILURES', failuresInARow: 2 } },
    ])
    await world.client.post(`/v1/agents/${agent.id}/resume`)
    expect(await agentOf(agent)).toMatchObject({ pauseReason: null, failuresInARow: 0 })
    await fail(agent)
    expect(await agentOf(agent)).toMatchObject({ status: 'ACTIVE', failuresInARow: 1 })
  })

  test('is paused once when runs fail at the same moment', async () => {
    const agent = await failing(3)
    const runs = []
    for (let count = 0; count < 8; count += 1) runs.push(await startRun(api, world, agent.id))
    const ctx = systemContext(api.services.platform, {
      tenantId: world.client.tenantId,
      action: 'finishRun',
    })
    // Each runs twice, like a retried activity.
    await Promise.all(
      [...runs, ...runs].map(({ id }) => finishRun(ctx, { runId: id, status: 'FAILED' })),
    )
    expect(await agentOf(agent)).toMatchObject({ pauseReason: 'FAILURES', failuresInARow: 8 })
    expect(await events()).toHaveLength(1)
    expect((await world.client.get<{ data: Json[] }>('/v1/tasks')).body.data).toHaveLength(1)
  })

  test('resets its count after a success, and is never paused if the option is off', async () => {
    const nodes: [Json, ...Json[]] = [
      { id: 'ok', type: 'CONDITION', when: 'input.ok', next: null, otherwise: 'end' },
      ...FAILS,
    ]
    const agent = await publishedAgent(world, nodes, {
      inputs: [{ name: 'ok', type: 'BOOLEAN', required: true }],
      limits: { pauseAfterFailures: 2 },
    })
    for (const ok of [false, true, false]) {
      await carryOut(api, world, await startRun(api, world, agent.id, { ok }))
    }
    expect(await agentOf(agent)).toMatchObject({ status: 'ACTIVE', failuresInARow: 1 })
    const never = await failing(null)
    for (let count = 0; count < 6; count += 1) await fail(never)
    expect(await agentOf(never)).toMatchObject({ status: 'ACTIVE', failuresInARow: 6 })
  })

  test('a manual pause is reported as such', async () => {
    const agent = await failing(5)
    await world.client.post(`/v1/agents/${agent.id}/pause`)
    await world.client.post(`/v1/agents/${agent.id}/pause`)
    expect(await agentOf(agent)).toMatchObject({ status: 'PAUSED', pauseReason: 'REQUESTED' })
    expect(await events()).toMatchObject([{ payload: { reason: 'REQUESTED', runId: null } }])
  })
})

test('the timeline of a child shows what agents did for that child, but not lists that merely include it', async () => {
  const child = await world.child()
  const agent = await publishedAgent(
    world,
    [
      { id: 'list', type: 'QUERY', query: 'children_without_next_appointment', next: 'ask' },
      {
        id: 'ask',
        type: 'APPROVAL',
        title: 'Ask for {{ input.childId }}?',
        shows: '{"childId": input.childId}',
        roles: ['ADMINISTRATOR'],
        next: 'task',
      },
      {
        id: 'task',
        type: 'ACTION',
        action: 'create_task',
        parameters: {
          title: 'Call the family',
          role: 'SCHEDULER',
          childId: { expression: 'input.childId' },
        },
      },
    ],
    { inputs: [{ name: 'childId', type: 'ID', required: true }] },
  )
  const run = await startRun(api, world, agent.id, { childId: child.id })
  await carryOut(api, world, run)
  const timeline = async () => {
    const { status, text, body } = await world.client.get<{ data: TimelineEntry[] }>(
      `/v1/children/${child.id}/timeline?kind=AGENT&sort=occursAt`,
    )
    expect(status, text).toBe(200)
    return body.data
  }
  expect(await timeline()).toMatchObject([
    {
      status: 'SCHEDULED',
      code: 'APPROVAL ask',
      subjectType: 'AGENT_RUN',
      subjectId: run.id,
      actionRequired: 'somebody has to decide on it',
    },
  ])
  const ask = (await stepsOf(world, run)).find(({ node }) => node === 'ask')!
  await world.byOwner(`/v1/agent-run-steps/${ask.id}/approve`, { reason: 'They asked us to' })
  await carryOut(api, world, run, ask)
  expect(await timeline()).toMatchObject([
    { status: 'DONE', code: 'APPROVAL ask', reason: 'They asked us to', actionRequired: null },
    { status: 'DONE', code: 'ACTION create_task', subjectType: 'TASK' },
  ])
})

test('metrics distinguish waiting runs from overdue runs', async () => {
  const { platform } = api.services
  const before = await runBacklog(platform)
  const agent = await publishedAgent(world, [{ id: 'wait', type: 'WAIT', for: { hours: 2 } }])
  const run = await startRun(api, world, agent.id)
  await carryOut(api, world, run)
  expect((await runBacklog(platform)).waiting).toBe(before.waiting + 1)
  const ofRun = [world.client.tenantId, run.id]
  const past = `UPDATE agent_run_steps SET waits_until = waits_until - interval '100 hours'
    WHERE tenant_id = $1 AND run_id = $2`
  await api.query(past, ofRun)
  const { oldestOverdueSeconds } = await runBacklog(platform)
  expect(oldestOverdueSeconds).toBeGreaterThanOrEqual(98 * 3_600 - 1)
  // The agent was paused by a person.
  await world.client.post(`/v1/agent-runs/${run.id}/pause`)
  expect((await runBacklog(platform)).oldestOverdueSeconds).toBeLessThan(98 * 3_600 - 1)
})
