import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentRun } from '#agents/agent-runs/schemas.ts'
import { runNode, completeForEach } from '#agents/agent-runs/loop/run-loop.ts'
import type { AgentPreview } from '#agents/agent-runs/preview/schemas.ts'
import { startAgentRun } from '#agents/agent-runs/start/start-agent-run.ts'
import { publishAgent } from '#agents/agents/publish-agent.ts'
import { newId } from '#platform/core/records/ids.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { actingIn } from '../../support/acting.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { refusal, type Page } from '../../resources/centre.ts'
import { carryOut, publishedAgent, runOf, startRun, stepsOf } from './support.ts'

let api: TestApi
let world: World
beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const HOUR_MS = 3_600_000
const newWorld = async () => createWorld(api, await api.createTenant())

const task = (id: string, more: Json = {}): Json => ({
  id,
  type: 'ACTION',
  action: 'create_task',
  parameters: { title: `Task of ${id}`, role: 'SCHEDULER' },
  ...more,
})
const approval = (more: Json = {}): Json => ({
  id: 'ask',
  type: 'APPROVAL',
  title: 'May it?',
  roles: ['ADMINISTRATOR'],
  next: 'act',
  ...more,
})
/** Records created by nodes, without requests for decisions. */
const tasksOf = async ({ client }: World) =>
  (await client.get<Page>('/v1/tasks?limit=100')).body.data
    .filter((it) => it['subjectType'] === null)
    .map((it) => String(it['title']))

/** Overdue tasks, each handled by its own item. */
const OVERDUE: [Json, ...Json[]] = [
  { id: 'late', type: 'QUERY', query: 'tasks_overdue', parameters: {}, next: 'any' },
  { id: 'any', type: 'CONDITION', when: 'size(steps.late.rows) > input.least', next: 'each' },
  { id: 'each', type: 'FOR_EACH', items: 'steps.late.rows', body: 'remind', next: 'tell' },
  {
    id: 'remind',
    type: 'ACTION',
    action: 'create_task',
    parameters: {
      title: { expression: '"Late, number " + string(index)' },
      notes: { expression: 'item.taskId' },
      role: 'SCHEDULER',
    },
  },
  {
    id: 'tell',
    type: 'NOTIFY',
    to: 'STARTER',
    text: '{{ size(steps.each.items) }} reminders on {{ today }}\nThat is all.',
    next: 'done',
  },
  { id: 'done', type: 'END', message: 'Reminded of {{ size(steps.late.rows) }}' },
]
const INPUTS = { inputs: [{ name: 'least', type: 'INTEGER', default: 0 }] }

const overdueTasks = async (centre: World, count: number) => {
  for (let number = 0; number < count; number += 1)
    await centre.make('/v1/tasks', {
      title: `Overdue ${number}`,
      role: 'BILLER',
      dueAt: new Date(api.clock.now().getTime() + (number + 1) * 60_000).toISOString(),
    })
  await api.query(`UPDATE tasks SET due_at = due_at - interval '1 day' WHERE tenant_id = $1`, [
    centre.client.tenantId,
  ])
}

describe('a run', () => {
  test('reads, decides, loops over a list, creates tasks and ends, with the same effect when executed twice', async () => {
    const centre = await newWorld()
    await overdueTasks(centre, 3)
    const agent = await publishedAgent(centre, OVERDUE, INPUTS)
    const run = await startRun(api, centre, agent.id)
    expect(run).toMatchObject({
      agentId: agent.id,
      agentVersion: 1,
      status: 'RUNNING',
      input: { least: 0 },
    })
    expect(await carryOut(api, centre, run)).toBe('OVER')
    expect(await runOf(centre, run)).toMatchObject({ status: 'SUCCEEDED', failure: null })
    const steps = await stepsOf(centre, run)
    expect(steps.map(({ node, item, status }) => `${node}/${item} ${status}`)).toEqual([
      'late/0 SUCCEEDED',
      'any/0 SUCCEEDED',
      'each/0 SUCCEEDED',
      'remind/1 SUCCEEDED',
      'remind/2 SUCCEEDED',
      'remind/3 SUCCEEDED',
      'tell/0 SUCCEEDED',
      'done/0 SUCCEEDED',
    ])
    expect(steps.at(-1)!.output).toEqual({ message: 'Reminded of 3' })
    const titles = await tasksOf(centre)
    expect(titles.filter((it) => it.startsWith('Late')).toSorted()).toEqual([
      'Late, number 1',
      'Late, number 2',
      'Late, number 3',
    ])
    expect(titles).toContain('3 reminders on 2026-11-24')
    const types = await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE tenant_id = $1 AND subject_id = $2 AND kind = 'event' ORDER BY id`,
      [centre.client.tenantId, run.id],
    )
    expect(types.map(({ type }) => type)).toEqual(['agent_run.started', 'agent_run.succeeded'])
  })

  test('takes the other branch, and validates its input', async () => {
    const agent = await publishedAgent(world, OVERDUE, INPUTS)
    const run = await startRun(api, world, agent.id, { least: 500 })
    await carryOut(api, world, run)
    expect((await stepsOf(world, run)).map(({ node }) => node)).toEqual(['late', 'any'])
    for (const [input, issue] of [
      [{ least: 'many' }, ['input.least', 'invalid_type']],
      [{ most: 1 }, ['input.most', 'unknown_member']],
    ] as const) {
      const { status, body } = await world.client.post<{ errors: Json[] }>(
        `/v1/agents/${agent.id}/runs`,
        { input },
      )
      expect([status, body.errors[0]!['path'], body.errors[0]!['code']]).toEqual([400, ...issue])
    }
  })

  test('starts only from a published version, while agent and centre allow it, up to the daily limit', async () => {
    const centre = await newWorld()
    const { client } = centre
    const { id } = await centre.make('/v1/agents', {
      name: 'Draft',
      definition: {
        trigger: { type: 'MANUAL' },
        limits: { runsPerDay: 1 },
        start: 'act',
        nodes: [task('act')],
      },
    })
    const begin = () => client.post(`/v1/agents/${id}/runs`)
    expect(refusal(await begin())).toEqual([409, 'invalid_transition'])
    await client.post(`/v1/agents/${id}/publish`)
    await client.post(`/v1/agents/${id}/pause`)
    expect(refusal(await begin())).toEqual([409, 'invalid_transition'])
    await client.post(`/v1/agents/${id}/resume`)
    await client.patch('/v1/organization', { agents: 'OFF' })
    expect(refusal(await begin())).toEqual([409, 'agents_off'])
    await client.patch('/v1/organization', { agents: 'PROPOSE' })
    expect((await begin()).status).toBe(201)
    expect(refusal(await begin())).toEqual([429, 'rate_limited'])
  })

  test('keeps its version when another is published, and uses the older one after a rollback', async () => {
    const { client } = world
    const agent = await publishedAgent(world, [task('old')])
    const first = await startRun(api, world, agent.id)
    const definition = { trigger: { type: 'MANUAL' }, start: 'new', nodes: [task('new')] }
    await client.patch(`/v1/agents/${agent.id}`, { definition })
    await client.post(`/v1/agents/${agent.id}/publish`)
    const second = await startRun(api, world, agent.id)
    await client.post(`/v1/agents/${agent.id}/roll-back`, { number: 1 })
    const third = await startRun(api, world, agent.id)
    for (const run of [first, second, third]) await carryOut(api, world, run)
    const nodes = await Promise.all([first, second, third].map((run) => stepsOf(world, run)))
    expect(nodes.map(([step]) => step!.node)).toEqual(['old', 'new', 'old'])
    // The draft equals version 2; publishing it creates version 3.
    const { body } = await client.post<Json>(`/v1/agents/${agent.id}/publish`)
    expect(body).toMatchObject({ publishedVersion: 3, latestVersion: 3 })
  })

  test('uses the current permissions of its starter, and stops if the starter is gone', async () => {
    const agent = await publishedAgent(world, [task('act')])
    const start = async (scopes?: Parameters<typeof api.createClient>[1]) => {
      const starter = await api.createClient(world.client.tenantId, scopes)
      const { body } = await starter.post<AgentRun>(`/v1/agents/${agent.id}/runs`)
      return body
    }
    const narrow = await start({ scopes: ['ai'] })
    await carryOut(api, world, narrow)
    expect(await runOf(world, narrow)).toMatchObject({
      status: 'FAILED',
      failure: { code: 'insufficient_scope', node: 'act' },
    })
    const reading = await start()
    const path = `/v1/api-keys/${reading.startedBy}`
    expect((await world.client.patch(path, { methods: ['GET'] })).status).toBe(200)
    await carryOut(api, world, reading)
    expect(await runOf(world, reading)).toMatchObject({
      status: 'FAILED',
      failure: { code: 'insufficient_scope', node: 'act' },
    })
    const gone = await start()
    await api.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [gone.startedBy])
    await carryOut(api, world, gone)
    expect((await runOf(world, gone)).failure).toEqual({ code: 'starter_gone', node: 'act' })
    const failed = await api.query<{ data: object }>(
      `SELECT payload AS data FROM outbox WHERE subject_id = $1 AND type = 'agent_run.failed'`,
      [gone.id],
    )
    expect(failed).toEqual([
      { data: { runId: gone.id, agentId: agent.id, node: 'act', code: 'starter_gone' } },
    ])
  })
})

test('a key that acts for a person can neither start runs nor publish agents that start by themselves', async () => {
  const { client } = world
  const ctx = actingIn(api, client, { kind: 'USER', id: newId('user'), isDelegated: true })
  const refused = { code: 'insufficient_scope' }
  const manual = await publishedAgent(world, [task('act')])
  await expect(startAgentRun(ctx, { id: manual.id, input: {} })).rejects.toMatchObject(refused)
  const trigger = { type: 'EVENT', eventType: 'child.registered' }
  const definition = { trigger, start: 'act', nodes: [task('act')] }
  const { id } = await world.make('/v1/agents', { name: 'By itself', definition })
  await expect(publishAgent(ctx, { id })).rejects.toMatchObject(refused)
  expect((await client.post<Json>(`/v1/agents/${id}/publish`)).body['status']).toBe('ACTIVE')
  await client.post(`/v1/agents/${id}/archive`)
})

describe('an approval', () => {
  const nodes = (more: Json = {}): [Json, ...Json[]] => [approval(more), task('act')]
  const decide = async (world: World, id: string, verb: 'approve' | 'reject', body?: Json) =>
    (await world.owner()).post<Json>(`/v1/agent-run-steps/${id}/${verb}`, body)
  const waiting = async (centre: World, run: AgentRun) =>
    (await stepsOf(centre, run)).find(({ status }) => status === 'WAITING')!

  test('is decided once by a second person, and then the run continues', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, nodes({ shows: '{"of": 1 + 1}' }))
    const starter = await api.createClient(centre.client.tenantId)
    const run = (await starter.post<AgentRun>(`/v1/agents/${agent.id}/runs`)).body
    expect(await carryOut(api, centre, run)).toBe('WAITS')
    expect((await runOf(centre, run)).status).toBe('WAITING')
    const step = await waiting(centre, run)
    expect(step.output).toEqual({ title: 'May it?', roles: ['ADMINISTRATOR'], shows: { of: 2 } })
    expect(refusal(await starter.post(`/v1/agent-run-steps/${step.id}/approve`))).toEqual([
      403,
      'insufficient_role',
    ])
    const answers = await Promise.all(
      ['approve', 'reject', 'approve'].map((verb) =>
        decide(centre, step.id, verb as 'approve', { reason: 'Seen.' }),
      ),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    const { body } = answers.find(({ status }) => status === 200)!
    await carryOut(api, centre, run, { node: 'ask' })
    const approved = (body['approval'] as Json)['decision'] === 'APPROVED'
    expect((await runOf(centre, run)).status).toBe(approved ? 'SUCCEEDED' : 'CANCELLED')
    expect(await tasksOf(centre)).toEqual(approved ? ['Task of act'] : [])
  })

  test('takes its own branch when it is rejected or times out', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [
      approval({ onReject: 'no', onExpiry: 'late', expiresAfterHours: 72 }),
      task('act'),
      task('no'),
      task('late'),
    ])
    const rejected = await startRun(api, centre, agent.id)
    await carryOut(api, centre, rejected)
    await decide(centre, (await waiting(centre, rejected)).id, 'reject', { reason: 'Not now.' })
    await carryOut(api, centre, rejected, { node: 'ask' })
    const expired = await startRun(api, centre, agent.id)
    await carryOut(api, centre, expired)
    const { id } = await waiting(centre, expired)
    const before = api.clock.now()
    try {
      api.clock.advance(73 * HOUR_MS)
      const later = createWorld(api, await api.createClient(centre.client.tenantId))
      expect(refusal(await decide(later, id, 'approve'))).toEqual([409, 'invalid_transition'])
      await carryOut(api, later, expired, { node: 'ask' })
      expect(await tasksOf(later)).toEqual(['Task of late', 'Task of no'])
    } finally {
      api.clock.set(before)
    }
  })
})

describe('a run in progress', () => {
  const WAITING: [Json, ...Json[]] = [
    { id: 'wait', type: 'WAIT', for: { hours: 2_160 }, next: 'act' },
    task('act'),
  ]

  test('waits for ninety days, and ends the wait on time even if it was paused in between', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, WAITING)
    const run = await startRun(api, centre, agent.id)
    expect(await carryOut(api, centre, run)).toBe('WAITS')
    await centre.client.post(`/v1/agent-runs/${run.id}/pause`)
    const before = api.clock.now()
    try {
      api.clock.advance(91 * 24 * HOUR_MS)
      const later = createWorld(api, await api.createClient(centre.client.tenantId))
      expect(await carryOut(api, later, run, { node: 'wait' })).toBe('WAITS')
      expect((await runOf(later, run)).status).toBe('PAUSED')
      const resumed = await later.client.post<AgentRun>(`/v1/agent-runs/${run.id}/resume`)
      expect(resumed.body.status).toBe('WAITING')
      expect(await carryOut(api, later, run, { node: 'wait' })).toBe('OVER')
      expect(await tasksOf(later)).toEqual(['Task of act'])
    } finally {
      api.clock.set(before)
    }
  })

  test('is cancelled once, and nothing in it is done or decided afterwards', async () => {
    const agent = await publishedAgent(world, [approval(), task('act')])
    const run = await startRun(api, world, agent.id)
    await carryOut(api, world, run)
    const cancel = () => world.client.post<AgentRun>(`/v1/agent-runs/${run.id}/cancel`)
    expect((await cancel()).body).toMatchObject({ status: 'CANCELLED' })
    expect(refusal(await cancel())).toEqual([409, 'invalid_transition'])
    const [step] = await stepsOf(world, run)
    expect(step).toMatchObject({ status: 'FAILED', failure: { code: 'run_ended' } })
    expect(refusal(await world.client.post(`/v1/agent-run-steps/${step!.id}/approve`))).toEqual([
      409,
      'invalid_transition',
    ])
    expect(await carryOut(api, world, run, { node: 'ask' })).toBe('OVER')
    expect(await stepsOf(world, run)).toHaveLength(1)
  })
})

describe('a failing node', () => {
  const failing = (more: Json = {}): Json => ({
    id: 'first',
    type: 'QUERY',
    query: 'tasks_overdue',
    parameters: { overdueForHours: { expression: 'steps.nothing' } },
    ...more,
  })
  const bad = { overdueForHours: { expression: '"many"' } }

  test.each([
    ['FAIL', 'FAILED', ['first']],
    ['CONTINUE', 'SUCCEEDED', ['first', 'act']],
    [{ node: 'else' }, 'SUCCEEDED', ['first', 'else']],
  ])('with onError %j', async (onError, status, nodes) => {
    const others = [task('act'), task('else')].filter(
      ({ id }) => id === 'act' || typeof onError === 'object',
    )
    const agent = await publishedAgent(world, [
      failing({ parameters: bad, next: 'act', onError }),
      ...others,
    ])
    const run = await startRun(api, world, agent.id)
    await carryOut(api, world, run)
    expect((await runOf(world, run)).status).toBe(status)
    const steps = await stepsOf(world, run)
    expect(steps.map(({ node }) => node)).toEqual(nodes)
    expect(steps[0]!.failure!.code).toBe('validation_failed')
  })

  test('takes no branch if its condition has no value', async () => {
    const when = 'dyn(run).nothing == 1'
    const agent = await publishedAgent(world, [
      { id: 'first', type: 'CONDITION', when, next: 'act', otherwise: 'else' },
      task('act'),
      task('else'),
    ])
    const run = await startRun(api, world, agent.id)
    await carryOut(api, world, run)
    expect(await runOf(world, run)).toMatchObject({
      status: 'FAILED',
      failure: { code: 'expression_failed', node: 'first' },
    })
    expect((await stepsOf(world, run)).map(({ node }) => node)).toEqual(['first'])
  })

  test('leaves the other items of a list alone and fails the FOR_EACH at its end', async () => {
    const agent = await publishedAgent(world, [
      { id: 'each', type: 'FOR_EACH', items: '[1, "two", 3]', body: 'even' },
      { id: 'even', type: 'CONDITION', when: 'item % 2 == 0' },
    ])
    const run = await startRun(api, world, agent.id)
    await carryOut(api, world, run)
    const steps = await stepsOf(world, run)
    expect(steps.map(({ item, status }) => `${item} ${status}`)).toEqual([
      '0 FAILED',
      '1 SUCCEEDED',
      '2 FAILED',
      '3 SUCCEEDED',
    ])
    expect((await runOf(world, run)).failure).toEqual({ code: 'items_failed', node: 'each' })
    expect(steps[2]!.failure!.message).toMatch(/^An expression .*no such overload/)
  })

  test('ends the run if its list was erased together with a person', async () => {
    const agent = await publishedAgent(world, [
      { id: 'each', type: 'FOR_EACH', items: '[1]', body: 'yes' },
      { id: 'yes', type: 'CONDITION', when: 'true' },
    ])
    const run = await startRun(api, world, agent.id)
    const { tenantId } = world.client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'runNode' })
    const at = { runId: run.id, node: 'each', item: 0 }
    expect(await runNode(ctx, at)).toMatchObject({ move: 'EACH' })
    await api.query('DELETE FROM agent_run_steps WHERE run_id = $1', [run.id])
    expect(await completeForEach(ctx, { ...at, failed: 0 })).toEqual({
      move: 'END',
      status: 'FAILED',
    })
  })

  test('refuses more items or steps than its limits', async () => {
    const loop = (items: string, more: Json): [Json, ...Json[]] => [
      { id: 'each', type: 'FOR_EACH', items, body: 'yes', ...more },
      { id: 'yes', type: 'CONDITION', when: 'true' },
    ]
    const many = await publishedAgent(world, loop('[1, 2, 3]', { most: 2 }))
    const long = await publishedAgent(world, loop('[1, 2, 3]', {}), { limits: { stepsPerRun: 2 } })
    const failures = await Promise.all(
      [many, long].map(async ({ id }) => {
        const run = await startRun(api, world, id)
        await carryOut(api, world, run)
        return (await stepsOf(world, run)).map(({ failure }) => failure?.code)
      }),
    )
    expect(failures).toEqual([
      ['expression_failed'],
      ['items_failed', undefined, 'too_many_steps', 'too_many_steps'],
    ])
  })
})

describe('a preview', () => {
  test('shows what a run would do, without side effects', async () => {
    const centre = await newWorld()
    await overdueTasks(centre, 2)
    const { id } = await publishedAgent(centre, OVERDUE, INPUTS)
    const before = await tasksOf(centre)
    const { status, body } = await centre.client.post<AgentPreview>(`/v1/agents/${id}/preview`)
    expect([status, body.status]).toEqual([200, 'SUCCEEDED'])
    expect(body.steps.map(({ node, item }) => `${node}/${item}`)).toEqual([
      'late/0',
      'any/0',
      'each/0',
      'remind/1',
      'remind/2',
      'tell/0',
      'done/0',
    ])
    expect(String(body.steps[4]!.output['wouldDo'])).toContain('title: Late, number 2')
    expect(await tasksOf(centre)).toEqual(before)
    expect((await centre.client.get<Page>('/v1/agent-runs')).body.data).toEqual([])
  })

  test('passes approvals as if granted, fails where a run would fail, and is cut off at its limit', async () => {
    const approved = await publishedAgent(world, [approval(), task('act')])
    const show = async (id: string) =>
      (await world.client.post<AgentPreview>(`/v1/agents/${id}/preview`)).body
    expect((await show(approved.id)).steps.map(({ node }) => node)).toEqual(['ask', 'act'])
    const items = `[${Array.from({ length: 90 }, (_, index) => index).join(', ')}]`
    const long = await publishedAgent(world, [
      { id: 'each', type: 'FOR_EACH', items, body: 'a' },
      { id: 'a', type: 'CONDITION', when: 'true', next: 'b' },
      { id: 'b', type: 'CONDITION', when: 'true', next: 'c' },
      { id: 'c', type: 'CONDITION', when: 'item < 1' },
    ])
    const cut = await show(long.id)
    expect([cut.status, cut.steps.length]).toEqual(['CUT_OFF', 200])
    const wrong = await publishedAgent(world, [
      { id: 'each', type: 'FOR_EACH', items: '[0]', body: 'a' },
      { id: 'a', type: 'CONDITION', when: '1 / item == 1' },
    ])
    expect((await show(wrong.id)).status).toBe('FAILED')
  })
})

describe('the data of a run', () => {
  test('is invisible to other centres', async () => {
    const agent = await publishedAgent(world, [approval(), task('act')])
    const run = await startRun(api, world, agent.id)
    await carryOut(api, world, run)
    const [step] = await stepsOf(world, run)
    const other = await newWorld()
    for (const path of [
      `/v1/agents/${agent.id}/runs`,
      `/v1/agent-runs/${run.id}/cancel`,
      `/v1/agent-run-steps/${step!.id}/approve`,
    ])
      expect(refusal(await other.client.post(path))).toEqual([404, 'not_found'])
    expect(await stepsOf(other, run)).toEqual([])
  })

  test('is erased together with the child', async () => {
    const centre = await newWorld()
    const { id: childId } = await centre.child()
    const agent = await publishedAgent(
      centre,
      [
        { id: 'each', type: 'FOR_EACH', items: '[input.childId]', body: 'yes' },
        { id: 'yes', type: 'CONDITION', when: 'item != ""' },
      ],
      { inputs: [{ name: 'childId', type: 'ID', required: true }] },
    )
    const run = await startRun(api, centre, agent.id, { childId })
    await carryOut(api, centre, run)
    const rows = await api.query<{ node: string }>(
      `SELECT node FROM agent_run_steps WHERE tenant_id = $1 AND person_ids @> ARRAY[$2]`,
      [centre.client.tenantId, childId],
    )
    expect(rows).toEqual([{ node: 'each' }])
  })
})
