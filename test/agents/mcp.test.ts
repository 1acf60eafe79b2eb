/** The agent tools over the Model Context Protocol, called with its own SDK over a socket. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOOLS } from '#agents/tools/index.ts'
import { resumeTenant } from '#organization/tenants/resume-tenant.ts'
import { suspendTenant } from '#organization/tenants/suspend-tenant.ts'
import type { AuditEntry } from '#platform/audit/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { CreateApiKey } from '#platform/api-keys/schemas.ts'
import { MCP_METADATA_PATH, MCP_PATH } from '../../api/endpoints/mcp-paths.ts'
import { createWorld, type Json, type World } from '../contract/world.ts'
import { joinAs } from '../staff/support.ts'
import { startApi, type ApiClient, type ApiRequest, type TestApi } from '../support/api.ts'

let api: TestApi
let server: Awaited<ReturnType<TestApi['listen']>>
let centre: World
let elsewhere: World
const connected: Client[] = []
beforeAll(async () => {
  api = await startApi()
  server = await api.listen()
  centre = createWorld(api, await api.createTenant())
  elsewhere = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  await Promise.all(connected.map((client) => client.close()))
  await server[Symbol.asyncDispose]()
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const connect = async (caller: Pick<ApiClient, 'token'>): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${await caller.token()}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(MCP_PATH, server.url), {
      requestInit: { headers },
    }),
  )
  connected.push(client)
  return client
}

const keyOf = ({ client }: World, key: Partial<CreateApiKey>) =>
  api.createClient(client.tenantId, key)

const namesFor = async (caller: Pick<ApiClient, 'token'>): Promise<string[]> =>
  (await (await connect(caller)).listTools()).tools.map(({ name }) => name)

const callTool = async (client: Client, name: string, given: Json, key?: string) =>
  (await client.callTool({
    name,
    arguments: given,
    ...(key !== undefined && { _meta: { idempotencyKey: key } }),
  })) as CallToolResult

const textOf = ({ content }: CallToolResult): unknown => {
  const [first] = content
  return JSON.parse(first?.type === 'text' ? first.text : 'null')
}

/** A message from a plain HTTP client. */
const message = (method: string, params: Json = {}, more: Partial<ApiRequest> = {}) => ({
  method: 'POST',
  path: MCP_PATH,
  json: { jsonrpc: '2.0', id: 1, method, params },
  ...more,
  headers: { accept: 'application/json, text/event-stream', ...more.headers },
})

const trailOf = async ({ client }: World, action: string): Promise<AuditEntry[]> => {
  const { body } = await client.get<{ data: AuditEntry[] }>('/v1/audit-entries?limit=100')
  return body.data.filter((entry) => entry.action === action)
}

describe('the list of tools', () => {
  test('contains every tool for a key with all scopes, with schemas that the client accepts', async () => {
    const client = await connect(centre.client)
    expect(client.getServerVersion()).toMatchObject({ name: 'therapy-care-platform' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS))
    expect(tools.find(({ name }) => name === 'get_child')).toMatchObject({
      title: 'Retrieve a child',
      inputSchema: { type: 'object', required: ['id'], additionalProperties: false },
      annotations: { readOnlyHint: true },
    })
    expect(tools.find(({ name }) => name === 'waitlist_entries')?.outputSchema).toMatchObject({
      properties: { rows: { type: 'array' }, truncated: { type: 'boolean' } },
    })
  })

  test('is limited to the scopes and methods of the key', async () => {
    const reader = await keyOf(centre, { scopes: ['children.read'] })
    const names = await namesFor(reader)
    expect(names).toContain('get_child')
    expect(names).not.toContain('create_task')
    expect(names).not.toContain('list_assessments')
    const quiet = await namesFor(await keyOf(centre, { methods: ['GET'] }))
    expect(quiet.toSorted()).toEqual(
      Object.values(TOOLS)
        .filter(({ effect }) => effect === 'READ')
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  test('is limited to the roles of a person, on pages of the platform', async () => {
    const biller = await joinAs(api, centre.client, { roles: ['BILLER'] })
    const { status, body } = await biller.send<{ result: { tools: { name: string }[] } }>(
      message('tools/list'),
    )
    expect(status).toBe(200)
    const names = body.result.tools.map(({ name }) => name)
    expect(names).toContain('get_child')
    expect(names).not.toContain('get_child_progress')
    expect(names).not.toContain('propose_book_appointment')
  })
})

describe('a reading tool', () => {
  test('returns the record and writes an audit entry that names the child', async () => {
    const child = await centre.child()
    const result = await callTool(await connect(centre.client), 'get_child', { id: child.id })
    expect(result.isError).toBeUndefined()
    expect(result.structuredContent).toMatchObject({ id: child.id })
    expect(textOf(result)).toEqual(result.structuredContent)
    expect(await trailOf(centre, 'mcp/get_child')).toMatchObject([
      {
        actor: { kind: 'API_KEY', id: centre.client.clientId },
        outcome: 'ALLOWED',
        httpStatus: 200,
        subjectType: 'CHILD',
        subjectId: child.id,
        changes: { children: [child.id] },
      },
    ])
  })

  test('returns query rows that match its published schema', async () => {
    const entry = await centre.waitlistEntry()
    const client = await connect(centre.client)
    await client.listTools()
    const { structuredContent } = await callTool(client, 'waitlist_entries', {})
    expect(structuredContent).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ waitlistEntryId: entry.id })]),
    })
    const [{ changes }] = (await trailOf(centre, 'mcp/waitlist_entries')) as [AuditEntry]
    expect(changes).toMatchObject({ children: expect.arrayContaining([entry['childId']]) })
  })

  test('hides other centres, and children outside the caseload', async () => {
    const { id: providerId } = await centre.provider()
    const own = await centre.child({ primaryProviderId: providerId })
    const other = await centre.child()
    const bound = await connect(await keyOf(centre, { providerId }))
    expect((await callTool(bound, 'get_child', { id: own.id })).structuredContent).toMatchObject({
      id: own.id,
    })
    const strange = await connect(elsewhere.client)
    for (const [client, id] of [
      [bound, other.id],
      [strange, own.id],
    ] as const) {
      const refused = await callTool(client, 'get_child', { id })
      expect(refused.isError).toBe(true)
      expect(textOf(refused)).toMatchObject({ code: 'not_found', status: 404 })
    }
    const boundTo = (await trailOf(centre, 'mcp/get_child')).find(
      ({ subjectId }) => subjectId === own.id,
    )
    expect(boundTo?.changes).toEqual({ children: [own.id], boundTo: providerId })
  })
})

describe('a writing tool', () => {
  test('writes once per idempotency key, and again without one', async () => {
    const client = await connect(centre.client)
    await client.listTools()
    const { id: childId } = await centre.child()
    const given = { title: 'Call the family', childId }
    const create = (key?: string) => callTool(client, 'create_task', given, key)
    const wakes = api.wakes()
    const first = await create('one')
    expect(first.structuredContent).toMatchObject({ status: 'DONE', subject: { type: 'task' } })
    expect(api.wakes()).toBe(wakes + 1)
    expect((await create('one')).structuredContent).toEqual(first.structuredContent)
    await create()
    await create()
    const tasks = await centre.client.get<{ data: Json[] }>(`/v1/tasks?childId=${childId}`)
    expect(tasks.body.data).toHaveLength(3)
    const trail = await trailOf(centre, 'mcp/create_task')
    expect(trail.map(({ outcome, httpStatus }) => [outcome, httpStatus])).toEqual(
      Array.from({ length: 4 }, () => ['ALLOWED', 200]),
    )
  })

  test('separates the keys of different callers', async () => {
    const given = { title: 'Order forms' }
    const ids = new Set<unknown>()
    for (const caller of [centre.client, await keyOf(centre, {})]) {
      const result = await callTool(await connect(caller), 'create_task', given, 'shared')
      ids.add((result.structuredContent as { subject: { id: string } }).subject.id)
    }
    expect(ids.size).toBe(2)
  })

  test('refuses a malformed key', async () => {
    const client = await connect(centre.client)
    for (const key of ['', 'a b', 'x'.repeat(129)]) {
      const refused = await callTool(client, 'create_task', { title: 'Never' }, key)
      expect(refused.isError).toBe(true)
      expect(textOf(refused)).toMatchObject({
        code: 'validation_failed',
        errors: [{ path: '_meta.idempotencyKey', code: 'invalid_format' }],
      })
    }
  })

  test('only requests an approval for actions that need one', async () => {
    const client = await connect(centre.client)
    const parameters = await centre.booking()
    const { structuredContent } = await callTool(client, 'propose_book_appointment', parameters)
    expect(structuredContent).toMatchObject({ status: 'PROPOSED' })
    const path = `/v1/appointments?childId=${parameters['childId'] as string}`
    expect((await centre.client.get(path)).body).toMatchObject({ data: [] })
  })

  test('refuses to run as a task of the protocol', async () => {
    const { id: childId } = await centre.child()
    const params = {
      name: 'create_task',
      arguments: { title: 'No', childId },
      task: { ttl: 1_000 },
    }
    const { body } = await centre.client.send(message('tools/call', params))
    expect(body).toMatchObject({ error: { code: expect.any(Number) } })
    const tasks = await centre.client.get(`/v1/tasks?childId=${childId}`)
    expect(tasks.body).toMatchObject({ data: [] })
  })
})

describe('a refusal', () => {
  test('is a result with the problem document, and is recorded', async () => {
    const client = await connect(await keyOf(centre, { scopes: ['children.read'] }))
    const refused = await callTool(client, 'list_assessments', {
      childId: (await centre.child()).id,
    })
    expect(refused).toMatchObject({ isError: true })
    expect(refused.structuredContent).toBeUndefined()
    expect(textOf(refused)).toMatchObject({
      code: 'insufficient_scope',
      permission: 'assessments:read',
      instance: MCP_PATH,
    })
    expect(await trailOf(centre, 'mcp/list_assessments')).toMatchObject([
      { outcome: 'REFUSED', code: 'insufficient_scope', httpStatus: 403 },
    ])
  })

  test('lists every problem of the parameters', async () => {
    const refused = await callTool(await connect(centre.client), 'get_child', { id: 7, sql: '1=1' })
    expect(textOf(refused)).toMatchObject({
      code: 'validation_failed',
      errors: expect.arrayContaining([expect.objectContaining({ path: 'parameters.id' })]),
    })
  })

  test.each(['drop_tables', 'constructor', '__proto__', 'get_child; create_task', '../children'])(
    'is returned for the tool %s, which does not exist',
    async (name) => {
      const client = await connect(centre.client)
      await expect(callTool(client, name, {})).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining('The tool does not exist'),
      })
      const [latest] = await trailOf(centre, 'mcp')
      expect(latest).toMatchObject({ outcome: 'REFUSED', code: 'not_found' })
    },
  )

  test('is returned for a method that the key may not use', async () => {
    const client = await connect(await keyOf(centre, { methods: ['GET'] }))
    expect(textOf(await callTool(client, 'create_task', { title: 'Never' }))).toMatchObject({
      code: 'insufficient_scope',
      methods: ['GET'],
    })
  })
})

describe('over HTTP', () => {
  test('refuses a batch as a whole', async () => {
    const { json } = message('tools/list')
    const { status, body } = await centre.client.send(message('', {}, { json: [json, json] }))
    expect([status, body]).toMatchObject([400, { code: 'validation_failed' }])
  })

  test('keeps no session and offers no stream', async () => {
    const { status, headers } = await centre.client.send(message('tools/list'))
    expect(status).toBe(200)
    expect(headers.get('mcp-session-id')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    for (const method of ['GET', 'DELETE']) {
      const other = await centre.client.send({ method, path: MCP_PATH })
      expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  test.each([
    ['more than a megabyte', 'x'.repeat(1024 * 1024 + 1), 413, 'payload_too_large'],
    ['no JSON', '{', 400, 'malformed_json'],
    ['a member twice', '{"jsonrpc":"2.0","jsonrpc":"2.0"}', 400, 'validation_failed'],
  ])('refuses %s', async (_, body, status, code) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await centre.client.send(message('', {}, { json: undefined, body, headers }))
    expect([answer.status, (answer.body as Json)['code']]).toEqual([status, code])
  })

  test('tells a caller without a token where to get one', async () => {
    const metadata = `http://api.test${MCP_METADATA_PATH}`
    const none = await api.anonymous().send(message('tools/list'))
    expect([none.status, none.body]).toMatchObject([401, { code: 'unauthenticated' }])
    expect(none.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`)
    const wrong = await api
      .anonymous()
      .send(message('tools/list', {}, { headers: { authorization: 'Bearer guessed' } }))
    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${metadata}"`,
    )
    const { status, body } = await api.anonymous().get(MCP_METADATA_PATH)
    expect([status, body]).toMatchObject([
      200,
      { resource: `http://api.test${MCP_PATH}`, authorization_servers: ['http://api.test'] },
    ])
  })

  test('refuses a page of another site, even with a valid token', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const { status, body } = await centre.client.send(message('tools/list', {}, { headers }))
    expect([status, body]).toMatchObject([403, { code: 'cross_site_request' }])
  })

  test('counts calls towards the rate limit of the key', async () => {
    const slow = await keyOf(centre, { rateLimitPerMinute: 2 })
    const statuses: number[] = []
    for (let call = 0; call < 3; call += 1)
      statuses.push((await slow.send(message('tools/list'))).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('refuses a revoked key', async () => {
    const key = await keyOf(centre, {})
    expect((await key.send(message('tools/list'))).status).toBe(200)
    const path = `/v1/api-keys/${key.clientId}`
    expect((await centre.client.send({ method: 'DELETE', path })).status).toBe(200)
    const params = { name: 'create_task', arguments: { title: 'Never' } }
    expect((await key.send(message('tools/call', params))).status).toBe(401)
  })
})

test('lets only the owner read while the centre is suspended', async () => {
  const world = createWorld(api, await api.createTenant())
  const { client } = world
  const { id } = await world.child()
  const owner = await joinAs(api, client, { roles: ['OWNER'] })
  const operator = {
    ...systemContext(api.services.platform, { tenantId: client.tenantId, action: 'test' }),
    whileSuspended: true as const,
  }
  await suspendTenant(operator, { reason: 'The contract ended.' })
  const refused = await client.send(message('tools/list'))
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'centre_suspended' }])
  const call = async (name: string, given: Json) => {
    const { body } = await owner.send<{ result: CallToolResult }>(
      message('tools/call', { name, arguments: given }),
    )
    return textOf(body.result)
  }
  expect(await call('get_child', { id })).toMatchObject({ id })
  expect(await call('create_task', { title: 'Never' })).toMatchObject({ code: 'centre_suspended' })
  await resumeTenant(operator)
  expect(await call('create_task', { title: 'Now' })).toMatchObject({ status: 'DONE' })
})
