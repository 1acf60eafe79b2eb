import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentRun } from '#agents/agent-runs/schemas.ts'
import type { AgentRunStep } from '#agents/agent-run-steps/schemas.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { refusal } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { delegateTo } from '../../staff/support.ts'
import { carryOut, publishedAgent, stepsOf } from './support.ts'

/** A run passes no rights on: neither through the output of its steps nor to people who start it for somebody else. */

let api: TestApi
let centre: World
let childId: string
/** May run agents and read runs, but cannot read children. */
let narrow: ApiClient
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  childId = (await centre.child()).id
  await centre.make('/v1/tasks', { title: 'Late', childId, role: 'SCHEDULER' })
  await api.query(`UPDATE tasks SET due_at = created_at - interval '1 day'`, [])
  narrow = await api.createClient(centre.client.tenantId, { scopes: ['ai'] })
  expect((await narrow.get(`/v1/children/${childId}`)).status).toBe(403)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const QUERY: Json = {
  id: 'look',
  type: 'QUERY',
  query: 'tasks_overdue',
  parameters: {},
}
const NODES: [Json, ...Json[]] = [
  { ...QUERY, next: 'any' },
  { id: 'any', type: 'CONDITION', when: 'size(steps.look.rows) > 0', next: 'each' },
  { id: 'each', type: 'FOR_EACH', items: 'steps.look.rows', body: 'tell', next: 'ask' },
  { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'About {{ item.childId }}' },
  {
    id: 'ask',
    type: 'APPROVAL',
    title: 'About {{ steps.look.rows[0].childId }}?',
    shows: 'steps.look.rows',
    roles: ['ADMINISTRATOR'],
    next: 'end',
  },
  { id: 'end', type: 'END', message: 'About {{ steps.look.rows[0].childId }}' },
]

describe('the result of a step', () => {
  let run: AgentRun
  beforeAll(async () => {
    const agent = await publishedAgent(centre, NODES)
    run = (await centre.client.post<AgentRun>(`/v1/agents/${agent.id}/runs`)).body
    expect(await carryOut(api, centre, run)).toBe('WAITS')
    const ask = (await stepsOf(centre, run)).find(({ status }) => status === 'WAITING')!
    await centre.byOwner(`/v1/agent-run-steps/${ask.id}/approve`)
    expect(await carryOut(api, centre, run, { node: 'ask' })).toBe('OVER')
  })

  test('is shown to people who may read its sources', async () => {
    const steps = await stepsOf(centre, run)
    expect(new Set(steps.map(({ type }) => type)).size).toBe(6)
    expect(steps.flatMap(({ withheld }) => withheld)).toEqual([])
    for (const type of ['QUERY', 'FOR_EACH', 'APPROVAL', 'END'])
      expect(JSON.stringify(steps.find((step) => step.type === type)!.output)).toContain(childId)
  })

  test('is hidden from everybody else, who is told which permissions are missing', async () => {
    const { body } = await narrow.get<{ data: AgentRunStep[] }>(
      `/v1/agent-run-steps?runId=${run.id}&limit=100`,
    )
    expect(body.data).toHaveLength((await stepsOf(centre, run)).length)
    expect(JSON.stringify(body)).not.toContain(childId)
    for (const { type, output, withheld } of body.data)
      if (type === 'CONDITION') expect(output).toEqual({ value: true })
      else expect([type, output, withheld.length > 0]).toEqual([type, {}, true])
    const look = body.data.find(({ node }) => node === 'look')!
    expect(look.withheld).toContain('children:read')
    const one = await narrow.get<AgentRunStep>(`/v1/agent-run-steps/${look.id}`)
    expect(one.body.output).toEqual({})
  })
})

describe('a caller with fewer rights than the run', () => {
  const byMessages = { trigger: { type: 'WEBHOOK' } }
  const WAYS: Record<string, () => Promise<{ path: string; body?: Json }>> = {
    'rotate the address of its agent': async () => {
      const { id } = await publishedAgent(centre, [QUERY], byMessages)
      return { path: `/v1/agents/${id}/rotate-webhook-url` }
    },
    'resume its agent': async () => {
      const { id } = await publishedAgent(centre, [QUERY], byMessages)
      await centre.make(`/v1/agents/${id}/pause`)
      return { path: `/v1/agents/${id}/resume` }
    },
    'restore its agent': async () => {
      const { id } = await publishedAgent(centre, [QUERY], byMessages)
      await centre.make(`/v1/agents/${id}/archive`)
      return { path: `/v1/agents/${id}/restore` }
    },
    'roll its agent back': async () => {
      const { id } = await publishedAgent(centre, [QUERY], byMessages)
      return { path: `/v1/agents/${id}/roll-back`, body: { number: 1 } }
    },
    'resume it': async () => {
      const { id } = await publishedAgent(centre, [QUERY])
      const { id: runId } = await centre.make(`/v1/agents/${id}/runs`)
      await centre.make(`/v1/agent-runs/${runId}/pause`)
      return { path: `/v1/agent-runs/${runId}/resume` }
    },
    'retry it with what it has read': async () => {
      const { id } = await publishedAgent(centre, [
        { ...QUERY, next: 'end' },
        { id: 'end', type: 'END', status: 'FAILED' },
      ])
      const { body } = await centre.client.post<AgentRun>(`/v1/agents/${id}/runs`)
      await carryOut(api, centre, body)
      return { path: `/v1/agent-runs/${body.id}/retry`, body: { node: 'end' } }
    },
  }

  test.each(Object.keys(WAYS))('does not %s', async (way) => {
    const { path, body } = await WAYS[way]!()
    expect(refusal(await narrow.post(path, body))).toEqual([403, 'insufficient_scope'])
    const other = await api.createClient(centre.client.tenantId)
    const { status, text } = await other.post(path, body)
    expect(status, text).toBeLessThan(300)
  })

  /** The same for runs that a person starts for themselves. */
  const OWN_WAYS: typeof WAYS = {
    ...WAYS,
    'start a run': async () => {
      const { id } = await publishedAgent(centre, [QUERY])
      return { path: `/v1/agents/${id}/runs` }
    },
    'publish an agent that starts by itself': async () => {
      const definition = { ...byMessages, start: 'look', nodes: [QUERY] }
      const { id } = await centre.make('/v1/agents', { name: 'Draft', definition })
      return { path: `/v1/agents/${id}/publish` }
    },
  }

  test.each(Object.keys(OWN_WAYS))(
    'does not %s with a token that has fewer scopes than its key',
    async (way) => {
      const { path, body } = await OWN_WAYS[way]!()
      const { client } = centre
      const narrowed = await api.enter(client.tenantId, client, 'ai')
      expect(refusal(await narrowed.post(path, body))).toEqual([403, 'insufficient_scope'])
      const { status, text } = await client.post(path, body)
      expect(status, text).toBeLessThan(300)
    },
  )

  test('does not redirect it through a key that acts for its publisher', async () => {
    const publisher = await centre.owner()
    const { id } = await publishedAgent(centre, [QUERY], { ...byMessages, publisher })
    const { user } = publisher
    const program = await delegateTo(api, centre.client, { userId: user.id, scopes: ['ai'] })
    const path = `/v1/agents/${id}/rotate-webhook-url`
    expect(refusal(await program.post(path))).toEqual([403, 'insufficient_scope'])
    expect((await publisher.post(path)).status).toBe(200)
  })
})
