import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { operations } from '../../api/resources/index.ts'
import { startApi, type ApiRequest, type TestApi } from '../support/api.ts'
import { auditRowsOf, eventsOf, expectDeclaredProblem, expectProblem } from './expectations.ts'
import { validCall } from './scenarios.ts'
import { requestOf, World, type Call, type Json } from './world.ts'

/** Whatever is sent: a problem with a stable code and the member's path, nothing done, never a 5xx. */

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = new World(api, await api.createTenant())
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const MEBIBYTE = 1024 * 1024
const writes = operations.filter(({ method }) => method !== 'get')
const withBody = writes.filter(({ body }) => body !== undefined)
const lists = operations.filter(({ query }) => query && 'shape' in query)
const named = <Item extends { id: string }>(list: readonly Item[]) =>
  list.map((operation) => ({ id: operation.id, operation }))

describe.each(named(withBody))('$id refuses', ({ operation }) => {
  const sendRaw = (call: Call, body: ApiRequest['body'], headers: Record<string, string> = {}) => {
    const { json: _, ...request } = requestOf(operation, call)
    return world.client.send({ ...request, ...(body !== undefined && { body }), headers })
  }
  const valid = async () => {
    const call = await validCall(operation, world)
    return { call, body: call.body as Json, text: JSON.stringify(call.body) }
  }

  test('members that it does not know', async () => {
    const { call, body } = await valid()
    const answer = await sendRaw(call, JSON.stringify({ ...body, surprise: { deep: 1 } }))
    const problem = expectProblem(answer, 'validation_failed', 'surprise')
    expect(problem.errors).toContainEqual({
      path: 'surprise',
      code: 'unknown_member',
      message: 'is not known here',
    })
    expect(await eventsOf(api, answer)).toEqual([])
    expect(await auditRowsOf(api, answer)).toHaveLength(1)
  })

  test('duplicate members, by name', async () => {
    const { call, body, text } = await valid()
    const [name] = Object.keys(body) as [string]
    const twice = `{${JSON.stringify(name)}:${JSON.stringify(body[name])},${text.slice(1)}`
    const problem = expectProblem(await sendRaw(call, twice), 'validation_failed', name)
    expect(problem.errors).toMatchObject([{ code: 'duplicate_member' }])
  })

  test('the same member spelt by escapes', async () => {
    const { call, body, text } = await valid()
    const [name] = Object.keys(body) as [string]
    const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`
    const twice = `{"${escaped}":${JSON.stringify(body[name])},${text.slice(1)}`
    expectProblem(await sendRaw(call, twice), 'validation_failed', name)
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s', async (name) => {
    const { call, text } = await valid()
    const polluted = `{"${name}":{"polluted":true},${text.slice(1)}`
    expectProblem(await sendRaw(call, polluted), 'validation_failed', name)
    expect(({} as Json)['polluted']).toBeUndefined()
  })

  test('NUL in any text, with its path', async () => {
    const { call, body } = await valid()
    for (const [name, value] of Object.entries(body)) {
      if (typeof value !== 'string') continue
      const answer = await sendRaw(call, JSON.stringify({ ...body, [name]: `${value}\u0000` }))
      expectProblem(answer, 'validation_failed', name)
    }
  })

  test('bodies that are too deep or too large', async () => {
    const { call, text } = await valid()
    const deep = `{"deep":${'['.repeat(40)}${']'.repeat(40)},${text.slice(1)}`
    const problem = expectProblem(await sendRaw(call, deep), 'validation_failed')
    expect(problem.errors[0]?.code).toBe('too_deep')
    expect(problem.errors[0]?.path).toMatch(/^deep(\.0)+$/)
    const abyss = `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},${text.slice(1)}`
    expectProblem(await sendRaw(call, abyss), ['validation_failed', 'malformed_json'])
    const large = `${text.slice(0, -1)}${' '.repeat(MEBIBYTE)}}`
    expectProblem(await sendRaw(call, large), 'payload_too_large')
  })

  test('other content types', async () => {
    const { call, text } = await valid()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
      expectProblem(await sendRaw(call, text, { 'content-type': type }), 'unsupported_media_type')
  })

  test('what is not JSON, not UTF-8, or not an object', async () => {
    const { call, text } = await valid()
    const cut = text.slice(0, -1)
    for (const broken of ['{', cut, `${text}}`, "{'a':1}", `${cut},}`, '{"a":NaN}', '\ufeff{'])
      expectProblem(await sendRaw(call, broken), 'malformed_json', '')
    expectProblem(
      await sendRaw(call, new Uint8Array([0x7b, 0x22, 0xff, 0xfe])),
      'malformed_json',
      '',
    )
    for (const value of ['null', '[]', '"text"', '1', 'true', `[${text}]`])
      expectProblem(await sendRaw(call, value), 'validation_failed', '')
    const none = await sendRaw(call, undefined)
    if (operation.bodyOptional) expect(none.status, none.text).toBe(operation.status)
    else
      expect(expectProblem(none, 'validation_failed', '').errors).toMatchObject([
        { code: 'required' },
      ])
  })

  test('values of another type, with the path', async () => {
    const { call, body } = await valid()
    for (const name of Object.keys(body)) {
      const value = typeof body[name] === 'number' ? 'text' : 12.5
      const answer = await sendRaw(call, JSON.stringify({ ...body, [name]: value }))
      const problem = expectProblem(answer, 'validation_failed')
      expect(problem.errors[0]!.path.split('.')[0]).toBe(name)
    }
  })

  test('dates that do not exist, or that have no offset', async () => {
    const { call, body } = await valid()
    for (const [name, value] of Object.entries(body)) {
      if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) continue
      const impossible = value.includes('T')
        ? [
            '2026-02-30T10:00:00+01:00',
            '2026-12-01T25:00:00+01:00',
            '2026-12-01T10:00:00',
            '2026-12-01T10:00:00+25:00',
            '2026-12-01',
            '1796115660',
            'tomorrow',
          ]
        : ['2026-02-30', '2026-13-01', '20261201', '2026-12-01T10:00:00Z', '']
      for (const date of impossible) {
        const answer = await sendRaw(call, JSON.stringify({ ...body, [name]: date }))
        expectProblem(answer, 'validation_failed', name)
      }
    }
  })

  test('dates at the ends of time', async () => {
    const { call, body } = await valid()
    for (const [name, value] of Object.entries(body)) {
      if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) continue
      const ends = value.includes('T')
        ? ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-23:59']
        : ['0000-01-01', '0001-01-01', '9999-12-31']
      for (const date of ends) {
        const answer = await sendRaw(call, JSON.stringify({ ...body, [name]: date }))
        if (answer.status >= 300) expectDeclaredProblem(answer, operation)
      }
    }
  })

  test('ids of another kind, with the path', async () => {
    const { call, body } = await valid()
    for (const [name, value] of Object.entries(body)) {
      if (typeof value !== 'string' || !/^[a-z]{3}_[0-9a-z]{26}$/.test(value)) continue
      const answer = await sendRaw(
        call,
        JSON.stringify({ ...body, [name]: `zzz${value.slice(3)}` }),
      )
      expectProblem(answer, 'validation_failed', name)
    }
  })

  test('numbers out of range', async () => {
    const { call, body } = await valid()
    for (const [name, value] of Object.entries(body)) {
      if (typeof value !== 'number') continue
      for (const number of ['-1', '1.5', '1e309', '99999999999999999999', '2147483648']) {
        const others = JSON.stringify({ ...body, [name]: '@' }).replace('"@"', number)
        const answer = await sendRaw(call, others)
        expectProblem(answer, ['validation_failed', 'malformed_json'], name)
      }
    }
  })

  test('lone surrogates and control characters without falling over', async () => {
    const { call, body, text } = await valid()
    for (const [name, value] of Object.entries(body)) {
      if (typeof value !== 'string') continue
      const escaped = text.replace(JSON.stringify(value), '"\\ud800 \\u0007 \\u202e"')
      const answer = await sendRaw(call, escaped)
      if (answer.status >= 300) expectDeclaredProblem(answer, operation)
      expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500)
    }
  })
})

describe.each(named(writes))('$id refuses', ({ operation }) => {
  test('an Idempotency-Key that is none', async () => {
    const call = await validCall(operation, world)
    for (const key of ['', 'x'.repeat(256), 'two words', 'ümlaut', '""']) {
      const answer = await world.client.send({
        ...requestOf(operation, call),
        headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
      })
      expectProblem(answer, 'validation_failed', 'Idempotency-Key')
    }
  })

  if (!operation.body)
    test('a body, for it takes none', async () => {
      const call = await validCall(operation, world)
      for (const body of ['{"surprise":1}', '[1]', '1', '"text"', 'null']) {
        const answer = await world.client.send({ ...requestOf(operation, call), body })
        expectProblem(answer, 'validation_failed')
      }
      const text = { ...requestOf(operation, call), body: 'text' }
      expectProblem(await world.client.send(text), 'malformed_json')
    })
})

describe.each(named(lists))('$id refuses', ({ operation }) => {
  const send = async (query: Record<string, string> | string) => {
    const call = await validCall(operation, world)
    const request = requestOf(operation, { ...call, query: {} })
    const search = typeof query === 'string' ? query : new URLSearchParams(query).toString()
    return world.client.send({ ...request, path: `${request.path}?${search}` })
  }
  const parameters = Object.keys((operation.query as unknown as { shape: object }).shape)

  test('every parameter with a value that is none of its', async () => {
    for (const name of parameters) {
      const answer = await send({ [name]: '\u{1f4a3}'.repeat(300) })
      if (answer.status < 300) continue
      expectDeclaredProblem(answer, operation)
      expectProblem(answer, ['validation_failed', 'invalid_cursor'], name)
    }
  })

  test('parameters that are repeated, NUL, or the prototype', async () => {
    for (const name of parameters.slice(0, 2)) {
      expectProblem(await send(`${name}=1&${name}=2`), 'validation_failed', name)
      expectProblem(await send(`${name}=%00`), 'validation_failed', name)
    }
    expectProblem(await send('__proto__=1'), 'validation_failed', '__proto__')
    expectProblem(await send('constructor=1'), 'validation_failed', 'constructor')
  })

  test('limits and cursors out of range', async () => {
    if (!parameters.includes('limit')) return
    for (const limit of ['0', '-1', '101', '1.5', 'NaN', '', '1e9', 'ten'])
      expectProblem(await send({ limit }), 'validation_failed', 'limit')
    if (!parameters.includes('cursor')) return
    for (const cursor of ['x', 'AAAA', 'A'.repeat(64), '%%%', 'x'.repeat(1024)])
      expectProblem(await send({ cursor }), 'invalid_cursor', 'cursor')
    expectProblem(await send({ cursor: 'x'.repeat(1025) }), 'validation_failed', 'cursor')
    expectProblem(await send({ sort: 'id; DROP TABLE children' }), 'validation_failed', 'sort')
  })

  test('ranges without sense, and those at the ends of time, without falling over', async () => {
    for (const name of parameters.filter((it) => it.endsWith(']'))) {
      expectProblem(await send({ [name]: '2026-12-01T10:00:00' }), 'validation_failed', name)
      expectProblem(await send({ [name]: '2026-02-30T10:00:00Z' }), 'validation_failed', name)
      for (const end of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59']) {
        const answer = await send({ [name]: end })
        if (answer.status >= 300) expectDeclaredProblem(answer, operation)
        expect(answer.status, answer.text).toBeLessThan(500)
      }
    }
  })

  test("another tenant's cursor, and its own under other filters", async () => {
    if (!parameters.includes('cursor')) return
    const other = new World(api, await api.createTenant())
    const calls = [await validCall(operation, other), await validCall(operation, other)]
    const request = requestOf(operation, { ...calls[1], query: { limit: '1' } })
    const page = await other.client.send<{ nextCursor: string | null }>(request)
    expect(page.status, page.text).toBe(200)
    const cursor = page.body.nextCursor
    if (!cursor) return
    expectProblem(await send({ limit: '1', cursor }), 'invalid_cursor', 'cursor')
  })
})
