import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Node } from '#agents/definitions/nodes/nodes.ts'
import { newId, type Entity } from '#platform/core/records/ids.ts'
import { exampleFor } from '../../../api/documents/examples.ts'
import { anonymized, distinct, idsOf, placesIn, withId, type Place } from '../../contract/places.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { archiveModels, connectModel } from '../../knowledge/generation/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { MODEL_URL } from '../../support/model-url.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { rowsOfActions } from '../catalog/parameters-of-actions.ts'
import { ENTRIES, parametersOf, tried, type Entry } from './support.ts'

/** Wherever a definition or a model names a record, one of another centre is treated as unknown. */

let api: TestApi
let server: ModelServer
let world: World
let starter: ApiClient
let foreignId: (entity: Entity) => Promise<string>
beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host, new URL(MODEL_URL).host] })
  world = createWorld(api, await api.createTenant())
  starter = await api.createClient(world.client.tenantId)
  foreignId = idsOf(createWorld(api, await api.createTenant()))
  await connectModel(world.client, server)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const places = ENTRIES.flatMap((entry) =>
  distinct(placesIn(entry.parameters)).map(
    (place) =>
      [
        `${entry.kind} ${entry.name} ${place.path.join('.')}: ${place.entity}`,
        entry,
        place,
      ] as const,
  ),
)

/** For proposals without a recipient. */
const TASK = /tsk_\w+/

test('many actions and queries name records, some in lists', () => {
  expect(places.length).toBeGreaterThan(50)
  expect(places.filter(([, , { path }]) => path.includes('*')).length).toBeGreaterThan(8)
})

test.each(places)('%s', async (_, entry, place) => {
  const given = await parametersOf(world, entry)
  const example = exampleFor(entry.parameters)
  const before = await rowsOfActions(api, world.client)
  const came = async (id: string) => {
    const asked = withId(given, example, place, id) as Json
    const { refused, text } = await tried({ api, world, server, starter }, entry, asked)
    return { refused, text: anonymized(text, id).replace(TASK, '<task>') }
  }
  const foreign = await came(await foreignId(place.entity))
  expect(foreign).toEqual(await came(newId(place.entity)))
  if (entry.writes) expect(foreign.refused, foreign.text).toBe(true)
  if (!foreign.text.includes('<task>'))
    expect(await rowsOfActions(api, world.client)).toEqual(before)
})

describe('a node with a fixed record id', () => {
  const own = placesIn(Node)

  test.each(
    own.map((place: Place) => [`${place.path.join('.')}: ${place.entity}`, place] as const),
  )('%s', async (_, place) => {
    const publish = async (id: string) => {
      const node = nodeWith(place, id)
      const definition = { trigger: { type: 'MANUAL' }, start: 'it', nodes: [node] }
      const agent = await world.make('/v1/agents', { name: 'Foreign', definition })
      const { status, text } = await world.client.post(`/v1/agents/${agent.id}/publish`)
      return [status, anonymized(text, id).replaceAll(agent.id, '<agent>')]
    }
    const refused = await publish(await foreignId(place.entity))
    expect(refused[0]).toBe(400)
    expect(refused).toEqual(await publish(newId(place.entity)))
  })

  const NODES: Record<string, Json> = {
    assistantId: { id: 'it', type: 'RETRIEVE', question: 'When?' },
    modelIds: { id: 'it', type: 'AGENT', instructions: 'Say it.' },
    roles: { id: 'it', type: 'APPROVAL', title: 'May it?' },
    to: { id: 'it', type: 'NOTIFY', text: 'Seen' },
  }
  const nodeWith = (place: Place, id: string) =>
    withId(NODES[place.path[0]!], {}, place, id) as Json
})

test('the input of a run cannot name records of another centre to its nodes', async () => {
  const childId = await foreignId('child')
  const entry: Entry = ENTRIES.find(({ name }) => name === 'create_task')!
  const parameters = { title: 'About', subjectId: childId, role: 'SCHEDULER' }
  const { text } = await tried({ api, world, server, starter }, entry, parameters)
  expect(text).toMatch(/^invalid_reference|^not_found/)
})

test('a run does not use the model of another centre if its own centre has none', async () => {
  await archiveModels(world.client)
  const definition = {
    trigger: { type: 'MANUAL' },
    start: 'it',
    nodes: [
      { id: 'it', type: 'AGENT', instructions: 'Say it.', modelIds: [await foreignId('aiModel')] },
    ],
  }
  const { id } = await world.make('/v1/agents', { name: 'Foreign', definition })
  expect((await world.client.post(`/v1/agents/${id}/publish`)).status).toBe(400)
})
