import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { connectModel } from '../../knowledge/generation/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { carryOut, fire, publishedAgent, runsIn } from '../agent-runs/support.ts'
import { replayed } from './support.ts'

/** A replay asks no model: it takes the answers that are on record. */

let api: TestApi
let server: ModelServer
let centre: World
beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
})
beforeEach(async () => {
  centre = createWorld(api, await api.createTenant())
  await connectModel(centre.client, server, {
    dataPolicy: 'REDACTED',
    inputPrice: 1_000_000,
    outputPrice: 1_000_000,
    currency: 'EUR',
  })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const trigger = { type: 'EVENT', eventType: 'child.registered' }
const thinking = (more: Json = {}): Json => ({
  id: 'think',
  type: 'AGENT',
  instructions: 'Say how urgent it is.',
  output: { type: 'object', properties: { urgent: { type: 'boolean' } }, required: ['urgent'] },
  next: 'urgent',
  ...more,
})
const urgent = (more: Json = {}): Json => ({
  id: 'urgent',
  type: 'CONDITION',
  when: 'steps.think.answer.urgent',
  next: 'tell',
  ...more,
})
const tell: Json = { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Urgent' }

/** An agent that has asked a model for one of two children. */
const agentThatAsked = async () => {
  const agent = await publishedAgent(centre, [thinking(), urgent(), tell], { trigger })
  await centre.child()
  server.reply(() => ({ text: '{"urgent": true}' }))
  await fire(api, centre)
  await carryOut(api, centre, (await runsIn(centre))[0]!)
  await centre.client.post(`/v1/agents/${agent.id}/pause`)
  await centre.child()
  server.asked.length = 0
  return agent
}

test('the answer of the real run is taken over, with its tokens and its cost', async () => {
  const agent = await agentThatAsked()
  const nodes = [thinking(), urgent(), { ...tell, text: 'Very urgent' }]
  await centre.client.patch(`/v1/agents/${agent.id}`, {
    definition: { trigger, start: 'think', nodes },
  })
  const { replay, results } = await replayed(api, centre, agent.id)
  expect(server.asked).toEqual([])
  const [known, unknown] = results
  expect(known).toMatchObject({
    difference: 'DIFFERENT',
    replayed: {
      end: 'SUCCEEDED',
      path: [{ node: 'think', source: 'RECORDED' }, { took: 'TRUE' }, { node: 'tell' }],
      models: { estimatedTokens: 0 },
    },
  })
  const { recordedTokens, costs } = known!.replayed.models
  expect(recordedTokens).toBeGreaterThan(0)
  expect(costs).toMatchObject([{ currency: 'EUR', estimated: 0 }])
  expect(costs[0]!.recorded).toBeGreaterThan(0)
  expect(unknown).toMatchObject({
    difference: 'SAME',
    replayed: { end: 'NEEDS_MODEL', path: [], actions: [], models: { recordedTokens: 0 } },
  })
  expect(unknown!.replayed.models.estimatedTokens).toBeGreaterThan(10)
  expect(replay.totals).toMatchObject({
    ends: [
      { end: 'SUCCEEDED', runs: 1 },
      { end: 'NEEDS_MODEL', runs: 1 },
    ],
    models: {
      recordedTokens,
      estimatedTokens: unknown!.replayed.models.estimatedTokens,
      costs: [{ currency: 'EUR', recorded: costs[0]!.recorded }],
    },
  })
})

test('an answer to another question is not taken over', async () => {
  const agent = await agentThatAsked()
  const nodes = [thinking({ instructions: 'Say whether it can wait.' }), urgent(), tell]
  await centre.client.patch(`/v1/agents/${agent.id}`, {
    definition: { trigger, start: 'think', nodes },
  })
  const { results } = await replayed(api, centre, agent.id)
  expect(server.asked).toEqual([])
  expect(results.map((result) => result.replayed.end)).toEqual(['NEEDS_MODEL', 'NEEDS_MODEL'])
  expect(results.map(({ difference }) => difference)).toEqual(['ONLY_PUBLISHED', 'SAME'])
})

test('items whose model has not answered leave what follows the list unknown', async () => {
  const agent = await publishedAgent(
    centre,
    [
      { id: 'each', type: 'FOR_EACH', items: '[1, 2]', body: 'odd', next: 'tell' },
      tell,
      { id: 'odd', type: 'CONDITION', when: 'item == 1', next: 'note', otherwise: 'think' },
      { ...tell, id: 'note' },
      thinking({ next: null }),
    ],
    { trigger },
  )
  await centre.client.post(`/v1/agents/${agent.id}/pause`)
  await centre.child()
  const { results } = await replayed(api, centre, agent.id)
  expect(results).toMatchObject([
    { replayed: { end: 'NEEDS_MODEL', actions: [{ node: 'note', item: 1 }] } },
  ])
})
