import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Operation } from '../../../api/http/operation.ts'
import { startApi, type ApiRequest, type TestApi } from '../../support/api.ts'
import { once } from '../../support/once.ts'
import { callerOf } from '../callers.ts'
import { auditRowsOf, eventsOf, expectDeclaredProblem, expectProblem } from '../expectations.ts'
import { operationsOf, type Group } from '../groups.ts'
import { validCall } from '../scenarios.ts'
import { exampleCall, requestOf, createWorld, type World, type Call, type Json } from '../world.ts'
import {
  isDate,
  isId,
  isNumber,
  isRange,
  isText,
  membersOf,
  named,
  parametersOf,
  tablesOf,
} from './tables.ts'

/**
 * Tests what no operation of a group may take: each answers a problem with a stable code and the member's path, does
 * nothing, and never answers a 5xx.
 */
export const testBadInput = (group: Group): void => {
  const {
    writes,
    withBody,
    withoutBody,
    lists,
    withTexts,
    withDates,
    withIds,
    withNumbers,
    withLimit,
    withCursor,
    withRange,
  } = tablesOf(operationsOf(group))

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

  const sendBody = (
    operation: Operation,
    call: Call,
    body: ApiRequest['body'],
    headers: Record<string, string> = {},
  ) => {
    const { json: _, ...request } = requestOf(operation, call)
    return world.client.send({ ...request, ...(body !== undefined && { body }), headers })
  }

  /** An example's body parses and its ids are nobody's: what is refused here, no record was read for. */
  describe.each(named(withBody))('$id refuses', ({ operation }) => {
    const sendRaw = sendBody.bind(undefined, operation)
    const valid = () => {
      const call = exampleCall(operation)
      return { call, body: call.body as Json, text: JSON.stringify(call.body) }
    }

    test('members that it does not know', async () => {
      const { call, body } = valid()
      const answer = await sendRaw(call, JSON.stringify({ ...body, surprise: { deep: 1 } }))
      const problem = expectProblem(answer, 'validation_failed', 'surprise')
      expect(problem.errors).toContainEqual({
        path: 'surprise',
        code: 'unknown_member',
        message: expect.stringMatching(/^is not a member of this request/) as string,
      })
      expect(await eventsOf(api, answer)).toEqual([])
      expect(await auditRowsOf(api, answer)).toHaveLength(1)
    })

    test('duplicate members, by name', async () => {
      const { call, body, text } = valid()
      const [name] = Object.keys(body) as [string]
      const twice = `{${JSON.stringify(name)}:${JSON.stringify(body[name])},${text.slice(1)}`
      const problem = expectProblem(await sendRaw(call, twice), 'validation_failed', name)
      expect(problem.errors).toMatchObject([{ code: 'duplicate' }])
    })

    test('the same member spelt by escapes', async () => {
      const { call, body, text } = valid()
      const [name] = Object.keys(body) as [string]
      const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`
      const twice = `{"${escaped}":${JSON.stringify(body[name])},${text.slice(1)}`
      expectProblem(await sendRaw(call, twice), 'validation_failed', name)
    })

    test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s', async (name) => {
      const { call, text } = valid()
      const polluted = `{"${name}":{"polluted":true},${text.slice(1)}`
      expectProblem(await sendRaw(call, polluted), 'validation_failed', name)
      expect(({} as Json)['polluted']).toBeUndefined()
    })

    test('bodies that are too deep or too large', async () => {
      const { call, text } = valid()
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
      const { call, text } = valid()
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/jsonp',
        '',
      ])
        expectProblem(await sendRaw(call, text, { 'content-type': type }), 'unsupported_media_type')
    })

    test('what is not JSON, not UTF-8, or not an object', async () => {
      const { call, text } = valid()
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
    })

    test('values of another type, with the path', async () => {
      const { call, body } = valid()
      for (const name of Object.keys(body)) {
        const value = typeof body[name] === 'number' ? 'text' : 12.5
        const answer = await sendRaw(call, JSON.stringify({ ...body, [name]: value }))
        const problem = expectProblem(answer, 'validation_failed')
        expect(problem.errors[0]!.path.split('.')[0]).toBe(name)
      }
    })
  })

  describe.runIf(withTexts.length > 0)('texts', () => {
    test.each(withTexts)('of $id: NUL, with its path', async ({ operation }) => {
      for (const [name, value] of membersOf(operation, isText))
        await expectRefused(operation, name, `${value}\u0000`)
    })

    test.each(withTexts)(
      'of $id: lone surrogates and control characters without falling over',
      async ({ operation }) => {
        for (const [name] of membersOf(operation, isText))
          await expectAnswered(operation, name, '\ud800 \u0007 \u202e')
      },
    )
  })

  describe.runIf(withDates.length > 0)('dates', () => {
    test.each(withDates)(
      'of $id that do not exist, or that have no offset',
      async ({ operation }) => {
        for (const [name, value] of membersOf(operation, isDate))
          for (const date of value.includes('T') ? NO_INSTANTS : NO_DATES)
            await expectRefused(operation, name, date)
      },
    )

    test.each(withDates)('of $id at the ends of time', async ({ operation }) => {
      for (const [name, value] of membersOf(operation, isDate))
        for (const date of value.includes('T') ? LAST_INSTANTS : LAST_DATES)
          await expectAnswered(operation, name, date)
    })
  })

  describe.runIf(withIds.length > 0)('ids', () => {
    test.each(withIds)('of $id of another kind, with the path', async ({ operation }) => {
      for (const [name, value] of membersOf(operation, isId))
        await expectRefused(operation, name, `zzz${value.slice(3)}`)
    })
  })

  describe.runIf(withNumbers.length > 0)('numbers', () => {
    test.each(withNumbers)('of $id out of range', async ({ operation }) => {
      const call = exampleCall(operation)
      for (const [name] of membersOf(operation, isNumber))
        for (const number of [
          '-1',
          '1e309',
          '99999999999999999999',
          '2147483648',
          ...(FRACTIONS.has(name) ? ['1.555'] : ['1.5']),
        ]) {
          const text = JSON.stringify({ ...(call.body as Json), [name]: '@' })
          const answer = await sendBody(operation, call, text.replace('"@"', number))
          expectProblem(answer, ['validation_failed', 'malformed_json'], name)
        }
    })
  })

  /** Nothing else is wrong with the body. */
  const expectRefused = async (operation: Operation, name: string, value: unknown) => {
    const call = exampleCall(operation)
    const body = JSON.stringify({ ...(call.body as Json), [name]: value })
    expectProblem(await sendBody(operation, call, body), 'validation_failed', name)
  }

  /** In a call that is valid otherwise: carried out, or refused with a code that is declared. */
  const expectAnswered = async (operation: Operation, name: string, value: unknown) => {
    const call = await validCall(operation, world)
    const body = JSON.stringify({ ...(call.body as Json), [name]: value })
    const answer = await sendBody(operation, call, body)
    if (answer.status !== operation.status) expectDeclaredProblem(answer, operation)
    expect(answer.status).toBeLessThan(500)
  }

  describe.each(named(writes))('$id refuses', ({ operation }) => {
    test('an Idempotency-Key that is none', async () => {
      const call = exampleCall(operation)
      for (const key of ['', 'x'.repeat(256), 'two words', 'ümlaut', '""']) {
        const answer = await world.client.send({
          ...requestOf(operation, call),
          headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
        })
        expectProblem(answer, 'validation_failed', 'Idempotency-Key')
      }
    })
  })

  describe('no body', () => {
    const [optional, required] = [true, undefined].map((it) =>
      named(withBody.filter(({ bodyOptional }) => bodyOptional === it)),
    )

    test.each(required!)('is refused by $id', async ({ operation }) => {
      const answer = await sendBody(operation, exampleCall(operation), undefined)
      const problem = expectProblem(answer, 'validation_failed', '')
      expect(problem.errors).toMatchObject([{ code: 'required' }])
    })

    test.each(optional!)('is taken by $id', async ({ operation }) => {
      const { json: _, ...request } = requestOf(operation, await validCall(operation, world))
      const answer = await (await callerOf(operation, world)).send(request)
      expect(answer.status, answer.text).toBe(operation.status)
    })
  })

  describe.each(named(withoutBody))('$id refuses', ({ operation }) => {
    test('a body, for it takes none', async () => {
      const call = exampleCall(operation)
      for (const body of ['{"surprise":1}', '[1]', '1', '"text"', 'null'])
        expectProblem(await sendBody(operation, call, body), 'validation_failed')
      expectProblem(await sendBody(operation, call, 'text'), 'malformed_json')
    })
  })

  const listsOf = (operation: Operation) => {
    const validOf = once(() => validCall(operation, world))
    return async (query: Record<string, string> | string) => {
      const call = await validOf()
      const named = typeof query === 'string' ? {} : query
      const request = requestOf(operation, { ...call, query: {} })
      const search = new URLSearchParams({ ...call.query, ...named }).toString()
      const more = typeof query === 'string' ? `&${query}` : ''
      return world.client.send({ ...request, path: `${request.path}?${search}${more}` })
    }
  }

  describe.each(named(lists))('$id refuses', ({ operation }) => {
    const send = listsOf(operation)
    const parameters = parametersOf(operation)

    test('every parameter with a value that is none of its', async () => {
      for (const name of parameters) {
        const answer = await send({ [name]: '\u{1f4a3}'.repeat(300) })
        expect(answer.status).not.toBe(500)
        if (answer.status < 300) continue
        expectDeclaredProblem(answer, operation)
        expectProblem(answer, ['validation_failed', 'invalid_cursor'], name)
      }
    })

    test('no parameter as absent that was sent', async () => {
      for (const name of parameters) {
        const { status, body } = await send({ [name]: 'nope' })
        if (status !== 400) continue
        const { errors } = body as { errors: { path: string; code: string; message: string }[] }
        const said = errors.filter(({ path }) => path === name || path.startsWith(`${name}.`))
        expect(said.map(({ code }) => code)).not.toContain('required')
        expect(said.map(({ message }) => message)).not.toContain('is required')
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
  })

  describe.runIf(withLimit.length > 0)('limits', () => {
    test.each(withLimit)('of $id out of range', async ({ operation }) => {
      const send = listsOf(operation)
      for (const limit of ['0', '-1', '101', '1.5', 'NaN', '', '1e9', 'ten'])
        expectProblem(await send({ limit }), 'validation_failed', 'limit')
    })
  })

  describe.runIf(withCursor.length > 0)('cursors', () => {
    test.each(withCursor)('of $id that nobody was given', async ({ operation }) => {
      const send = listsOf(operation)
      for (const cursor of ['x', 'AAAA', 'A'.repeat(64), '%%%', 'x'.repeat(1024)])
        expectProblem(await send({ cursor }), 'invalid_cursor', 'cursor')
      expectProblem(await send({ cursor: 'x'.repeat(1025) }), 'validation_failed', 'cursor')
      expectProblem(await send({ sort: 'id; DROP TABLE children' }), 'validation_failed', 'sort')
    })
  })

  describe.runIf(withRange.length > 0)('ranges', () => {
    test.each(withRange)(
      'of $id without sense, and those at the ends of time, without falling over',
      async ({ operation }) => {
        const send = listsOf(operation)
        for (const name of parametersOf(operation).filter(isRange)) {
          expectProblem(await send({ [name]: '2026-12-01T10:00:00' }), 'validation_failed', name)
          expectProblem(await send({ [name]: '2026-02-30T10:00:00Z' }), 'validation_failed', name)
          for (const end of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59']) {
            const answer = await send({ [name]: end })
            if (answer.status !== operation.status) expectDeclaredProblem(answer, operation)
            expect(answer.status, answer.text).toBeLessThan(500)
          }
        }
      },
    )
  })
}

const MEBIBYTE = 1024 * 1024

const NO_INSTANTS = [
  '2026-02-30T10:00:00+01:00',
  '2026-12-01T25:00:00+01:00',
  '2026-12-01T10:00:00',
  '2026-12-01T10:00:00+25:00',
  '2026-12-01',
  '1796115660',
  'tomorrow',
]
const NO_DATES = ['2026-02-30', '2026-13-01', '20261201', '2026-12-01T10:00:00Z', '']
const LAST_INSTANTS = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-23:59',
]
const LAST_DATES = ['0000-01-01', '0001-01-01', '9999-12-31']

/** Numbers that may have decimals. */
const FRACTIONS = new Set(['percent'])
