import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentPreview } from '#agents/agent-runs/preview/schemas.ts'
import type { AgentTriggers, EventAgent } from '#agents/triggers/schemas.ts'
import { lookAtEvents } from '#agents/triggers/look-at-events.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import type { Page } from '../../resources/centre.ts'
import { fire as fireEvents, publishedAgent, runsIn } from '../agent-runs/support.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const newWorld = async () => createWorld(api, await api.createTenant())
const fire = (centre: World) => fireEvents(api, centre)

const registered = { type: 'EVENT', eventType: 'child.registered' }
const NEVER = 'event.data.childId == "nobody"'
/** It has no value, but publishing cannot know that. */
const FAILS = 'dyn(event.data).nothing == 1'
const noted: Json = {
  id: 'note',
  type: 'ACTION',
  action: 'create_task',
  parameters: { title: 'Noted', role: 'SCHEDULER' },
}

const triggersOf = async ({ client }: World, { id }: { id: string }): Promise<AgentTriggers> =>
  (await client.get<AgentTriggers>(`/v1/agents/${id}/triggers`)).body

const countsOf = async (centre: World, agent: { id: string }) => {
  const { seen, started, filteredOut, failed, refused } = await triggersOf(centre, agent)
  return {
    seen,
    started: started.count,
    filteredOut: filteredOut.count,
    failed: failed.count,
    refused: refused.count,
  }
}
const NONE = { seen: 0, started: 0, filteredOut: 0, failed: 0, refused: 0 }

const newestEvent = async ({ client }: World, type = 'child.registered'): Promise<string> =>
  (await client.get<Page>(`/v1/events?type=${type}&limit=1`)).body.data[0]!.id

const explained = async ({ client }: World, eventId: string): Promise<EventAgent[]> => {
  const { status, text, body } = await client.get<{ data: EventAgent[] }>(
    `/v1/events/${eventId}/agent-triggers`,
  )
  expect(status, text).toBe(200)
  return body.data
}

describe('a trigger counts', () => {
  test('events that started a run, with the last of them', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [noted], { trigger: registered })
    expect(await countsOf(centre, agent)).toEqual(NONE)
    for (let count = 0; count < 3; count += 1) await centre.child()
    await fire(centre)
    expect(await countsOf(centre, agent)).toEqual({ ...NONE, seen: 3, started: 3 })
    const { started, filteredInARow } = await triggersOf(centre, agent)
    const runs = await runsIn(centre)
    const eventId = await newestEvent(centre)
    expect(started.last).toMatchObject({ eventId, runId: runs.at(-1)!.id, code: null })
    expect(filteredInARow).toBe(0)
  })

  test('events that its filter did not let through, and those for which it has no value', async () => {
    const centre = await newWorld()
    const never = await publishedAgent(centre, [noted], {
      trigger: { ...registered, filter: NEVER },
    })
    const fails = await publishedAgent(centre, [noted], {
      trigger: { ...registered, filter: FAILS },
    })
    await centre.child()
    await centre.child()
    await fire(centre)
    expect(await runsIn(centre)).toEqual([])
    expect(await countsOf(centre, never)).toEqual({ ...NONE, seen: 2, filteredOut: 2 })
    expect((await triggersOf(centre, never)).filteredInARow).toBe(2)
    expect(await countsOf(centre, fails)).toEqual({ ...NONE, seen: 2, failed: 2 })
    const { failed } = await triggersOf(centre, fails)
    expect(failed.last).toMatchObject({
      eventId: await newestEvent(centre),
      code: 'expression_failed',
      message: 'The filter has no value: No such key: nothing.',
    })
  })

  test('what it refused, with the reason', async () => {
    const centre = await newWorld()
    const limits = { runsPerDay: 1 }
    const agent = await publishedAgent(centre, [noted], { trigger: registered, limits })
    await centre.child()
    await centre.child()
    await fire(centre)
    expect(await countsOf(centre, agent)).toEqual({ ...NONE, seen: 2, started: 1, refused: 1 })
    const { refused } = await triggersOf(centre, agent)
    expect(refused.last).toMatchObject({
      code: 'runs_per_day',
      message: expect.stringContaining('limits.runsPerDay') as string,
    })
  })

  test('anew for each version', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [noted], {
      trigger: { ...registered, filter: NEVER },
    })
    await centre.child()
    await fire(centre)
    const definition = { trigger: registered, start: 'note', nodes: [noted] }
    await centre.client.patch(`/v1/agents/${agent.id}`, { definition })
    await centre.make(`/v1/agents/${agent.id}/publish`)
    expect(await triggersOf(centre, agent)).toMatchObject({ agentVersion: 2, seen: 0 })
    await centre.make(`/v1/agents/${agent.id}/roll-back`, { number: 1 })
    expect(await triggersOf(centre, agent)).toMatchObject({ agentVersion: 1, seen: 1 })
  })

  test('each event once, whatever is repeated, and nothing that was rolled back', async () => {
    const centre = await newWorld()
    const { tenantId } = centre.client
    const agent = await publishedAgent(centre, [noted], {
      trigger: { ...registered, filter: NEVER },
    })
    for (let count = 0; count < 5; count += 1) await centre.child()
    const ctx = systemContext(api.services.platform, { tenantId, action: 'fireTriggers' })
    const killed = transact(ctx, 'agent-runs:write', async (tx) => {
      await lookAtEvents(tx, new Set())
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await countsOf(centre, agent)).toEqual(NONE)
    await Promise.all([fire(centre), fire(centre), fire(centre)])
    expect(await countsOf(centre, agent)).toEqual({ ...NONE, seen: 5, filteredOut: 5 })
  })

  test('an event that waits for the current run only once the run can start', async () => {
    const centre = await newWorld()
    const agent = await publishedAgent(centre, [noted], {
      trigger: registered,
      concurrency: 'QUEUE',
    })
    await centre.child()
    await centre.child()
    await fire(centre)
    expect(await countsOf(centre, agent)).toEqual({ ...NONE, seen: 1, started: 1 })
    const [waiting] = await explained(centre, await newestEvent(centre))
    expect(waiting).toMatchObject({ agentId: agent.id, reason: 'WAITING', runId: null })
    const [run] = await runsIn(centre)
    await centre.client.post(`/v1/agent-runs/${run!.id}/cancel`)
    await fire(centre)
    expect(await countsOf(centre, agent)).toEqual({ ...NONE, seen: 2, started: 2 })
  })

  test('messages to a webhook, without their content', async () => {
    const centre = await newWorld()
    const trigger = { type: 'WEBHOOK', filter: '{"yes": true}[event.data.what]' }
    const agent = await publishedAgent(centre, [noted], { trigger })
    const { webhookUrl } = await centre.make(`/v1/agents/${agent.id}/rotate-webhook-url`)
    const { pathname } = new URL(String(webhookUrl))
    const send = async (body: object) =>
      (await api.anonymous().post<{ receipt: string }>(pathname, body)).body.receipt
    expect(await send({ what: 'yes' })).toBe('ACCEPTED')
    expect(await send({ what: 'Mia has measles' })).toBe('FILTERED')
    await fire(centre)
    expect(await countsOf(centre, agent)).toEqual({ ...NONE, seen: 2, started: 1, failed: 1 })
    const { failed } = await triggersOf(centre, agent)
    expect(failed.last).toMatchObject({ code: 'expression_failed' })
    expect(JSON.stringify(failed)).not.toContain('measles')
  })

  test('scheduled times, also those that are left out', async () => {
    const centre = await newWorld()
    const trigger = {
      type: 'SCHEDULE',
      recurrence: 'FREQ=DAILY',
      startsOn: '2026-11-01',
      startTime: '10:00',
      timeZone: 'UTC',
    }
    const agent = await publishedAgent(centre, [noted], { trigger })
    const skips = await publishedAgent(centre, [noted], {
      trigger: { ...trigger, ifMissed: 'SKIP' },
    })
    const before = api.clock.now()
    try {
      api.clock.set('2026-11-28T12:00:00Z')
      await fire(centre)
      const later = createWorld(api, await api.createClient(centre.client.tenantId))
      expect(await countsOf(later, agent)).toEqual({ ...NONE, seen: 1, started: 1 })
      expect((await triggersOf(later, skips)).refused.last).toMatchObject({
        eventId: null,
        code: 'missed',
      })
    } finally {
      api.clock.set(before)
    }
  })
})

describe('why nothing happened for an event', () => {
  test('is said for each agent that is for events of its type', async () => {
    const centre = await newWorld()
    const { client } = centre
    const agents = {
      STARTED: await publishedAgent(centre, [noted], { trigger: registered }),
      FILTERED: await publishedAgent(centre, [noted], {
        trigger: { ...registered, filter: NEVER },
      }),
      FILTER_FAILED: await publishedAgent(centre, [noted], {
        trigger: { ...registered, filter: FAILS },
      }),
      PAUSED: await publishedAgent(centre, [noted], { trigger: registered }),
    }
    // Of no use for this event.
    await publishedAgent(centre, [noted], { trigger: { type: 'EVENT', eventType: 'lead.created' } })
    await client.post(`/v1/agents/${agents.PAUSED.id}/pause`)
    await centre.child()
    const eventId = await newestEvent(centre)
    await fire(centre)
    // Later events, so that this is not the last one that was recorded.
    await centre.child()
    await fire(centre)
    await publishedAgent(centre, [noted], { trigger: registered })
    const found = await explained(centre, eventId)
    const [run] = await runsIn(centre)
    expect(found.find(({ runId }) => runId !== null)).toMatchObject({
      agentId: agents.STARTED.id,
      runId: run!.id,
      runStatus: 'RUNNING',
      runFailureCode: null,
    })
    for (const [reason, { id }] of Object.entries(agents))
      expect(found.find(({ agentId }) => agentId === id)).toMatchObject({ reason })
    expect(found).toHaveLength(5)
  })

  test('names limits, other runs and a centre without agents', async () => {
    const centre = await newWorld()
    const limits = { runsPerDay: 1 }
    const limited = await publishedAgent(centre, [noted], { trigger: registered, limits })
    const skips = await publishedAgent(centre, [noted], {
      trigger: registered,
      concurrency: 'SKIP',
    })
    await centre.child()
    await fire(centre)
    await centre.child()
    await fire(centre)
    const second = await newestEvent(centre)
    await centre.child()
    await fire(centre)
    const reasons = async (eventId: string) =>
      new Map((await explained(centre, eventId)).map((it) => [it.agentId, it.reason]))
    for (const eventId of [second, await newestEvent(centre)]) {
      expect((await reasons(eventId)).get(limited.id)).toBe('RUNS_PER_DAY')
      expect((await reasons(eventId)).get(skips.id)).toBe('RUN_IN_PROGRESS')
    }
    await centre.client.patch('/v1/organization', { agents: 'OFF' })
    const off = await publishedAgent(centre, [noted], { trigger: registered })
    await centre.child()
    await fire(centre)
    expect((await reasons(await newestEvent(centre))).get(off.id)).toBe('AGENTS_OFF')
  })

  test('is not told to other centres', async () => {
    const [centre, other] = [await newWorld(), await newWorld()]
    await centre.child()
    const path = `/v1/events/${await newestEvent(centre)}/agent-triggers`
    expect((await other.client.get(path)).status).toBe(404)
  })
})

test('a preview says why the filter has no value', async () => {
  const centre = await newWorld()
  await centre.child()
  const { id } = await centre.make('/v1/agents', {
    name: 'Fails',
    definition: { trigger: { ...registered, filter: FAILS }, start: 'note', nodes: [noted] },
  })
  const { body } = await centre.client.post<AgentPreview>(`/v1/agents/${id}/preview`)
  expect(body.event).toMatchObject({
    source: 'NEWEST',
    startsRun: false,
    filterFailure: 'The filter has no value: No such key: nothing.',
  })
})

test('agents that call each other by webhooks end after three runs', async () => {
  const centre = await newWorld()
  const agent = await publishedAgent(centre, [noted], { trigger: { type: 'WEBHOOK' } })
  const { webhookUrl } = await centre.make(`/v1/agents/${agent.id}/rotate-webhook-url`)
  const { pathname } = new URL(String(webhookUrl))
  const receipts: string[] = []
  let runId: string | undefined
  for (let round = 0; round < 6; round += 1) {
    const headers = runId === undefined ? {} : { 'x-service-agent-run': runId }
    const { body } = await api
      .anonymous()
      .send<{ receipt: string }>({ method: 'POST', path: pathname, json: { round }, headers })
    receipts.push(body.receipt)
    await fire(centre)
    runId = (await runsIn(centre)).at(-1)!.id
  }
  expect(receipts).toEqual([
    ...Array.from({ length: 4 }, () => 'ACCEPTED'),
    'CHAIN_ENDED',
    'CHAIN_ENDED',
  ])
  expect((await triggersOf(centre, agent)).refused).toMatchObject({
    count: 2,
    last: { code: 'chain_of_runs' },
  })
})
