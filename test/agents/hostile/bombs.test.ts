import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NODE_TYPES, type Node } from '#agents/definitions/nodes/nodes.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { connectModel } from '../../knowledge/generation/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { carryOut, fire, publishedAgent, runOf, stepsOf } from '../agent-runs/support.ts'
import { processorTime } from '../../support/processor-time.ts'

/** Definitions that would never end or would exhaust the processor. */

let api: TestApi
let server: ModelServer
let world: World
let starter: ApiClient
let assistantId: string
beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
  world = createWorld(api, await api.createTenant())
  starter = await api.createClient(world.client.tenantId)
  assistantId = (await world.assistant()).id
  await connectModel(world.client, server)
  const { id } = await world.task()
  await api.query(
    `INSERT INTO tasks SELECT (jsonb_populate_record(t, jsonb_build_object(
       'id', left(t.id, 20) || lpad(n::text, 10, '0'), 'due_at', t.created_at - interval '2 hours'))).*
     FROM tasks t, generate_series(1, 600) n WHERE t.id = $1`,
    [id],
  )
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const LATE: Json = { id: 'late', type: 'QUERY', query: 'tasks_overdue', parameters: {}, next: 'it' }
const ROWS = 'steps.late.rows'
/** Cheap for a few rows, and endless for all 500. Of a value of `dyn`, publishing knows nothing. */
const BOMB = `dyn(${ROWS}.map(a, ${ROWS}.map(b, ${ROWS}.map(c, 1))))`

/** Each place of an expression, by node type. */
const ARMED: Record<Node['type'], Json[]> = {
  QUERY: [{ query: 'tasks_overdue', parameters: { overdueForHours: { expression: BOMB } } }],
  RETRIEVE: [{ question: `{{ ${BOMB} }}` }],
  AGENT: [{ instructions: `{{ ${BOMB} }}` }, { instructions: 'Sum up.', given: BOMB }],
  CONDITION: [{ when: BOMB }],
  FOR_EACH: [{ items: BOMB, body: 'body' }],
  APPROVAL: [
    { title: `{{ ${BOMB} }}`, roles: ['ADMINISTRATOR'] },
    { title: 'May it?', shows: BOMB, roles: ['ADMINISTRATOR'] },
  ],
  WAIT: [{ for: { at: BOMB } }],
  ACTION: [{ action: 'create_task', parameters: { title: { expression: BOMB } } }],
  NOTIFY: [{ to: 'SCHEDULER', text: `{{ ${BOMB} }}` }],
  END: [{ message: `{{ ${BOMB} }}` }],
}
const armed = NODE_TYPES.flatMap((type) => ARMED[type].map((more) => [type, more] as const))
const body: Json = { id: 'body', type: 'CONDITION', when: 'true' }

const ran = async (nodes: [Json, ...Json[]]) => {
  const { id } = await publishedAgent(world, nodes)
  const { body: run } = await starter.post<{ id: string }>(`/v1/agents/${id}/runs`)
  const used = processorTime()
  await carryOut(api, world, run)
  expect(used()).toBeLessThan(20_000)
  return { run: await runOf(world, run), steps: await stepsOf(world, run) }
}

describe('an endless expression', () => {
  test.each(armed)('fails the node immediately: %s %o', async (type, more) => {
    const node = { id: 'it', type, ...more, ...(type === 'RETRIEVE' && { assistantId }) }
    const { run, steps } = await ran([LATE, node, ...(type === 'FOR_EACH' ? [body] : [])])
    expect(steps[0]!.output['rows']).toHaveLength(500)
    expect(run).toMatchObject({
      status: 'FAILED',
      failure: { code: 'expression_failed', node: 'it' },
    })
    expect(steps.at(-1)!.failure!.message).toContain('is too costly')
  })

  test('matches no event for a waiting node, which keeps waiting', async () => {
    const wait = {
      id: 'it',
      type: 'WAIT',
      for: { eventType: 'child.registered', filter: BOMB, hours: 1 },
    }
    const { run } = await ran([LATE, wait])
    await world.child()
    await fire(api, world)
    expect((await runOf(world, run)).status).toBe('WAITING')
    await world.client.post(`/v1/agent-runs/${run.id}/cancel`)
  })

  test('accepts no message to a webhook', async () => {
    const list = 'event.data.list'
    const filter = `size(${list}.map(a, ${list}.map(b, ${list}.map(c, 1)))) > 0`
    const { id } = await publishedAgent(world, [body], { trigger: { type: 'WEBHOOK', filter } })
    const { webhookUrl } = await world.make(`/v1/agents/${id}/rotate-webhook-url`)
    const message = { list: Array.from({ length: 5_000 }, (_, index) => index) }
    const { pathname } = new URL(String(webhookUrl))
    expect((await api.anonymous().post(pathname, message)).body).toEqual({ receipt: 'FILTERED' })
  })
})

/** Each member that points to another node, by node type. */
const LEADING: Record<Node['type'], string[]> = {
  QUERY: ['next', 'onError'],
  RETRIEVE: ['next', 'onError'],
  AGENT: ['next', 'onError'],
  CONDITION: ['next', 'otherwise'],
  FOR_EACH: ['next', 'body', 'onError'],
  APPROVAL: ['next', 'onReject', 'onExpiry'],
  WAIT: ['next', 'onTimeout'],
  ACTION: ['next', 'onError'],
  NOTIFY: ['next', 'onError'],
  END: [],
}
const WHOLE: Record<Node['type'], Json> = {
  QUERY: { query: 'tasks_overdue' },
  RETRIEVE: { question: 'When?' },
  AGENT: { instructions: 'Sum up.' },
  CONDITION: { when: 'true' },
  FOR_EACH: { items: '[1]', body: 'body' },
  APPROVAL: { title: 'May it?', roles: ['ADMINISTRATOR'] },
  WAIT: { for: { hours: 1 } },
  ACTION: { action: 'create_task', parameters: { title: 'Again' } },
  NOTIFY: { to: 'SCHEDULER', text: 'Again' },
  END: {},
}
const ways = NODE_TYPES.flatMap((type) => LEADING[type].map((member) => [type, member] as const))

test.each(ways)('a backward edge by %s %s cannot be published', async (type, member) => {
  const first = { id: 'first', type: 'CONDITION', when: 'true', next: 'it' }
  const back = member === 'onError' ? { node: 'first' } : 'first'
  const node = {
    id: 'it',
    type,
    ...WHOLE[type],
    ...(type === 'RETRIEVE' && { assistantId }),
    [member]: back,
  }
  const { id } = await world.make('/v1/agents', {
    name: 'Round',
    definition: { trigger: { type: 'MANUAL' }, start: 'first', nodes: [first, node, body] },
  })
  const { status, body: problem } = await world.client.post<{ errors: Json[] }>(
    `/v1/agents/${id}/publish`,
  )
  expect(status).toBe(400)
  const path = `definition.nodes.1.${member === 'onError' ? 'onError.node' : member}`
  expect(problem.errors).toContainEqual(expect.objectContaining({ path, code: 'cycle' }))
})

describe('a list of a million items', () => {
  test('cannot be looped over', async () => {
    const node = { id: 'it', type: 'FOR_EACH', items: '[1]', body: 'body', most: 1_000_000 }
    const definition = { trigger: { type: 'MANUAL' }, start: 'it', nodes: [node, body] }
    const { status, body: problem } = await world.client.post<{ errors: Json[] }>('/v1/agents', {
      name: 'Many',
      definition,
    })
    expect([status, problem.errors[0]!['path'], problem.errors[0]!['code']]).toEqual([
      400,
      'definition.nodes.0.most',
      'too_large',
    ])
  })

  test.each([
    ['of more items than the node takes', `${ROWS} + ${ROWS}`, '1000 items'],
    ['of lists of lists', `${ROWS}.map(a, ${ROWS}.map(b, ${ROWS}))`, 'evaluates to too much data'],
  ])('%s fails before the first item', async (_, items, why) => {
    const each = { id: 'it', type: 'FOR_EACH', items, body: 'body', most: 500 }
    const { run, steps } = await ran([LATE, each, body])
    expect(run.failure).toEqual({ code: 'expression_failed', node: 'it' })
    expect(steps).toHaveLength(2)
    expect(steps[1]!.failure!.message).toContain(why)
  })
})
