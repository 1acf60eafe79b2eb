import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentRunStep } from '#agents/agent-run-steps/schemas.ts'
import type { AssessmentRecall } from '#agents/recall/schemas.ts'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  refusal,
  type Page,
} from '../resources/centre.ts'
import { createWorld, type Json, type World } from '../contract/world.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { carryOut, runOf, startRun, stepsOf } from './agent-runs/support.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const newInstrument = (client: ApiClient) =>
  create(client, '/v1/assessment-instruments', {
    name: 'Screening',
    scores: [{ key: 'talk', label: 'Talks' }],
  })

/** A child who is due, with a reachable guardian. */
const dueChild = async (
  client: ApiClient,
  instrumentId: string,
  on: string,
  email = 'm@example.org',
) => {
  const { id: childId } = await newChild(client)
  const { id: clientId } = await newClient(client, { email })
  await create(client, '/v1/guardianships', {
    childId,
    clientId,
    relationship: 'mother',
    legal: true,
  })
  const schedule = { childId, instrumentId, timing: 'ONCE', startsOn: on }
  const { next } = await create(client, '/v1/assessment-schedules', schedule)
  return { childId, clientId, assessmentId: (next as { assessmentId: string }).assessmentId }
}

const recall = async (client: ApiClient, criteria?: object) => {
  const { status, body, text } = await client.post<AssessmentRecall>(
    '/v1/ai/assessment-recall',
    criteria,
  )
  expect(status, text).toBe(200)
  return body
}

/** The published agent of the template. */
const recallAgent = async (client: ApiClient): Promise<World & { agentId: string }> => {
  const world = createWorld(api, client)
  const template = { name: 'Recall', template: 'assessment_recall' }
  const { id: agentId } = await world.make('/v1/agents', template)
  await world.make(`/v1/agents/${agentId}/publish`)
  return { ...world, agentId }
}

/** A run that has reached its approval, or its end if there is nobody to write to. */
const start = async (agent: World & { agentId: string }, input: Json = {}) => {
  const run = await startRun(api, agent, agent.agentId, input)
  const end = await carryOut(api, agent, run)
  const ask = (await stepsOf(agent, run)).find(({ type }) => type === 'APPROVAL')
  return { ...run, end, ask: ask! }
}
type Started = Awaited<ReturnType<typeof start>>

const decide = async (world: World, { ask }: Started, verb: 'approve' | 'reject') =>
  (await world.owner()).post<AgentRunStep>(`/v1/agent-run-steps/${ask.id}/${verb}`, {
    reason: 'Decided.',
  })

/** The outcome for each child, in list order. */
const outcomesOf = async (agent: World, run: Started) =>
  (await stepsOf(agent, run))
    .filter(({ node }) => node === 'write')
    .map(({ output }) => `${String(output['status'])}: ${String(output['outcome'])}`)

const messagesOf = async (client: ApiClient, childId: string) =>
  (await client.get<Page>(`/v1/messages?subjectId=${childId}`)).body.data

describe('a recall', () => {
  test('ranks children who are due, with reason, records and recipients', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    const later = await dueChild(client, instrumentId, '2026-11-10')
    const first = await dueChild(client, instrumentId, '2026-09-01')
    await dueChild(client, instrumentId, '2026-12-20')
    const { due, recommendations, message } = await recall(client)
    expect(due).toBe(2)
    expect(recommendations).toMatchObject([
      {
        rank: 1,
        childId: first.childId,
        dueOn: '2026-09-01',
        reasons: [{ code: 'overdue', evidenceIds: [first.assessmentId] }],
        proposed: { template: 'assessment.recall', recipientIds: [first.clientId] },
      },
      {
        rank: 2,
        childId: later.childId,
        reasons: [{ code: 'due', evidenceIds: [later.assessmentId] }],
      },
    ])
    expect(message.text).toContain('{guardian}')
    expect((await recall(client, { dueWithinDays: 60 })).due).toBe(3)
    expect((await recall(client, { limit: 1 })).recommendations).toHaveLength(1)
    const other = await newInstrument(client)
    expect((await recall(client, { instrumentId: other.id })).due).toBe(0)
    const { id: providerId } = await newProvider(client)
    await client.patch(`/v1/children/${later.childId}`, { primaryProviderId: providerId })
    expect((await recall(client, { providerId })).recommendations).toMatchObject([
      { childId: later.childId },
    ])
  })

  test('skips children who have a date, are archived, or have no reachable guardian', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    const booked = await dueChild(client, instrumentId, '2026-11-01')
    const { id: locationId } = await newLocation(client)
    const { id: providerId } = await newProvider(client, { locationIds: [locationId] })
    const appointment = await create(client, '/v1/appointments', {
      childId: booked.childId,
      providerId,
      type: 'ASSESSMENT',
      startsAt: '2026-12-01T10:00:00+01:00',
    })
    const unreachable = await dueChild(client, instrumentId, '2026-11-02')
    await client.patch(`/v1/clients/${unreachable.clientId}`, { email: null })
    const archived = await dueChild(client, instrumentId, '2026-11-03')
    await client.post(`/v1/children/${archived.childId}/archive`)
    const { recommendations } = await recall(client)
    expect(recommendations.map(({ proposed, blockedBy }) => [proposed, blockedBy])).toEqual([
      [null, { code: 'assessment_booked', evidenceIds: [appointment.id] }],
      [null, { code: 'no_guardian_to_write_to', evidenceIds: [] }],
    ])
    expect((await start(await recallAgent(client))).end).toBe('OVER')
    expect(await messagesOf(client, booked.childId)).toEqual([])
  })

  test('also needs permission to read children', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    await dueChild(client, instrumentId, '2026-11-01')
    const blind = await api.createClient(client.tenantId, { scopes: ['ai'] })
    const reader = await api.createClient(client.tenantId, { scopes: ['ai.read', 'children'] })
    expect((await recall(reader)).due).toBe(1)
    expect(refusal(await blind.post('/v1/ai/assessment-recall'))).toEqual([
      403,
      'insufficient_scope',
    ])
  })
})

describe('a run of the recall template', () => {
  test('uses the permissions of its starter, who may not approve it, and stops while agents are disabled', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    await dueChild(client, instrumentId, '2026-09-20')
    const agent = await recallAgent(client)
    const assistant = await api.createClient(client.tenantId, { scopes: ['ai', 'children.read'] })
    const run = await start(agent)
    const approve = `/v1/agent-run-steps/${run.ask.id}/approve`
    expect(refusal(await assistant.post(approve))).toEqual([403, 'insufficient_scope'])
    expect((await client.patch('/v1/organization', { agents: 'OFF' })).status).toBe(200)
    expect(refusal(await decide(agent, run, 'approve'))).toEqual([409, 'agents_off'])
    expect((await client.patch('/v1/organization', { agents: 'PROPOSE' })).status).toBe(200)
    expect((await decide(agent, run, 'approve')).status).toBe(200)
  })

  test('writes to each guardian once after the approval', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    const count = 12
    for (let n = 0; n < count; n += 1) await dueChild(client, instrumentId, '2026-11-01')
    const agent = await recallAgent(client)
    const run = await start(agent)
    expect(run.end).toBe('WAITS')
    expect((await decide(agent, run, 'approve')).status).toBe(200)
    expect(refusal(await decide(agent, run, 'approve'))).toEqual([409, 'invalid_transition'])
    expect(refusal(await decide(agent, run, 'reject'))).toEqual([409, 'invalid_transition'])
    expect(await carryOut(api, agent, run, run.ask)).toBe('OVER')
    expect(await runOf(agent, run)).toMatchObject({ status: 'SUCCEEDED' })
    const sent = await api.query<{ n: number; children: number }>(
      `SELECT count(*)::int AS n, count(DISTINCT subject_id)::int AS children FROM messages
       WHERE tenant_id = $1 AND template = 'assessment.recall'`,
      [client.tenantId],
    )
    expect(sent).toEqual([{ n: count, children: count }])
    const events = await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE kind = 'event' AND tenant_id = $1 AND type LIKE 'agent_run.%' ORDER BY seq`,
      [client.tenantId],
    )
    expect(events.map(({ type }) => type)).toEqual([
      'agent_run.started',
      'agent_run.waiting',
      'agent_run.succeeded',
    ])
    const { recommendations } = await recall(client)
    expect(recommendations.every(({ blockedBy }) => blockedBy?.code === 'recalled_recently')).toBe(
      true,
    )
  })

  test('writes to nobody after a rejection', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    const { childId } = await dueChild(client, instrumentId, '2026-11-01')
    const agent = await recallAgent(client)
    const run = await start(agent)
    expect((await decide(agent, run, 'reject')).body).toMatchObject({
      approval: { decision: 'REJECTED', reason: 'Decided.' },
    })
    expect(await carryOut(api, agent, run, run.ask)).toBe('OVER')
    expect(await runOf(agent, run)).toMatchObject({ status: 'CANCELLED' })
    expect(await messagesOf(client, childId)).toEqual([])
  })

  test('checks again before it writes, and skips children assessed or contacted in between', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    const assessed = await dueChild(client, instrumentId, '2026-11-01')
    const written = await dueChild(client, instrumentId, '2026-11-02')
    const added = await dueChild(client, instrumentId, '2026-11-03')
    const [agent, another] = [await recallAgent(client), await recallAgent(client)]
    const [run, other] = [await start(agent), await start(another)]
    const { id: clientId } = await newClient(client, { email: 'new@example.org' })
    const guardian = { childId: added.childId, clientId, relationship: 'father', legal: true }
    await create(client, '/v1/guardianships', guardian)
    await client.post(`/v1/assessments/${assessed.assessmentId}/waive`, {
      reason: 'AlternativeSearch.',
    })
    for (const [of, it] of [
      [agent, run],
      [another, other],
    ] as const) {
      await decide(of, it, 'approve')
      await carryOut(api, of, it, it.ask)
    }
    expect(await outcomesOf(agent, run)).toEqual([
      'SKIPPED: not sent: not_due_any_more',
      'DONE: e-mail to 1 guardian',
      'DONE: e-mail to 1 guardian',
    ])
    expect(await outcomesOf(another, other)).toEqual([
      'SKIPPED: not sent: not_due_any_more',
      'SKIPPED: not sent: recalled_recently',
      'SKIPPED: not sent: recalled_recently',
    ])
    expect(await messagesOf(client, written.childId)).toHaveLength(1)
    // Only the approved ones.
    expect(await messagesOf(client, added.childId)).toMatchObject([{ recipientId: added.clientId }])
  })

  test('is cancelled without a message if nobody decides within a week', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    const { childId } = await dueChild(client, instrumentId, '2026-11-01')
    const agent = await recallAgent(client)
    const run = await start(agent)
    const before = api.clock.now()
    try {
      api.clock.set(new Date(run.ask.dueAt!))
      const later = createWorld(api, await api.createClient(client.tenantId))
      expect(refusal(await decide(later, run, 'approve'))).toEqual([409, 'invalid_transition'])
      expect(await carryOut(api, agent, run, run.ask)).toBe('OVER')
      expect((await runOf(later, run)).status).toBe('CANCELLED')
      expect(await messagesOf(later.client, childId)).toEqual([])
    } finally {
      api.clock.set(before)
    }
  })
})
