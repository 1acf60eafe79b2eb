import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentRunStep } from '#agents/agent-run-steps/schemas.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { carryOut, publishedAgent, startRun } from './support.ts'

/** An approver sees what they approve: the recipients and the words. */

let api: TestApi
let centre: World
let admin: Awaited<ReturnType<typeof joinAs>>
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  admin = await joinAs(api, centre.client, { roles: ['ADMINISTRATOR'] })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const inputs = [{ name: 'childId', type: 'ID' }]
const write = (more: Json = {}): Json => ({
  id: 'write',
  type: 'ACTION',
  action: 'message_guardians',
  parameters: {
    template: 'centre.message',
    childId: { expression: 'input.childId' },
    message: {
      subject: 'A word',
      text: { expression: '"We are closed for " + string(1 + 1) + " days."' },
    },
  },
  next: 'tell',
  ...more,
})
const NODES: [Json, ...Json[]] = [
  { id: 'ask', type: 'APPROVAL', title: 'Write?', roles: ['ADMINISTRATOR'], next: 'write' },
  write(),
  {
    id: 'tell',
    type: 'NOTIFY',
    to: 'SCHEDULER',
    text: 'Written about {{ input.childId }}',
    next: 'wait',
  },
  { id: 'wait', type: 'WAIT', for: { hours: 2 }, next: null },
]

const waiting = async (nodes: [Json, ...Json[]] = NODES) => {
  const guardianship = await centre.guardianship()
  const childId = String(guardianship['childId'])
  const clientId = String(guardianship['clientId'])
  await centre.client.patch(`/v1/clients/${clientId}`, { email: 'mara@example.com' })
  const agent = await publishedAgent(centre, nodes, { inputs })
  const run = await startRun(api, centre, agent.id, { childId })
  await carryOut(api, centre, run)
  const list = await admin.get<{ data: AgentRunStep[] }>(
    `/v1/agent-run-steps?runId=${run.id}&status=WAITING&type=APPROVAL`,
  )
  expect(list.status, list.text).toBe(200)
  const [listed] = list.body.data
  expect(listed!.ifApproved!.filter(({ text }) => text !== null)).toEqual([])
  const { body: step } = await admin.get<AgentRunStep>(`/v1/agent-run-steps/${listed!.id}`)
  return { step, childId, clientId }
}

describe('a pending approval', () => {
  test('shows the message as it would be sent, its recipients, and the steps that follow', async () => {
    const { step, childId, clientId } = await waiting()
    expect(step.ifApproved).toMatchObject([
      { node: 'write', action: 'message_guardians', writesToPeople: true, withheld: [] },
      { node: 'tell', action: 'create_task', writesToPeople: false, withheld: [] },
      { node: 'wait', action: null, title: 'Wait', text: null },
    ])
    const [message, task] = step.ifApproved!
    expect(message!.text).toMatch(new RegExp(`^To: .*${clientId}`))
    expect(message!.text).toContain('A word')
    expect(message!.text).toContain('We are closed for 2 days.')
    expect(task!.text).toContain(`Written about ${childId}`)
    const decided = await admin.post<AgentRunStep>(`/v1/agent-run-steps/${step.id}/approve`)
    expect([decided.status, decided.body.ifApproved]).toEqual([200, null])
  })

  test('names the people whose IDs it shows, to readers who may read their names', async () => {
    const { step, childId } = await waiting([
      { ...NODES[0], shows: '{"children": [input.childId], "note": "urgent"}' },
      ...NODES.slice(1),
    ])
    expect(step.output).toMatchObject({ shows: { children: [childId] } })
    const { body: child } = await centre.client.get<{
      firstName: string
      lastName: string
    }>(`/v1/children/${childId}`)
    const name = `${child.firstName} ${child.lastName}`
    expect(step.names).toEqual([{ id: childId, name }])
    const limited = await api.createClient(centre.client.tenantId, { scopes: ['ai'] })
    const { body } = await limited.get<AgentRunStep>(`/v1/agent-run-steps/${step.id}`)
    expect([body.names, body.withheld]).toEqual([[], ['children:read', 'messages:read']])
  })

  test('shows the message for each item of a list separately', async () => {
    const { step } = await waiting([
      { id: 'each', type: 'FOR_EACH', items: '["first", "second"]', body: 'ask' },
      { id: 'ask', type: 'APPROVAL', title: 'Tell?', roles: ['ADMINISTRATOR'], next: 'tell' },
      { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'The {{ item }} one' },
    ])
    expect(step.ifApproved).toMatchObject([{ node: 'tell', item: 1 }])
    expect(step.ifApproved![0]!.text).toContain('The first one')
  })

  test('shows the action but hides the person from people who may not read that', async () => {
    const { step, childId, clientId } = await waiting()
    const reader = await api.createClient(centre.client.tenantId, { scopes: ['ai'] })
    const { status, text, body } = await reader.get<AgentRunStep>(`/v1/agent-run-steps/${step.id}`)
    expect(status, text).toBe(200)
    expect(body.ifApproved!.map(({ node, text: words }) => [node, words])).toEqual([
      ['write', null],
      ['tell', null],
    ])
    expect(body.ifApproved![0]!.withheld).toContain('children:read')
    expect(text).not.toContain(childId)
    expect(text).not.toContain(clientId)
    expect(text).not.toContain('We are closed')
  })

  test('names the actions in its task and e-mail, without the person they are about', async () => {
    const { step, childId, clientId } = await waiting()
    const tasks = await centre.client.get(`/v1/tasks?subjectId=${step.id}`)
    expect(tasks.text).toContain(
      'If you approve: Write to the guardians of a child, Create a task.',
    )
    expect(tasks.text).not.toContain(childId)
    expect(tasks.text).not.toContain(clientId)
  })

  test('explains why the steps after the approval would fail', async () => {
    const { step } = await waiting([
      { id: 'ask', type: 'APPROVAL', title: 'Tell?', roles: ['ADMINISTRATOR'], next: 'tell' },
      { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: '{{ [1][size(input.childId)] }}' },
    ])
    expect(step.ifApproved![0]!.text).toContain('This fails: An expression')
  })
})
