import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld, type Json, type Made, type World } from '../../contract/world.ts'
import { refusal } from '../../resources/centre.ts'
import { joinAs, type Browser } from '../../staff/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { carryOut, fire, runsIn } from '../agent-runs/support.ts'

/** Nobody starts, by an address created earlier, what they could not start now. */

let api: TestApi
let centre: World
let owner: Browser
/** May change agents, but cannot read or label children. */
let rolf: Browser & { user: { id: string } }
let childId: string
let labelId: string

beforeAll(async () => void (api = await startApi()))
beforeEach(async () => {
  centre = createWorld(api, await api.createTenant())
  owner = await centre.owner()
  const { id: role } = await centre.make('/v1/roles', {
    name: 'Builders of agents',
    permissions: ['agents:read', 'agents:write', 'agent-runs:read', 'agent-runs:write'],
    sight: 'CENTRE',
  })
  rolf = await joinAs(api, centre.client, { roles: [role] })
  childId = (await centre.child()).id
  labelId = (await centre.make('/v1/labels', { name: 'Waits' })).id
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

type Kind = 'WEAK' | 'STRONG' | 'MANUAL' | 'APPROVAL'

const DO: Partial<Record<Kind, () => Json>> = {
  STRONG: () => ({
    id: 'do',
    type: 'ACTION',
    action: 'add_label',
    parameters: { childId: { expression: 'input.childId' }, labelId },
  }),
  APPROVAL: () => ({ id: 'do', type: 'APPROVAL', title: 'Go on?', roles: ['ADMINISTRATOR'] }),
}

const definitionOf = (kind: Kind): Json => ({
  trigger: { type: kind === 'MANUAL' ? 'MANUAL' : 'WEBHOOK' },
  inputs: [{ name: 'childId', type: 'ID' }],
  start: 'do',
  nodes: [DO[kind]?.() ?? { id: 'do', type: 'CONDITION', when: 'now.getDate() < 8' }],
})

const draft = async (kind: Kind): Promise<Made> =>
  centre.make('/v1/agents', { name: 'Labels', definition: definitionOf(kind) })
const change = async ({ id }: Made, kind: Kind) =>
  expect((await owner.patch(`/v1/agents/${id}`, { definition: definitionOf(kind) })).status).toBe(
    200,
  )
const at = async (by: Pick<Browser, 'post'>, { id }: Made, verb: string, body: Json = {}) => {
  const { status, text, body: agent } = await by.post<Json>(`/v1/agents/${id}/${verb}`, body)
  expect(status, text).toBe(200)
  return agent
}
const rotate = async (by: Pick<Browser, 'post'>, agent: Made): Promise<string> =>
  new URL(String((await at(by, agent, 'rotate-webhook-url'))['webhookUrl'])).pathname
const send = (path: string) =>
  api.anonymous().send<Json>({ method: 'POST', path, json: { childId } })

describe('an address', () => {
  test('cannot be created for a draft', async () => {
    const agent = await draft('STRONG')
    expect((await rolf.get(`/v1/children/${childId}`)).status).toBe(403)
    expect(refusal(await rolf.post(`/v1/agents/${agent.id}/rotate-webhook-url`))).toEqual([
      409,
      'invalid_transition',
    ])
    expect(await at(owner, agent, 'publish')).toMatchObject({ hasWebhookUrl: false })
    expect(refusal(await rolf.post(`/v1/agents/${agent.id}/rotate-webhook-url`))).toEqual([
      403,
      'insufficient_role',
    ])
    const path = await rotate(owner, agent)
    expect((await send(path)).body).toEqual({ receipt: 'ACCEPTED' })
    await fire(api, centre)
    const [run] = await runsIn(centre)
    await carryOut(api, centre, run!)
    expect((await centre.client.get<Json>(`/v1/children/${childId}`)).body).toMatchObject({
      labelIds: [labelId],
    })
  })

  test('cannot be created for a version that a message does not start', async () => {
    const agent = await draft('MANUAL')
    await at(owner, agent, 'publish')
    for (const by of [rolf, owner])
      expect(refusal(await by.post(`/v1/agents/${agent.id}/rotate-webhook-url`))).toEqual([
        409,
        'invalid_transition',
      ])
  })

  test('cannot be created for an archived agent', async () => {
    const agent = await draft('WEAK')
    await at(owner, agent, 'publish')
    await at(owner, agent, 'archive')
    expect(refusal(await rolf.post(`/v1/agents/${agent.id}/rotate-webhook-url`))).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test('can be replaced while the agent is paused', async () => {
    const agent = await draft('WEAK')
    await at(owner, agent, 'publish')
    const old = await rotate(owner, agent)
    await at(owner, agent, 'pause')
    const path = await rotate(rolf, agent)
    await at(owner, agent, 'resume')
    expect(refusal(await send(old))).toEqual([404, 'not_found'])
    expect((await send(path)).body).toEqual({ receipt: 'ACCEPTED' })
  })

  /** What the owner does after somebody with fewer rights took the address of the weak version. */
  const ENDS: Record<string, (agent: Made) => Promise<unknown>> = {
    'publishing a version that needs more': async (agent) => {
      await change(agent, 'STRONG')
      await at(owner, agent, 'publish')
    },
    'publishing a version without a webhook': async (agent) => {
      await change(agent, 'MANUAL')
      await at(owner, agent, 'publish')
    },
    'publishing a version that needs more, after one without a webhook': async (agent) => {
      await change(agent, 'MANUAL')
      await at(owner, agent, 'publish')
      await change(agent, 'STRONG')
      await at(owner, agent, 'publish')
    },
    'rolling back to a version that needs more': async (agent) => {
      await at(owner, agent, 'roll-back', { number: 1 })
    },
    'archiving and restoring': async (agent) => {
      await at(owner, agent, 'archive')
      await at(owner, agent, 'restore')
    },
  }

  test.each(Object.keys(ENDS))('ends by %s', async (way) => {
    const agent = await draft('STRONG')
    await at(owner, agent, 'publish')
    await change(agent, 'WEAK')
    await at(owner, agent, 'publish')
    const path = await rotate(rolf, agent)
    expect((await send(path)).body).toEqual({ receipt: 'ACCEPTED' })
    await ENDS[way]!(agent)
    expect((await owner.get<Json>(`/v1/agents/${agent.id}`)).body).toMatchObject({
      hasWebhookUrl: false,
    })
    expect(refusal(await send(path))).toEqual([404, 'not_found'])
    // Nor does a message that was accepted earlier start a run.
    await fire(api, centre)
    expect(await runsIn(centre)).toEqual([])
  })

  test('stays when the next version has other inputs, but messages that wait do not', async () => {
    const agent = await draft('WEAK')
    await at(owner, agent, 'publish')
    const path = await rotate(rolf, agent)
    expect((await send(path)).body).toEqual({ receipt: 'ACCEPTED' })
    const inputs = [{ name: 'serviceId', type: 'ID', required: true }]
    const other = { ...definitionOf('WEAK'), inputs }
    expect((await owner.patch(`/v1/agents/${agent.id}`, { definition: other })).status).toBe(200)
    expect(await at(owner, agent, 'publish')).toMatchObject({ hasWebhookUrl: true })
    // The message would stop the triggers of the centre: it has no serviceId.
    await fire(api, centre)
    expect(await runsIn(centre)).toEqual([])
    expect(refusal(await send(path))).toEqual([
      400,
      'validation_failed',
      'input.serviceId: required',
    ])
  })

  test('stays when the next version needs no more', async () => {
    const agent = await draft('STRONG')
    await at(owner, agent, 'publish')
    const path = await rotate(owner, agent)
    await change(agent, 'WEAK')
    expect(await at(owner, agent, 'publish')).toMatchObject({ hasWebhookUrl: true })
    expect((await send(path)).body).toEqual({ receipt: 'ACCEPTED' })
    await at(owner, agent, 'pause')
    await at(owner, agent, 'resume')
    expect((await send(path)).body).toEqual({ receipt: 'ACCEPTED' })
  })
})

test('who created the address cannot approve the runs that it starts', async () => {
  const agent = await draft('APPROVAL')
  await at(owner, agent, 'publish')
  const [knowing, other] = await Promise.all(
    [1, 2].map(() => joinAs(api, centre.client, { roles: ['ADMINISTRATOR'] })),
  )
  expect((await send(await rotate(knowing!, agent))).body).toEqual({ receipt: 'ACCEPTED' })
  await fire(api, centre)
  const [run] = await runsIn(centre)
  await carryOut(api, centre, run!)
  const { body } = await owner.get<{ data: [Made] }>(`/v1/agent-run-steps?runId=${run!.id}`)
  const approve = (by: Browser) => by.post<object>(`/v1/agent-run-steps/${body.data[0].id}/approve`)
  const refused = await approve(knowing!)
  expect(refusal(refused)).toEqual([403, 'second_person_required'])
  expect(refused.text).toContain('webhook URL')
  await rotate(owner, agent)
  expect(refusal(await approve(knowing!))).toEqual([403, 'second_person_required'])
  expect((await approve(other!)).status).toBe(200)
})
