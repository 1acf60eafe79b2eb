import { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ACTIONS } from '#agents/catalog/actions/index.ts'
import { QUERIES } from '#agents/catalog/queries/index.ts'
import { TOOLS } from '#agents/tools/index.ts'
import { createTask } from '#messaging/tasks/create-task.ts'
import { CreateTask } from '#messaging/tasks/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { readOnlyAt } from '#platform/core/context/read-only-at.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { connectModel } from '../../knowledge/generation/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { PARAMETERS_OF_ACTIONS } from '../catalog/parameters-of-actions.ts'
import { parametersOf } from '../hostile/support.ts'
import { carryOutReplay, resultsOf, startReplay } from './support.ts'

/** A replay is proved to have no effect by counting, for everything that an agent can do. */

let api: TestApi
let server: ModelServer
let centre: World
beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
  centre = createWorld(api, await api.createTenant())
  await connectModel(centre.client, server, { dataPolicy: 'REDACTED' })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** Tables that a replay writes: its own, and the audit of its own changes. */
const OWN = ['agent_replays', 'agent_replay_results', 'audit_entries']

/** The number of rows and a digest of the content of every other table. */
const contentOfTables = async (): Promise<Record<string, string>> => {
  const tables = await api.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1) ORDER BY 1`,
    [OWN],
  )
  expect(tables.length).toBeGreaterThan(100)
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await api.query<{ digest: string }>(
      `SELECT count(*) || ' ' || COALESCE(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS digest FROM ${name} t`,
    )
    content[name] = row!.digest
  }
  return content
}

/** Runs work and returns the addresses to which it connected, without that of the database. */
const connectedDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  try {
    await work()
    const { port } = new URL(api.database.appUrl)
    const addresses = connect.mock.calls.map((to: unknown[]) => JSON.stringify(to))
    return addresses.filter((address) => !address.includes(port))
  } finally {
    connect.mockRestore()
  }
}

/** Nodes for everything that an agent can do, one after another. */
const everything = async (): Promise<Json[]> => {
  const actions = Object.keys(ACTIONS)
  expect(Object.keys(PARAMETERS_OF_ACTIONS).toSorted()).toEqual(actions.toSorted())
  const nodes: Json[] = [{ id: 'ask', type: 'APPROVAL', title: 'All?', roles: ['ADMINISTRATOR'] }]
  for (const action of actions) {
    const parameters = await PARAMETERS_OF_ACTIONS[action]!(centre)
    nodes.push({ id: action, type: 'ACTION', action, parameters })
  }
  for (const query of Object.keys(QUERIES)) {
    const parameters = await parametersOf(centre, { name: query })
    nodes.push({ id: query, type: 'QUERY', query, parameters })
  }
  const { id: assistantId } = await centre.assistant()
  nodes.push(
    { id: 'search', type: 'RETRIEVE', assistantId, question: 'When are you open?' },
    { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Done' },
    { id: 'each', type: 'FOR_EACH', items: '[1, 2]', body: 'inside' },
    { id: 'wait', type: 'WAIT', for: { eventType: 'booking.created', hours: 1 } },
    { id: 'think', type: 'AGENT', instructions: 'Think.', tools: Object.keys(TOOLS).slice(0, 20) },
  )
  const next = (node: Json, index: number): Json => {
    const id = nodes[index + 1]?.['id'] ?? null
    return node['type'] === 'WAIT' ? { ...node, next: id, onTimeout: id } : { ...node, next: id }
  }
  return [...nodes.map(next), { id: 'inside', type: 'NOTIFY', to: 'STARTER', text: 'Item' }]
}

test('a replay of everything that an agent can do writes, sends and starts nothing', async () => {
  const nodes = await everything()
  const { id: childId } = await centre.child()
  const filter = `event.data.childId == "${childId}"`
  const { id: agentId } = await centre.make('/v1/agents', {
    name: 'Everything',
    definition: {
      trigger: { type: 'EVENT', eventType: 'child.registered', filter },
      start: 'ask',
      nodes,
    },
  })
  const { id } = await startReplay(centre, agentId)
  const before = await contentOfTables()
  const addresses = await connectedDuring(() => carryOutReplay(api, centre, id))
  expect(await contentOfTables()).toEqual(before)
  expect([addresses, server.asked]).toEqual([[], []])
  const [result] = await resultsOf(centre, id, '&outcome=WOULD_RUN')
  expect(result?.replayed.path.filter(({ status }) => status === 'FAILED')).toEqual([])
  expect(result?.replayed).toMatchObject({ end: 'NEEDS_MODEL', code: null })
  expect(result?.replayed.models.estimatedTokens).toBeGreaterThan(0)
  expect(result?.replayed.actions.map(({ node }) => node)).toEqual([
    ...Object.keys(ACTIONS),
    'tell',
    'inside',
    'inside',
  ])
})

test('connections to outside servers would be seen', async () => {
  const addresses = await connectedDuring(() =>
    fetch(server.origin, { method: 'POST', body: '{}' }),
  )
  expect(addresses).toHaveLength(1)
})

test('an action that writes to people names its recipients', async () => {
  const writing = Object.values(ACTIONS).filter(({ writesToPeople }) => writesToPeople)
  expect(writing.length).toBeGreaterThan(4)
  const silent = ACTIONS['add_label']!.recipients.toString()
  for (const { name, recipients } of writing)
    expect([name, recipients.toString()]).not.toEqual([name, silent])
})

test('nothing can be written where a replay reads, whatever runs there', async () => {
  const { platform } = api.services
  const { tenantId } = centre.client
  const readOnly = readOnlyAt(platform, new Date('2026-11-01T00:00:00Z'))
  const ctx = systemContext(readOnly, { tenantId, action: 'replayAgentTriggers' })
  const before = await contentOfTables()
  const writes = createTask(ctx, CreateTask.parse({ title: 'Never', role: 'SCHEDULER' }))
  await expect(writes).rejects.toThrow(/read-only transaction/)
  // Reports of a transaction that only reads are not flushed.
  const now = await transact(ctx, 'tasks:write', async (tx) => {
    tx.nothingChanged({ type: 'tenant', id: tenantId })
    tx.wake(
      { name: 'agentTriggers', subjectType: 'tenant', idPrefix: 'x', firstStep: 'x' },
      tenantId,
    )
    return tx.now
  })
  expect(now).toEqual(new Date('2026-11-01T00:00:00Z'))
  expect(await contentOfTables()).toEqual(before)
  expect(Object.keys(readOnly).filter((member) => !(member in PLATFORM))).toEqual([])
  expect(() => readOnly.database.system).toThrow('has no system')
})

/** The members of a platform without services outside of the database. */
const PLATFORM = {
  database: true,
  cipher: true,
  clock: true,
  registry: true,
  paymentGateway: true,
  licenseRegistryName: true,
  embeddingModel: true,
}
