import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  permissionsOf,
  SCOPES,
  scopesFor,
  type Permission,
} from '#platform/core/access/permissions.ts'
import { startApi, type ApiRequest, type TestApi } from '../support/api.ts'
import { once, onceEach } from '../support/once.ts'
import { callerOf } from './callers.ts'
import { BY_PERMISSION, CONFIGURATIONS } from './configurations.ts'
import { auditRowsOf, eventsOf, expectProblem } from './expectations.ts'
import { refusalOf } from './refusals.ts'
import { validCall } from './scenarios.ts'
import { createWorld, exampleCall, requestOf, type Call, type Json, type World } from './world.ts'

/**
 * What the pipeline refuses, over HTTP, once per configuration (`configurations.ts`): a stable code, the path
 * of the member, one audit row, and no effect. `bad-input.unit.test.ts` checks the schemas of each operation
 * without a server.
 */

let api: TestApi
let mine: World

beforeAll(async () => {
  api = await startApi()
  mine = createWorld(api, await api.createTenant())
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const readingClient = once(() => api.createClient(mine.client.tenantId, { methods: ['GET'] }))
const writingClient = once(() => api.createClient(mine.client.tenantId, { methods: ['POST'] }))

const scopesWithout = (permission: Permission) =>
  SCOPES.filter((scope) => !permissionsOf([scope]).has(permission))

/** A key with every scope that does not grant a permission. */
const withoutPermission = onceEach((permission: Permission) =>
  api.createClient(mine.client.tenantId, { scopes: scopesWithout(permission) }),
)

/** Every key has what every scope grants. */
const canBeMissed = (permission: Permission) => scopesFor(permission).length < SCOPES.length

describe.each(CONFIGURATIONS)('$configuration ($operation.id)', ({ operation }) => {
  const isWrite = operation.method !== 'get'
  const request = (call: Call, extra: Partial<ApiRequest> = {}): ApiRequest => ({
    ...requestOf(operation, call),
    ...extra,
  })
  /** Records for refused calls, which stay unchanged and are created once. */
  const validOf = once(() => validCall(operation, mine))

  test('requires a token', async () => {
    const answer = await api.anonymous().send(request(exampleCall(operation)))
    expectProblem(answer, 'unauthenticated')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await auditRowsOf(api, answer)).toMatchObject([
      { outcome: 'REFUSED', code: 'unauthenticated', http_status: 401 },
    ])
  })

  test.each(operation.permissions.filter(canBeMissed))(
    'requires a scope with %s, and names it',
    async (permission) => {
      const client = await withoutPermission(permission)
      const answer = await client.send(request(await validOf()))
      const problem = expectProblem(answer, 'insufficient_scope')
      const missing = problem['permission'] as Permission
      expect(operation.permissions).toContain(missing)
      expect(problem['scopes']).toEqual(scopesFor(missing))
      expect(await auditRowsOf(api, answer)).toMatchObject([
        { action: operation.id, outcome: 'REFUSED', code: 'insufficient_scope', http_status: 403 },
      ])
      expect(await eventsOf(api, answer)).toEqual([])
    },
  )

  test('refuses a key that is narrowed to other methods', async () => {
    const client = await (isWrite ? readingClient() : writingClient())
    expectProblem(await client.send(request(await validOf())), 'insufficient_scope')
  })

  if (operation.sunset)
    test('returns version_sunset from its sunset on, and names its successor', async () => {
      const before = api.clock.now()
      api.clock.set(operation.sunset!)
      try {
        const client = await api.createClient(mine.client.tenantId)
        const answer = await client.send(request(exampleCall(operation)))
        expectProblem(answer, 'version_sunset')
        expect(answer.headers.get('link')).toContain('rel="successor-version"')
      } finally {
        api.clock.set(before)
      }
    })

  test('refuses unknown query parameters', async () => {
    const call = await validOf()
    const answer = await mine.client.send(
      request({ ...call, query: { ...call.query, surprise: '1' } }),
    )
    const problem = expectProblem(answer, 'validation_failed', 'surprise')
    expect(problem.errors).toMatchObject([{ path: 'surprise', code: 'unknown_parameter' }])
    expect(await auditRowsOf(api, answer)).toMatchObject([
      { action: operation.id, outcome: 'REFUSED', code: 'validation_failed', http_status: 400 },
    ])
  })

  if (operation.params)
    test('refuses an id of another kind', async () => {
      const call = await validOf()
      const id = call.params!['id']!
      for (const wrong of [
        `zzz_${id.slice(4)}`,
        'x',
        '%00',
        '..%2f..%2fetc',
        "'--",
        id.toUpperCase(),
      ]) {
        const answer = await mine.client.send(
          request({ ...call, params: { ...call.params, id: wrong } }),
        )
        expectProblem(answer, 'validation_failed', 'id')
      }
    })

  if (isWrite) {
    test('stores nothing under the key of a refused request', async () => {
      const call = await validCall(operation, mine)
      const headers = { 'idempotency-key': randomUUID() }
      const query = { surprise: '1' }
      const caller = await callerOf(operation, mine)
      expectProblem(
        await caller.send(request({ ...call, query }, { headers })),
        'validation_failed',
        'surprise',
      )
      const answer = await caller.send(request(call, { headers }))
      expect(answer.status, answer.text).toBe(operation.status)
    })

    test('refuses a malformed Idempotency-Key', async () => {
      const call = operation.form ? await validOf() : exampleCall(operation)
      for (const key of ['', 'x'.repeat(256), 'two words', 'ümlaut', '""']) {
        const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') }
        const answer = await mine.client.send(request(call, { headers }))
        expectProblem(answer, 'validation_failed', 'Idempotency-Key')
      }
    })
  }

  /** Example bodies parse and their ids exist nowhere, so a refusal read no record. */
  const sendBody = (body: ApiRequest['body'], headers: Record<string, string> = {}) => {
    const { json: _, ...rest } = requestOf(operation, exampleCall(operation))
    return mine.client.send({ ...rest, ...(body !== undefined && { body }), headers })
  }

  if (operation.body) {
    const example = () => exampleCall(operation).body as Json
    const text = () => JSON.stringify(example())

    test('refuses unknown members', async () => {
      const answer = await sendBody(JSON.stringify({ ...example(), surprise: { deep: 1 } }))
      const problem = expectProblem(answer, 'validation_failed', 'surprise')
      expect(problem.errors).toContainEqual({
        path: 'surprise',
        code: 'unknown_member',
        message: expect.stringMatching(/^is not a member of this request/) as string,
      })
      expect(await eventsOf(api, answer)).toEqual([])
      expect(await auditRowsOf(api, answer)).toHaveLength(1)
    })

    test('refuses duplicate members and names of the prototype', async () => {
      const [[name, value]] = Object.entries(example()) as [[string, unknown]]
      const twice = `{${JSON.stringify(name)}:${JSON.stringify(value)},${text().slice(1)}`
      const problem = expectProblem(await sendBody(twice), 'validation_failed', name)
      expect(problem.errors).toMatchObject([{ code: 'duplicate' }])
      for (const member of ['__proto__', 'constructor']) {
        const polluted = `{"${member}":{"polluted":true},${text().slice(1)}`
        expectProblem(await sendBody(polluted), 'validation_failed', member)
      }
      expect(({} as Json)['polluted']).toBeUndefined()
    })

    test('refuses bodies that are too deep or too large', async () => {
      const deep = `{"deep":${'['.repeat(40)}${']'.repeat(40)},${text().slice(1)}`
      const problem = expectProblem(await sendBody(deep), 'validation_failed')
      expect(problem.errors[0]?.code).toBe('too_deep')
      expect(problem.errors[0]?.path).toMatch(/^deep(\.0)+$/)
      const abyss = `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},${text().slice(1)}`
      expectProblem(await sendBody(abyss), ['validation_failed', 'malformed_json'])
      const large = `${text().slice(0, -1)}${' '.repeat(MEBIBYTE)}}`
      expectProblem(await sendBody(large), 'payload_too_large')
    })

    test('refuses other content types', async () => {
      const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']
      for (const type of types)
        expectProblem(await sendBody(text(), { 'content-type': type }), 'unsupported_media_type')
    })

    test('refuses text that is not JSON, not UTF-8, or not an object', async () => {
      const cut = text().slice(0, -1)
      for (const broken of ['{', cut, `${text()}}`, "{'a':1}", `${cut},}`, '{"a":NaN}', '\ufeff{'])
        expectProblem(await sendBody(broken), 'malformed_json', '')
      const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0xfe])
      expectProblem(await sendBody(bytes), 'malformed_json', '')
      for (const value of ['null', '[]', '"text"', '1', 'true', `[${text()}]`])
        expectProblem(await sendBody(value), 'validation_failed', '')
    })

    if (!operation.bodyOptional)
      test('refuses a missing body', async () => {
        const problem = expectProblem(await sendBody(undefined), 'validation_failed', '')
        expect(problem.errors).toMatchObject([{ code: 'required' }])
      })
  }

  if (isWrite && !operation.body && !operation.form)
    test('refuses any body', async () => {
      for (const body of ['{"surprise":1}', '[1]', '1', '"text"', 'null'])
        expectProblem(await sendBody(body), 'validation_failed')
      expectProblem(await sendBody('text'), 'malformed_json')
    })
})

test('each permission is enforced by the operations that need it', async () => {
  const given: string[] = []
  for (const [permission, operation] of BY_PERMISSION) {
    if (!canBeMissed(permission)) continue
    const authorization = `Bearer ${await mine.client.token(scopesWithout(permission).join(' '))}`
    const example = exampleCall(operation)
    const isTaken = !operation.form && !(await refusalOf(operation, example))
    const call = isTaken ? example : await validCall(operation, mine)
    const { status, body } = await api
      .anonymous()
      .send<{ code?: string }>({ ...requestOf(operation, call), headers: { authorization } })
    const isRefused = status === 403 && body.code === 'insufficient_scope'
    if (!isRefused) given.push(`${permission}: ${operation.id} ${status} ${body.code}`)
  }
  expect(given).toEqual([])
})

const MEBIBYTE = 1024 * 1024
