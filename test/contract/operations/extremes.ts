import { describe, expect, test } from 'vitest'

import { errorCodesOf } from '../../../api/documents/openapi.ts'
import type { Operation } from '../../../api/http/operation.ts'
import { PROBLEMS } from '../../../api/http/problem.ts'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import type { ApiAnswer } from '../../support/api.ts'
import { once } from '../../support/once.ts'
import { callerOf } from '../callers.ts'
import { isDate, isRange, membersOf, parametersOf, tablesOf } from '../inputs.ts'
import { failing, refusalOf } from '../refusals.ts'
import { validCall } from '../scenarios.ts'
import { exampleCall, requestOf, type Json, type World } from '../world.ts'

/** Inputs that schemas accept and operations must handle: the response is documented and never a 5xx. */
export const testExtremes = (operations: readonly Operation[], scene: () => World): void => {
  const { withBody, lists, withDates } = tablesOf(operations)

  describe('the extremes of a schema', () => {
    test('are handled at the ends of time', async () => {
      const found = await failing(withDates, async (operation) => {
        const wrong: string[] = []
        for (const [name, value] of membersOf(operation, isDate))
          for (const date of value.includes('T') ? LAST_INSTANTS : LAST_DATES) {
            const example = exampleCall(operation)
            const asked = { ...example, body: { ...(example.body as Json), [name]: date } }
            // Inputs refused by a schema need no record.
            if (await refusalOf(operation, asked)) continue
            const call = await validCall(operation, scene())
            const body = { ...(call.body as Json), [name]: date }
            const answer = await scene().client.send(requestOf(operation, { ...call, body }))
            if (!isDeclared(operation, answer)) wrong.push(`${name} = ${date}: ${answer.text}`)
          }
        return wrong
      })
      expect(found).toEqual([])
    })

    test('are handled for any parameter and for invented cursors', async () => {
      const found = await failing(lists, async (operation) => {
        const wrong: string[] = []
        const callOf = once(() => validCall(operation, scene()))
        const ask = async (name: string, value: string) => {
          const call = await callOf()
          const query = { ...call.query, [name]: value }
          return scene().client.send<{ code?: string }>(requestOf(operation, { ...call, query }))
        }
        for (const name of parametersOf(operation))
          for (const value of [BOMBS, ...(isRange(name) ? LAST_RANGES : [])]) {
            const asked = { ...exampleCall(operation), query: { [name]: value } }
            const refusal = await refusalOf(operation, asked)
            if (refusal?.issues.some(({ path }) => path === name)) continue
            const answer = await ask(name, value)
            if (!isDeclared(operation, answer)) wrong.push(`${name} = ${value}: ${answer.text}`)
          }
        if (parametersOf(operation).includes('cursor'))
          for (const cursor of ['x', 'AAAA', 'A'.repeat(64), '%%%', 'x'.repeat(1024)]) {
            const { status, body, text } = await ask('cursor', cursor)
            if (status !== 400 || body.code !== 'invalid_cursor') wrong.push(`${cursor}: ${text}`)
          }
        return wrong
      })
      expect(found).toEqual([])
    })

    test('are handled without an optional body', async () => {
      const optional = withBody.filter(
        ({ id, bodyOptional }) => bodyOptional && !NEEDS_EVIDENCE.has(id),
      )
      const found = await failing(optional, async (operation) => {
        const { json: _, ...request } = requestOf(operation, await validCall(operation, scene()))
        const { status } = await (await callerOf(operation, scene())).send(request)
        return status === operation.status
      })
      expect(found).toEqual([])
    })
  })
}

/** Of what has no document or check, a note is the evidence. */
const NEEDS_EVIDENCE = new Set(['acceptOnboardingItem'])

/** Succeeded, or refused with a declared code that is not a server error. */
const isDeclared = (operation: Operation, { status, body }: ApiAnswer): boolean => {
  if (status === operation.status) return true
  const { code } = body as { code: ErrorCode }
  return status < 500 && errorCodesOf(operation).includes(code) && PROBLEMS[code].status === status
}

const BOMBS = '\u{1f4a3}'.repeat(300)

const LAST_INSTANTS = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-23:59',
]
const LAST_DATES = ['0000-01-01', '0001-01-01', '9999-12-31']
const LAST_RANGES = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59']
