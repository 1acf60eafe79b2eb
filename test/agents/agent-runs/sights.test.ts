import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentRun } from '#agents/agent-runs/schemas.ts'
import type { ModelCall } from '#knowledge/model-calls/schemas.ts'
import type { Task } from '#messaging/tasks/schemas.ts'
import { newId } from '#platform/core/records/ids.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { carryOut, publishedAgent } from './support.ts'

/**
 * Text that a run writes from records of the whole centre is hidden from people who see only part of it,
 * whatever their permissions.
 */

let api: TestApi
let centre: World
let childId: string
let providerId: string

const LOOK: Json = { id: 'look', type: 'QUERY', query: 'tasks_overdue', parameters: {} }

beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  childId = (await centre.child()).id
  providerId = (await centre.make('/v1/providers', { name: 'Dr. Elsewhere' })).id
  await centre.make('/v1/tasks', { title: 'Late', childId, role: 'SCHEDULER' })
  await api.query(`UPDATE tasks SET due_at = created_at - interval '1 day'`, [])
  const tell = { type: 'NOTIFY', to: 'SCHEDULER' }
  const agent = await publishedAgent(centre, [
    { ...LOOK, next: 'tell' },
    { ...tell, id: 'tell', text: 'About {{ steps.look.rows[0].childId }}', next: 'plain' },
    { ...tell, id: 'plain', text: 'Water the plants', next: 'about' },
    {
      id: 'about',
      type: 'ACTION',
      action: 'create_task',
      parameters: {
        title: { expression: '"See " + steps.look.rows[0].childId' },
        childId: { expression: 'steps.look.rows[0].childId' },
        role: 'SCHEDULER',
      },
    },
  ])
  const run = (await centre.client.post<AgentRun>(`/v1/agents/${agent.id}/runs`)).body
  expect(await carryOut(api, centre, run)).toBe('OVER')
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

type Reader = Pick<ApiClient, 'get'>
const join = async (position: Parameters<typeof joinAs>[2]): Promise<Reader> =>
  joinAs(api, centre.client, position)

const elsewhere = async () =>
  (await centre.make('/v1/locations', { name: 'Elsewhere', timeZone: 'Europe/Berlin' })).id

test.each<[string, () => Promise<Reader>]>([
  ['a key of a provider', () => api.createClient(centre.client.tenantId, { providerId })],
  ['a therapist', () => join({ roles: ['THERAPIST'], providerId })],
  [
    'somebody of a location',
    async () => join({ roles: ['SCHEDULER'], locationIds: [await elsewhere()] }),
  ],
])(
  '%s without access to a child sees nothing about the child in tasks of agents',
  async (_, make) => {
    const by = await make()
    expect((await by.get(`/v1/children/${childId}`)).status).toBe(404)
    const tasks = await by.get<{ data: Task[] }>('/v1/tasks')
    const work = await by.get<{ data: Task[] }>('/v1/worklist')
    for (const { text, body } of [tasks, work]) {
      expect(text).not.toContain(childId)
      expect(body.data.map(({ title }) => title)).toContain('Water the plants')
      const [told] = body.data.filter(({ withheld }) => withheld.length > 0)
      expect(told!.withheld).toContain('children:read')
    }
  },
)

test('warns a publisher when people with a caseload would read such a text', async () => {
  const nodes = (to: string): Json[] => [
    { ...LOOK, next: 'tell' },
    { id: 'tell', type: 'NOTIFY', to, text: 'About {{ steps.look.rows[0].childId }}' },
  ]
  const warningsFor = async (to: string) => {
    const definition = { trigger: { type: 'MANUAL' }, start: 'look', nodes: nodes(to) }
    const { id } = await centre.make('/v1/agents', { name: `To ${to}`, definition })
    const { body } = await centre.client.post<{ warnings: Json[] }>(`/v1/agents/${id}/publish`)
    return body.warnings.map(({ code }) => code)
  }
  expect(await warningsFor('THERAPIST')).toEqual(['text_withheld'])
  expect(await warningsFor('SCHEDULER')).toEqual([])
})

test('shows all of it to people who see the whole centre', async () => {
  const by = await join({ roles: ['SCHEDULER'] })
  const { body } = await by.get<{ data: Task[] }>('/v1/tasks?source=AGENT_RUN')
  const titles = body.data.map(({ title }) => title)
  expect(new Set(titles)).toEqual(
    new Set([`About ${childId}`, 'Water the plants', `See ${childId}`]),
  )
})

test('hides output made for the whole centre from keys of providers', async () => {
  const { id: modelId } = await centre.aiModel()
  await api.query(
    `INSERT INTO ai_model_calls (tenant_id, id, model_id, purpose, status, data_policy, input_tokens, output_tokens, cost,
       currency, latency_ms, prompt_sha256, sent_ids, prompt, answer, reading_needs, texts_until, requested_by, created_at, updated_at)
     VALUES ($1, $2, $3, 'AGENT', 'SUCCEEDED', 'NONE', 1, 1, 0, 'EUR', 1, $4, '{}', $5, 'Yes', '{children:read}',
       now() + interval '1 year', $6, now(), now())`,
    [
      centre.client.tenantId,
      newId('modelCall'),
      modelId,
      'a'.repeat(64),
      `Is ${childId} late?`,
      centre.client.clientId,
    ],
  )
  const path = '/v1/ai/model-calls?purpose=AGENT'
  const key = await api.createClient(centre.client.tenantId, { providerId })
  const { body, text } = await key.get<{ data: ModelCall[] }>(path)
  expect(text).not.toContain(childId)
  expect(body.data).toMatchObject([{ withheld: ['children:read'] }])
  expect((await centre.client.get(path)).text).toContain(childId)
})

test('a text that names a child is hidden from people of another child, and if it is about a provider', async () => {
  const other = await centre.child({ primaryProviderId: providerId })
  const title = { expression: '"Compare " + steps.look.rows[0].childId' }
  const task = { type: 'ACTION', action: 'create_task' }
  const agent = await publishedAgent(centre, [
    { ...LOOK, next: 'provider' },
    {
      ...task,
      id: 'provider',
      parameters: { title, subjectId: providerId, role: 'THERAPIST' },
      next: 'other',
    },
    { ...task, id: 'other', parameters: { title, childId: other.id, role: 'THERAPIST' } },
  ])
  const run = (await centre.client.post<AgentRun>(`/v1/agents/${agent.id}/runs`)).body
  expect(await carryOut(api, centre, run)).toBe('OVER')
  const therapist = await joinAs(api, centre.client, {
    roles: ['THERAPIST'],
    providerId: (await centre.make('/v1/providers', { name: 'Dr. Own' })).id,
  })
  await centre.make('/v1/care-team-members', {
    childId: other.id,
    providerId: therapist.user.providerId,
    role: 'THERAPIST',
  })
  expect((await therapist.get(`/v1/children/${other.id}`)).status).toBe(200)
  expect((await therapist.get(`/v1/children/${childId}`)).status).toBe(404)
  for (const path of ['/v1/tasks', '/v1/worklist'])
    expect((await therapist.get(path)).text).not.toContain(childId)
  const { body } = await therapist.get<{ data: Task[] }>(`/v1/tasks?childId=${other.id}`)
  expect(body.data[0]!.withheld).toContain('children:read')
})
