import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACTIONS_AT_ONCE } from '#agents/agent-runs/agent-run.ts'
import type { AgentAction, AgentRun } from '#agents/agent-runs/schemas.ts'
import { systemContext } from '#platform/core/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
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
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const newInstrument = (client: ApiClient) =>
  create(client, '/v1/assessment-instruments', {
    name: 'Screening',
    scores: [{ key: 'talk', label: 'Talks' }],
  })

/** A child that is due, with a guardian who can be written to. */
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

/** By a key of its own: who starts a run does not approve it. */
const start = async ({ tenantId }: ApiClient, input: object = {}) =>
  (await create(await api.createClient(tenantId), '/v1/agent-runs', {
    agent: 'ASSESSMENT_RECALL',
    input,
  })) as unknown as AgentRun

const decide = (client: ApiClient, { id }: { id: string }, verb: 'approve' | 'reject') =>
  client.post<AgentRun>(`/v1/agent-runs/${id}/${verb}`)

/** What the workflow does, each step twice. */
const carryOut = async (client: ApiClient, { id: subjectId }: { id: string }) => {
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'runStep' })
  const ref = { kind: 'agentRun', subjectId } as const
  const outcomes: (string | undefined)[] = []
  for (;;) {
    const { next } = await planSteps(ctx, ref)
    if (!next || new Date(next.dueAt) > ctx.platform.clock.now()) return outcomes
    const step = { ...ref, step: next.step, dueAt: new Date(next.dueAt) }
    outcomes.push((await runStep(ctx, step))?.outcome)
    expect(await runStep(ctx, step)).toBeNull()
  }
}

const messagesOf = async (client: ApiClient, childId: string) =>
  (await client.get<Page>(`/v1/messages?subjectId=${childId}`)).body.data

describe('a recall', () => {
  test('ranks who is due, says why and by which records, and whom it would write to', async () => {
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

  test('writes to nobody who has a date, whom nobody can reach, or whose child is archived', async () => {
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
    expect(await start(client)).toMatchObject({ status: 'SUCCEEDED', progress: { proposed: 0 } })
  })

  test('needs the right to read children besides; whoever starts a run may not approve it', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    await dueChild(client, instrumentId, '2026-11-01')
    const assistant = await api.createClient(client.tenantId, { scopes: ['ai', 'children.read'] })
    const blind = await api.createClient(client.tenantId, { scopes: ['ai'] })
    const reader = await api.createClient(client.tenantId, { scopes: ['ai.read', 'children'] })
    expect((await recall(reader)).due).toBe(1)
    expect(refusal(await blind.post('/v1/ai/assessment-recall'))).toEqual([
      403,
      'insufficient_scope',
    ])
    expect(refusal(await blind.post('/v1/agent-runs', { agent: 'ASSESSMENT_RECALL' }))).toEqual([
      403,
      'insufficient_scope',
    ])
    const run = await create(assistant, '/v1/agent-runs', { agent: 'ASSESSMENT_RECALL' })
    expect(refusal(await decide(assistant, run, 'approve'))).toEqual([403, 'insufficient_scope'])
    expect((await decide(client, run, 'approve')).body).toMatchObject({ status: 'RUNNING' })
  })
})

describe('a run', () => {
  test('cannot be approved while the centre has agents switched off', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    await dueChild(client, instrumentId, '2026-09-20')
    const run = await start(client)
    expect(run.status).toBe('WAITING')
    const set = (agents: string) => client.patch('/v1/organization', { agents })
    expect((await set('OFF')).status).toBe(200)
    expect(refusal(await decide(client, run, 'approve'))).toEqual([409, 'agents_off'])
    expect((await set('PROPOSE')).status).toBe(200)
    expect((await decide(client, run, 'approve')).body).toMatchObject({ status: 'RUNNING' })
  })

  test('that is approved writes to each guardian once, and says how far it is', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    const count = ACTIONS_AT_ONCE + 2
    for (let n = 0; n < count; n += 1) await dueChild(client, instrumentId, '2026-11-01')
    const run = await start(client)
    expect(run).toMatchObject({
      status: 'WAITING',
      approval: null,
      progress: { proposed: count, done: 0 },
    })
    expect(await carryOut(client, run)).toEqual([])
    expect((await decide(client, run, 'approve')).body).toMatchObject({
      status: 'RUNNING',
      approval: { decision: 'APPROVED' },
    })
    expect(refusal(await decide(client, run, 'approve'))).toEqual([409, 'invalid_transition'])
    expect(refusal(await decide(client, run, 'reject'))).toEqual([409, 'invalid_transition'])

    expect(await carryOut(client, run)).toEqual([`${ACTIONS_AT_ONCE} action(s)`, '2 action(s)'])
    const { body } = await client.get<AgentRun>(`/v1/agent-runs/${run.id}`)
    expect(body).toMatchObject({ status: 'SUCCEEDED', progress: { proposed: 0, done: count } })
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
    expect(events.map(({ type }) => type)).toEqual(['agent_run.waiting', 'agent_run.finished'])
    const { recommendations } = await recall(client)
    expect(recommendations.every(({ blockedBy }) => blockedBy?.code === 'recalled_recently')).toBe(
      true,
    )
  })

  test('that is rejected writes to nobody', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    const { childId } = await dueChild(client, instrumentId, '2026-11-01')
    const run = await start(client)
    const { body } = await client.post<AgentRun>(`/v1/agent-runs/${run.id}/reject`, {
      reason: 'Holidays.',
    })
    expect(body).toMatchObject({
      status: 'CANCELLED',
      approval: { decision: 'REJECTED', reason: 'Holidays.' },
      progress: { proposed: 0, cancelled: 1 },
    })
    expect(await carryOut(client, run)).toEqual([])
    expect(await messagesOf(client, childId)).toEqual([])
  })

  test('looks again before it writes: who was assessed, booked or written to meanwhile is left out', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    const assessed = await dueChild(client, instrumentId, '2026-11-01')
    const written = await dueChild(client, instrumentId, '2026-11-02')
    const added = await dueChild(client, instrumentId, '2026-11-03')
    const [run, other] = [await start(client), await start(client)]
    const { id: clientId } = await newClient(client, { email: 'new@example.org' })
    const guardian = { childId: added.childId, clientId, relationship: 'father', legal: true }
    await create(client, '/v1/guardianships', guardian)
    await client.post(`/v1/assessments/${assessed.assessmentId}/waive`, {
      reason: 'AlternativeSearch.',
    })
    for (const it of [run, other]) {
      await decide(client, it, 'approve')
      await carryOut(client, it)
    }
    const outcomes = async (id: string) =>
      (await client.get<{ data: AgentAction[] }>(`/v1/agent-runs/${id}/actions`)).body.data.map(
        ({ status, outcome }) => `${status}: ${outcome}`,
      )
    expect(await outcomes(run.id)).toEqual([
      'SKIPPED: not due any more',
      'DONE: e-mail to 1 guardian(s)',
      'DONE: e-mail to 1 guardian(s)',
    ])
    expect(await outcomes(other.id)).toEqual([
      'SKIPPED: not due any more',
      'SKIPPED: not sent: recalled_recently',
      'SKIPPED: not sent: recalled_recently',
    ])
    expect(await messagesOf(client, written.childId)).toHaveLength(1)
    // Only those whom somebody approved.
    expect(await messagesOf(client, added.childId)).toMatchObject([{ recipientId: added.clientId }])
  })

  test('of which nobody decides expires: it is not approved any more, and writes to nobody', async () => {
    const client = await api.createTenant()
    const { id: instrumentId } = await newInstrument(client)
    const { childId } = await dueChild(client, instrumentId, '2026-11-01')
    const run = await start(client)
    const before = api.clock.now()
    try {
      api.clock.set(new Date(run.expiresAt!))
      const later = await api.createClient(client.tenantId)
      expect(refusal(await decide(later, run, 'approve'))).toEqual([409, 'invalid_transition'])
      expect(await carryOut(client, run)).toEqual(['nobody decided in time: nothing was done'])
      expect((await later.get<AgentRun>(`/v1/agent-runs/${run.id}`)).body.status).toBe('CANCELLED')
      expect((await later.get<Page>(`/v1/messages?subjectId=${childId}`)).body.data).toEqual([])
    } finally {
      api.clock.set(before)
    }
  })
})
