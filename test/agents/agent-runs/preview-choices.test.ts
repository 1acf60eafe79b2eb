import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentPreview } from '#agents/agent-runs/preview/schemas.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { refusal } from '../../resources/centre.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'

/** The assumptions of a preview, and what validation and publishing report before an agent runs. */

let api: TestApi
let centre: World
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const draft = async (definition: Json, world = centre) => {
  const { id } = await world.make('/v1/agents', { name: 'Draft', definition })
  return id
}
const preview = async (id: string, body: Json = {}, client = centre.client) =>
  client.post<AgentPreview>(`/v1/agents/${id}/preview`, body)
const tell = (id: string): Json => ({ id, type: 'NOTIFY', to: 'SCHEDULER', text: 'Seen' })
const EVENT = { type: 'EVENT', eventType: 'child.registered' }
const WAITING = {
  trigger: { type: 'MANUAL' },
  start: 'wait',
  nodes: [
    {
      id: 'wait',
      type: 'WAIT',
      for: { eventType: 'booking.created', hours: 48 },
      next: 'came',
      onTimeout: 'late',
    },
    tell('came'),
    { ...tell('late'), next: 'pause' },
    { id: 'pause', type: 'WAIT', for: { hours: 1 }, next: 'ask' },
    { id: 'ask', type: 'APPROVAL', title: 'May it?', roles: ['ADMINISTRATOR'] },
  ],
}

test.each([
  [{}, ['wait TIMED_OUT', 'late null', 'pause TIME_PASSED', 'ask APPROVED']],
  [{ wait: 'OCCURRED' }, ['wait OCCURRED', 'came null']],
])('a preview with waits %j states its assumptions', async (waits, expected) => {
  const { status, text, body } = await preview(await draft(WAITING), { waits })
  expect(status, text).toBe(200)
  expect(body.steps.map(({ node, assumed }) => `${node} ${assumed}`)).toEqual(expected)
  for (const { type, output } of body.steps)
    expect([type, output['decision']]).toEqual([type, type === 'APPROVAL' ? 'APPROVED' : undefined])
  expect(body.event).toBeNull()
})

test('refuses an unknown wait', async () => {
  const answer = await preview(await draft(WAITING), { waits: { pause: 'OCCURRED' } })
  expect(refusal(answer as never)).toEqual([400, 'validation_failed', 'waits.pause: not_found'])
})

test('previews an event agent with the newest event of its type, or with a sample, and says which', async () => {
  const world = createWorld(api, await api.createTenant())
  const id = await draft(
    {
      trigger: { ...EVENT, filter: 'event.data.childId != "" && event.id != "sample"' },
      start: 'tell',
      nodes: [{ ...tell('tell'), text: 'About {{ event.data.childId }}' }],
    },
    world,
  )
  const sample = (await preview(id, {}, world.client)).body
  expect([sample.status, sample.event]).toMatchObject([
    'SUCCEEDED',
    { id: null, type: 'child.registered', source: 'SAMPLE', startsRun: false },
  ])
  await world.child()
  const { id: childId } = await world.child()
  const newest = (await preview(id, {}, world.client)).body
  expect(newest.event).toMatchObject({ source: 'NEWEST', startsRun: true })
  expect(JSON.stringify(newest.steps)).toContain(childId)
  const given = await preview(id, { eventId: newest.event!.id }, world.client)
  expect(given.body.event).toMatchObject({ source: 'GIVEN' })
  const narrow = await api.createClient(world.client.tenantId, { scopes: ['ai', 'children.read'] })
  expect((await preview(id, {}, narrow)).body.event).toMatchObject({ source: 'SAMPLE' })
  const refused = await preview(id, { eventId: newest.event!.id }, narrow)
  expect(refusal(refused as never)).toEqual([403, 'insufficient_scope'])
})

/** One draft per rule that prevents publishing. */
const DRAFTS: Record<string, { definition: Json; code: string }> = {
  'a node that is not there': {
    definition: {
      trigger: { type: 'MANUAL' },
      start: 'it',
      nodes: [{ ...tell('it'), next: 'no' }],
    },
    code: 'not_found',
  },
  'no language model': {
    definition: {
      trigger: { type: 'MANUAL' },
      start: 'it',
      nodes: [{ id: 'it', type: 'AGENT', instructions: 'Say it.' }],
    },
    code: 'not_allowed',
  },
  'an assistant of nobody': {
    definition: {
      trigger: { type: 'MANUAL' },
      start: 'it',
      nodes: [
        {
          id: 'it',
          type: 'RETRIEVE',
          assistantId: 'ast_01kt0000000000000000000000',
          question: 'When?',
        },
      ],
    },
    code: 'invalid_reference',
  },
  'a role of nobody': {
    definition: {
      trigger: { type: 'MANUAL' },
      start: 'it',
      nodes: [{ ...tell('it'), to: 'rol_01kt0000000000000000000000' }],
    },
    code: 'invalid_reference',
  },
}

const bothOf = async (id: string) => {
  const validation = (await centre.client.post<Json>(`/v1/agents/${id}/validate`)).body
  const published = await centre.client.post<Json>(`/v1/agents/${id}/publish`)
  const problem = published.body as { code?: string; errors?: { code: string }[] }
  return { validation, status: published.status, code: problem.errors?.[0]?.code ?? problem.code }
}

test.each(Object.keys(DRAFTS))('validation reports what publishing refuses: %s', async (name) => {
  const { definition, code } = DRAFTS[name]!
  const both = await bothOf(await draft(definition))
  expect(both).toMatchObject({ validation: { publishable: false, problems: [{ code }] } })
  expect([both.status, both.code]).toEqual([400, code])
})

test('validation reports what publishing refuses: an unchanged draft, and an archived agent', async () => {
  const id = await draft({ trigger: { type: 'MANUAL' }, start: 'it', nodes: [tell('it')] })
  expect(await bothOf(id)).toMatchObject({ validation: { publishable: true }, status: 200 })
  const again = {
    publishable: false,
    problems: [{ path: 'definition', code: 'nothing_to_publish' }],
  }
  expect((await bothOf(id)).validation).toMatchObject(again)
  await centre.make(`/v1/agents/${id}/archive`)
  expect((await bothOf(id)).validation).toMatchObject({ problems: [{ code: 'record_archived' }] })
})

test('publishing an agent that starts by itself reports whether the publisher can approve its runs', async () => {
  const world = createWorld(api, await api.createTenant())
  const owner = await joinAs(api, world.client, { roles: ['OWNER'] })
  const nodes = [{ id: 'ask', type: 'APPROVAL', title: 'May it?', roles: ['ADMINISTRATOR'] }]
  const byItself = await draft({ trigger: EVENT, start: 'ask', nodes }, world)
  const warningOf = async (path: string) => {
    const { status, text, body } = await owner.post<{ warnings: Json[] }>(path)
    expect(status, text).toBe(200)
    return body.warnings
  }
  const alone = await warningOf(`/v1/agents/${byItself}/validate`)
  expect(alone).toMatchObject([{ node: 'ask', code: 'second_person_required' }])
  expect(alone[0]!['message']).toContain('nobody can')
  await joinAs(api, world.client, { roles: ['ADMINISTRATOR'] })
  const [warning] = await warningOf(`/v1/agents/${byItself}/publish`)
  expect(warning!['message']).toContain('another person who has one of these roles')
  const manual = await draft({ trigger: { type: 'MANUAL' }, start: 'ask', nodes }, world)
  expect(await warningOf(`/v1/agents/${manual}/publish`)).toEqual([])
})
