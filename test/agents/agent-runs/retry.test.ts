import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentRun } from '#agents/agent-runs/schemas.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { refusal, type Page } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { carryOut, publishedAgent, runOf, startRun, stepsOf } from './support.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const newWorld = async () => createWorld(api, await api.createTenant())
const task = (id: string, title: unknown, more: Json = {}): Json => ({
  id,
  type: 'ACTION',
  action: 'create_task',
  parameters: { title, role: 'SCHEDULER' },
  ...more,
})
const retry = ({ client }: World, { id }: { id: string }, body: Json = {}) =>
  client.post<AgentRun>(`/v1/agent-runs/${id}/retry`, body)
const titles = async ({ client }: World) =>
  (await client.get<Page>('/v1/tasks?limit=100')).body.data
    .map((it) => String(it['title']))
    .toSorted()

/** Fails at `second` until the named rows exist. */
const NODES: [Json, ...Json[]] = [
  task('first', 'First', { next: 'look' }),
  { id: 'look', type: 'QUERY', query: 'tasks_overdue', parameters: {}, next: 'second' },
  task('second', { expression: 'steps.look.rows[0].taskId' }, { next: 'third' }),
  task('third', 'Third'),
]

describe('retrying a failed run', () => {
  test('starts a new run at a node and does not repeat earlier nodes', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, NODES)
    const run = await startRun(api, centre, agent.id)
    await carryOut(api, centre, run)
    expect(await runOf(centre, run)).toMatchObject({
      status: 'FAILED',
      failure: { node: 'second' },
    })
    await centre.make('/v1/tasks', { title: 'Overdue', role: 'BILLER' })
    await api.query(
      `UPDATE tasks SET due_at = created_at - interval '1 day' WHERE title = 'Overdue'`,
      [],
    )
    // Read results are kept too, so a retry from the failed node fails again.
    const again = await retry(centre, run)
    expect([again.status, again.body.retryOf]).toEqual([201, run.id])
    await carryOut(api, centre, again.body)
    expect((await runOf(centre, again.body)).failure).toMatchObject({ node: 'second' })
    const fromLook = await retry(centre, run, { node: 'look' })
    await carryOut(api, centre, fromLook.body)
    expect((await runOf(centre, fromLook.body)).status).toBe('SUCCEEDED')
    expect((await titles(centre)).filter((it) => it === 'First' || it === 'Third')).toEqual([
      'First',
      'Third',
    ])
    expect((await stepsOf(centre, fromLook.body)).map(({ node }) => node)).toEqual([
      'first',
      'look',
      'second',
      'third',
    ])
  })

  test('repeats those items of a list for which something failed', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [
      { id: 'each', type: 'FOR_EACH', items: '[1, 0, 2]', body: 'begin', next: 'done' },
      task('begin', { expression: '"Begin " + string(item)' }, { next: 'act' }),
      task('act', { expression: 'item == 0 ? dyn(steps.begin).nothing : "Act " + string(item)' }),
      task('done', 'Done'),
    ])
    const run = await startRun(api, centre, agent.id)
    await carryOut(api, centre, run)
    expect((await runOf(centre, run)).failure).toEqual({ code: 'items_failed', node: 'each' })
    const again = await retry(centre, run)
    expect(again.status, again.text).toBe(201)
    await carryOut(api, centre, again.body)
    expect(await titles(centre)).toEqual(['Act 1', 'Act 2', 'Begin 0', 'Begin 1', 'Begin 2'])
    const steps = await stepsOf(centre, again.body)
    expect(steps.filter(({ node, status }) => node === 'act' && status === 'FAILED')).toHaveLength(
      1,
    )
  })

  test('is refused to people who approved a step that is kept', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [
      { id: 'ask', type: 'APPROVAL', title: 'May it?', roles: ['ADMINISTRATOR'], next: 'act' },
      task('act', { expression: 'dyn(steps.ask).nothing' }),
    ])
    const run = await startRun(api, centre, agent.id)
    await carryOut(api, centre, run)
    const [step] = await stepsOf(centre, run)
    const approver = await centre.owner()
    expect((await approver.post(`/v1/agent-run-steps/${step!.id}/approve`)).status).toBe(200)
    await carryOut(api, centre, run)
    const own = await approver.post(`/v1/agent-runs/${run.id}/retry`)
    expect(refusal(own)).toEqual([403, 'second_person_required'])
    const third = createWorld(api, await api.createClient(centre.client.tenantId))
    const again = await retry(third, run)
    expect(again.status, again.text).toBe(201)
    expect((await stepsOf(centre, again.body))[0]).toMatchObject({
      node: 'ask',
      approval: { decision: 'APPROVED' },
    })
    await centre.client.post(`/v1/agent-runs/${again.body.id}/cancel`)
    expect((await retry(centre, run, { node: 'ask' })).status).toBe(201)
  })

  test('starts only at nodes the run has reached, and only after a failure', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, NODES)
    const run = await startRun(api, centre, agent.id)
    expect(refusal(await retry(centre, run))).toEqual([409, 'invalid_transition'])
    await carryOut(api, centre, run)
    for (const node of ['third', 'nothing'])
      expect(refusal(await retry(centre, run, { node }))).toEqual([
        400,
        'validation_failed',
        'node: not_found',
      ])
  })

  test('happens once when several callers retry, and never beside a retry that runs or succeeded', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, NODES)
    const run = await startRun(api, centre, agent.id)
    await carryOut(api, centre, run)
    const atOnce = await Promise.all([1, 2, 3, 4].map(() => retry(centre, run)))
    expect(atOnce.map(({ status }) => String(status)).toSorted()).toEqual([
      '201',
      '409',
      '409',
      '409',
    ])
    const { body: second } = atOnce.find(({ status }) => status === 201)!
    const detail = async ({ id }: { id: string }) =>
      (await centre.client.post<{ detail: string }>(`/v1/agent-runs/${id}/retry`)).body.detail
    expect(await detail(run)).toContain(`already being retried: ${second.id} is RUNNING`)
    await carryOut(api, centre, second)
    await centre.make('/v1/tasks', { title: 'Overdue', role: 'BILLER' })
    await api.query(
      `UPDATE tasks SET due_at = created_at - interval '1 day' WHERE title = 'Overdue'`,
      [],
    )
    const third = await retry(centre, second, { node: 'look' })
    expect(third.status, third.text).toBe(201)
    await carryOut(api, centre, third.body)
    for (const before of [run, second])
      expect(await detail(before)).toContain(`${third.body.id} succeeded`)
    expect((await titles(centre)).filter((it) => it === 'Third')).toEqual(['Third'])
  })
})
