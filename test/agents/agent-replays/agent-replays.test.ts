import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replayTriggers } from '#agents/agent-replays/replay-triggers.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { refusal } from '../../resources/centre.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { fire, publishedAgent, runsIn, carryOut } from '../agent-runs/support.ts'
import { carryOutReplay, replayed, resultsOf, shownReplay, startReplay } from './support.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const newWorld = async () => createWorld(api, await api.createTenant())

const registered = { type: 'EVENT', eventType: 'child.registered' }
const noted: Json = {
  id: 'note',
  type: 'ACTION',
  action: 'create_task',
  parameters: { title: 'Noted', role: 'SCHEDULER' },
}
const ASK = { id: 'ask', type: 'APPROVAL', title: 'Write?', roles: ['ADMINISTRATOR'] }
const writing: Json = {
  id: 'write',
  type: 'ACTION',
  action: 'message_guardians',
  parameters: {
    template: 'centre.message',
    childId: { expression: 'event.data.childId' },
    message: { subject: 'Welcome', text: 'We look forward to seeing you.' },
  },
}

/** It asks before it writes. */
const WRITES: [Json, ...Json[]] = [{ ...ASK, next: 'write' }, writing]

const draftOf = ({ client }: World, id: string, definition: Json) =>
  client.patch(`/v1/agents/${id}`, { definition })

const definition = (nodes: [Json, ...Json[]], trigger: Json = registered): Json => ({
  trigger,
  start: nodes[0]['id'],
  nodes,
})

/** A child with a guardian who has an e-mail address. */
const family = async (centre: World): Promise<{ childId: string; clientId: string }> => {
  const guardianship = await centre.guardianship()
  const clientId = String(guardianship['clientId'])
  await centre.client.patch(`/v1/clients/${clientId}`, { email: 'mara@example.com' })
  return { childId: String(guardianship['childId']), clientId }
}

describe('a replay', () => {
  test('shows whom a draft would have written to, and how it differs from the published version', async () => {
    const centre = await newWorld()
    const { childId, clientId } = await family(centre)
    const alone = await centre.child()
    const agent = await publishedAgent(centre, [noted], {
      trigger: { ...registered, filter: `event.data.childId == "${childId}"` },
    })
    await draftOf(centre, agent.id, definition(WRITES))
    const { replay, results } = await replayed(api, centre, agent.id)
    expect(replay).toMatchObject({
      agentId: agent.id,
      agentVersion: null,
      comparedWith: 1,
      status: 'DONE',
      triggers: 2,
      settled: 2,
      truncated: false,
      totals: {
        outcomes: [{ outcome: 'WOULD_RUN', triggers: 2 }],
        ends: [{ end: 'SUCCEEDED', runs: 2 }],
        actions: [{ action: 'message_guardians', times: 2 }],
        messages: [{ recipientType: 'CLIENT', messages: 1, recipients: 1 }],
        models: { recordedTokens: 0, estimatedTokens: 0, costs: [] },
        differences: [
          { difference: 'ONLY_REPLAYED', triggers: 1 },
          { difference: 'DIFFERENT', triggers: 1 },
        ],
      },
    })
    const named = await centre.client.get<Json>(`/v1/clients/${clientId}`)
    const [first, second] = results
    expect(first).toMatchObject({
      kind: 'EVENT',
      eventType: 'child.registered',
      runId: null,
      difference: 'DIFFERENT',
      withheld: [],
      replayed: {
        outcome: 'WOULD_RUN',
        end: 'SUCCEEDED',
        path: [
          { node: 'ask', took: 'APPROVED', source: 'ASSUMED' },
          { node: 'write', took: null, source: null },
        ],
        actions: [
          {
            node: 'write',
            action: 'message_guardians',
            differs: true,
            recipients: [{ id: clientId, type: 'CLIENT', name: named.body['name'] }],
            records: [{ id: childId, type: 'CHILD' }],
          },
        ],
      },
      published: { outcome: 'WOULD_RUN', actions: [{ action: 'create_task', differs: true }] },
    })
    expect(second).toMatchObject({
      difference: 'ONLY_REPLAYED',
      replayed: { actions: [{ recipients: [], records: [{ id: alone.id }] }] },
      published: { outcome: 'FILTERED_OUT', end: null, actions: [] },
    })
    // No text is stored: only ids.
    const stored = await api.query<{ text: string }>(
      'SELECT row_to_json(r)::text AS text FROM agent_replay_results r WHERE replay_id = $1',
      [replay.id],
    )
    for (const { text } of stored) expect(text).not.toMatch(/look forward|Welcome|mara@/i)
  })

  test('of the published version has the same result twice, and is compared with nothing', async () => {
    const centre = await newWorld()
    await family(centre)
    const agent = await publishedAgent(centre, WRITES, { trigger: registered })
    const first = await replayed(api, centre, agent.id, { agentVersion: 1 })
    const again = await replayed(api, centre, agent.id, { agentVersion: 1 })
    expect(again.replay.totals).toEqual(first.replay.totals)
    expect(first.replay).toMatchObject({ agentVersion: 1, comparedWith: null })
    expect(first.results.map(({ published, difference }) => [published, difference])).toEqual([
      [null, null],
    ])
    const withoutIds = ({
      id: _,
      replayId: __,
      settledAt: ___,
      ...result
    }: object & {
      id: string
      replayId: string
      settledAt: string
    }) => result
    expect(again.results.map(withoutIds)).toEqual(first.results.map(withoutIds))
  })

  test('says which events the filter lets through, and for which it has no value', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [noted], {
      trigger: { ...registered, filter: 'event.data.childId == "nobody"' },
    })
    await centre.child()
    await draftOf(
      centre,
      agent.id,
      definition([noted], { ...registered, filter: 'dyn(event.data).nothing == 1' }),
    )
    const { replay, results } = await replayed(api, centre, agent.id)
    expect(replay.totals).toMatchObject({
      outcomes: [{ outcome: 'FILTER_FAILED', triggers: 1 }],
      ends: [],
      differences: [{ difference: 'SAME', triggers: 1 }],
    })
    expect(results).toMatchObject([
      {
        replayed: {
          outcome: 'FILTER_FAILED',
          code: 'expression_failed',
          message: expect.stringContaining('The filter'),
        },
        published: { outcome: 'FILTERED_OUT', code: null },
      },
    ])
  })

  test('takes the branch of each event, and says which node would have failed', async () => {
    const centre = await newWorld()
    const { childId } = await family(centre)
    const agent = await publishedAgent(centre, [noted], { trigger: registered })
    await centre.child()
    await draftOf(
      centre,
      agent.id,
      definition([
        {
          id: 'is',
          type: 'CONDITION',
          when: `event.data.childId == "${childId}"`,
          next: 'note',
          otherwise: 'late',
        },
        noted,
        { id: 'late', type: 'CONDITION', when: 'dyn(event.data).nothing == 1' },
      ]),
    )
    const { results } = await replayed(api, centre, agent.id)
    expect(results.map((result) => result.replayed)).toMatchObject([
      {
        end: 'SUCCEEDED',
        failedNode: null,
        path: [{ node: 'is', took: 'TRUE' }, { node: 'note' }],
      },
      {
        end: 'FAILED',
        code: 'expression_failed',
        failedNode: 'late',
        path: [
          { node: 'is', took: 'FALSE' },
          { node: 'late', status: 'FAILED', took: null },
        ],
        actions: [],
      },
    ])
    expect(results[0]).toMatchObject({ difference: 'SAME' })
    expect(results[1]).toMatchObject({ difference: 'ONLY_PUBLISHED' })
  })

  test('of a schedule takes its times of the last days, without those of closed days', async () => {
    const centre = await newWorld()
    const trigger = {
      type: 'SCHEDULE',
      recurrence: 'FREQ=DAILY',
      startsOn: '2026-12-24',
      startTime: '08:00',
      timeZone: 'UTC',
      onClosure: 'SKIP',
    }
    const { id } = await centre.make('/v1/agents', {
      name: 'Daily',
      definition: definition(
        [
          {
            ...noted,
            parameters: { ...(noted['parameters'] as Json), title: { expression: 'today' } },
          },
        ],
        trigger,
      ),
    })
    await centre.make('/v1/closures', {
      startsOn: '2026-11-20',
      endsOn: '2026-11-20',
      name: 'Holiday',
    })
    const { replay, results } = await replayed(api, centre, id, {
      startsAt: '2026-11-18T00:00:00Z',
      endsAt: '2026-11-22T00:00:00Z',
    })
    expect(replay).toMatchObject({ triggers: 4, comparedWith: null })
    expect(
      results.map(({ occurredAt, replayed: { outcome, code } }) => [
        occurredAt.slice(0, 16),
        outcome,
        code,
      ]),
    ).toEqual([
      ['2026-11-18T08:00', 'WOULD_RUN', null],
      ['2026-11-19T08:00', 'WOULD_RUN', null],
      ['2026-11-20T08:00', 'REFUSED', 'centre_closed'],
      ['2026-11-21T08:00', 'WOULD_RUN', null],
    ])
  })

  test('takes the decision that people made after the same event', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(
      centre,
      [{ ...ASK, next: 'note', onReject: 'sorry' }, noted, { ...noted, id: 'sorry' }],
      {
        trigger: registered,
      },
    )
    await centre.child()
    await fire(api, centre)
    const [run] = await runsIn(centre)
    await carryOut(api, centre, run!)
    const { body } = await centre.client.get<{ data: { id: string }[] }>(
      `/v1/agent-run-steps?runId=${run!.id}&status=WAITING`,
    )
    const admin = await joinAs(api, centre.client, { roles: ['ADMINISTRATOR'] })
    const rejected = await admin.post(`/v1/agent-run-steps/${body.data[0]!.id}/reject`)
    expect(rejected.status, rejected.text).toBe(200)
    const { results } = await replayed(api, centre, agent.id)
    expect(results).toMatchObject([
      {
        runId: run!.id,
        replayed: {
          path: [{ node: 'ask', took: 'REJECTED', source: 'RECORDED' }, { node: 'sorry' }],
        },
      },
    ])
  })

  test('takes the newest events if there are more than it may', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [noted], { trigger: registered })
    await centre.child()
    const newest = [await centre.child(), await centre.child()]
    const { replay, results } = await replayed(api, centre, agent.id, { mostTriggers: 2 })
    expect(replay).toMatchObject({ triggers: 2, truncated: true, mostTriggers: 2 })
    const events = await api.query<{ childId: string }>(
      `SELECT payload->>'childId' AS "childId" FROM outbox WHERE id = ANY ($1) ORDER BY id`,
      [results.map(({ eventId }) => eventId)],
    )
    expect(events.map(({ childId }) => childId)).toEqual(newest.map(({ id }) => id))
  })
})

describe('a replay goes on', () => {
  test('after its worker dies, with each event settled once', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [noted], { trigger: registered })
    for (let count = 0; count < 14; count += 1) await centre.child()
    const { id } = await startReplay(centre, agent.id)
    const ctx = systemContext(api.services.platform, {
      tenantId: centre.client.tenantId,
      action: 'replayAgentTriggers',
    })
    const dying = new AbortController()
    const { signal } = dying
    let checks = 0
    const throwIfAborted = () => {
      checks += 1
      if (checks === 13) dying.abort(new Error('The worker died.'))
      AbortSignal.prototype.throwIfAborted.call(signal)
    }
    const dies = replayTriggers(ctx, { id, signal: Object.assign(signal, { throwIfAborted }) })
    await expect(dies).rejects.toThrow('The worker died.')
    expect(await shownReplay(centre, id)).toMatchObject({
      status: 'RUNNING',
      triggers: 14,
      settled: 10,
    })
    const half = await resultsOf(centre, id)
    expect(half).toHaveLength(10)
    await Promise.all([replayTriggers(ctx, { id }), replayTriggers(ctx, { id })])
    await carryOutReplay(api, centre, id)
    const whole = await resultsOf(centre, id)
    expect(whole.slice(0, 10)).toEqual(half)
    expect(new Set(whole.map(({ eventId }) => eventId)).size).toBe(14)
    expect(await shownReplay(centre, id)).toMatchObject({ status: 'DONE', settled: 14 })
  })

  test('until somebody cancels it; its results so far stay', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [noted], { trigger: registered })
    await centre.child()
    const { id } = await startReplay(centre, agent.id)
    expect(refusal(await centre.client.post(`/v1/agents/${agent.id}/replays`))).toEqual([
      409,
      'already_exists',
    ])
    const cancelled = await centre.client.post<Json>(`/v1/agent-replays/${id}/cancel`)
    expect(cancelled.body).toMatchObject({ status: 'CANCELLED', totals: { outcomes: [] } })
    await carryOutReplay(api, centre, id)
    expect(await shownReplay(centre, id)).toMatchObject({ status: 'CANCELLED', triggers: null })
    expect(refusal(await centre.client.post(`/v1/agent-replays/${id}/cancel`))).toEqual([
      409,
      'invalid_transition',
    ])
    await startReplay(centre, agent.id)
  })

  test('not without the key that started it', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [noted], { trigger: registered })
    const other = await api.createClient(centre.client.tenantId)
    const { id } = await startReplay({ client: other }, agent.id)
    await api.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [other.clientId])
    await carryOutReplay(api, centre, id)
    expect(await shownReplay(centre, id)).toMatchObject({
      status: 'FAILED',
      failureCode: 'starter_gone',
    })
  })
})

describe('a replay is refused', () => {
  test.each([
    [{ startsAt: '2026-08-01T00:00:00Z' }, 'startsAt'],
    [{ startsAt: '2026-11-20T00:00:00Z', endsAt: '2026-11-19T00:00:00Z' }, 'startsAt'],
    [{ endsAt: '2030-01-01T00:00:00Z' }, 'endsAt'],
    [{ days: 6 }, 'days'],
    [{ days: 91 }, 'days'],
  ])('for the range %j', async (body, path) => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [noted], { trigger: registered })
    const answer = await centre.client.post<{ errors: { path: string }[] }>(
      `/v1/agents/${agent.id}/replays`,
      body,
    )
    expect([answer.status, answer.body.errors[0]?.path]).toEqual([400, path])
  })

  test('for an agent that people start, and for a version that does not exist', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [noted])
    const replays = `/v1/agents/${agent.id}/replays`
    expect(refusal(await centre.client.post(replays))).toEqual([
      400,
      'validation_failed',
      'agentVersion: not_allowed',
    ])
    expect(refusal(await centre.client.post(replays, { agentVersion: 7 }))).toEqual([
      404,
      'not_found',
    ])
  })

  test.each([[['ai']], [['ai.read', 'webhooks']]] as const)(
    'without sight of events, or without the right to run (%j)',
    async (scopes) => {
      const centre = await newWorld()
      const agent = await publishedAgent(centre, [noted], { trigger: registered })
      const narrow = await api.createClient(centre.client.tenantId, { scopes: [...scopes] })
      const answer = await narrow.post(`/v1/agents/${agent.id}/replays`)
      expect(refusal(answer)).toEqual([403, 'insufficient_scope'])
    },
  )
})

test('recipients are withheld from readers who may not read them', async () => {
  const centre = await newWorld()
  await family(centre)
  const agent = await publishedAgent(centre, WRITES, { trigger: registered })
  const { replay } = await replayed(api, centre, agent.id)
  const reader = await api.createClient(centre.client.tenantId, { scopes: ['ai'] })
  const [result] = await resultsOf({ client: reader }, replay.id)
  expect(result?.replayed.actions).toMatchObject([
    { action: 'message_guardians', recipients: [], records: [] },
  ])
  expect(result?.withheld).toContain('children:read')
})
