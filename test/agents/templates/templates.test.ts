import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentPreview } from '#agents/agent-runs/preview/schemas.ts'
import type { AgentExport } from '#agents/agents/schemas.ts'
import { TEMPLATES, type AgentTemplates } from '#agents/templates/schemas.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { refusal } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'

let api: TestApi
let world: World
beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

/** The AGENT node of a template whose text comes from a model. */
const MODEL_IS_MISSING = 'nodes.2.type'

describe('a template', () => {
  test.each(TEMPLATES.map((template) => [template.name, template] as const))(
    '%s creates a draft that can be published unchanged',
    async (name, { needsModel, definition }) => {
      const { client } = world
      const { id } = await world.make('/v1/agents', { name: 'From a template', template: name })
      const { body: validation } = await client.post<Json>(`/v1/agents/${id}/validate`)
      expect(validation).toMatchObject({ publishable: !needsModel })
      expect(validation['problems']).toMatchObject(needsModel ? [{ path: MODEL_IS_MISSING }] : [])
      if (definition.trigger.type !== 'EVENT') {
        const { status, body } = await client.post<AgentPreview>(`/v1/agents/${id}/preview`)
        expect([status, body.status]).toEqual([200, 'SUCCEEDED'])
      }
      const published = await client.post<Json>(`/v1/agents/${id}/publish`)
      if (needsModel)
        expect(refusal(published)).toEqual([
          400,
          'validation_failed',
          `definition.${MODEL_IS_MISSING}: not_allowed`,
        ])
      else expect([published.status, published.body['status']]).toEqual([200, 'ACTIVE'])
      await client.post(`/v1/agents/${id}/archive`)
    },
  )

  test('is listed with a description and has the documented name', async () => {
    const { body } = await world.client.get<AgentTemplates>('/v1/agent-templates')
    expect(body.templates).toEqual(body.data)
    expect(body.data.map(({ name }) => name)).toEqual(TEMPLATES.map(({ name }) => name))
    for (const [wrong, problem] of [
      [{ template: 'assessment_recal' }, 'template: not_found'],
      [{}, 'definition: required'],
      [
        { template: 'assessment_recall', definition: TEMPLATES[0]!.definition },
        'definition: not_allowed',
      ],
    ] as const)
      expect(refusal(await world.client.post('/v1/agents', { name: 'Wrong', ...wrong }))).toEqual([
        400,
        'validation_failed',
        problem,
      ])
  })
})

test('an agent is exported and imported into another centre', async () => {
  const { id } = await world.make('/v1/agents', { name: 'Recall', template: 'assessment_recall' })
  const { body: document } = await world.client.get<AgentExport>(`/v1/agents/${id}/export`)
  expect(document).toMatchObject({ format: 'agent/1', name: 'Recall' })
  const other = createWorld(api, await api.createTenant())
  const imported = await other.make('/v1/agents/import', document)
  expect(imported).toMatchObject({ name: 'Recall', status: 'DRAFT' })
  expect(imported['definition']).toEqual(document.definition)
  const { body: again } = await other.client.get<AgentExport>(`/v1/agents/${imported.id}/export`)
  expect(again).toEqual(document)
})
