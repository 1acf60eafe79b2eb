import { describe, expect, test } from 'vitest'

import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import {
  isDate,
  isId,
  isNumber,
  isRange,
  isText,
  LIMITED,
  membersOf,
  parametersOf,
  tablesOf,
} from './inputs.ts'
import { failing, refusalOf, refusesAt, refusesMember, refusesParameter } from './refusals.ts'
import { exampleCall, type Json } from './world.ts'

/**
 * What every operation must refuse, checked against its schemas without a server. Example bodies parse, so each
 * refusal has one cause. `pipeline.test.ts` shows the responses.
 */

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
  withRange,
} = tablesOf(operations)

/** Members of a kind that an operation accepts, among values it must refuse. */
const taken = async (
  operation: Operation,
  isOfKind: (value: unknown) => boolean,
  refused: (value: string, name: string) => readonly unknown[],
): Promise<string[]> => {
  const found: string[] = []
  for (const [name, value] of membersOf(operation, isOfKind))
    for (const bad of refused(value, name))
      if (!(await refusesMember(operation, name, bad))) found.push(`${name} = ${String(bad)}`)
  return found
}

/** An empty table would assert nothing. Fewer rows are a mistake, or require a lower number here. */
test.each([
  ['bodies', withBody, 200],
  ['writes without a body', withoutBody, 140],
  ['lists', lists, 230],
  ['texts', withTexts, 100],
  ['dates', withDates, 25],
  ['ids', withIds, 30],
  ['numbers', withNumbers, 12],
  ['limits', withLimit, 65],
  ['ranges', withRange, 15],
])('as many operations as expected have %s', (_, found, least) => {
  expect(found.length).toBeGreaterThanOrEqual(least)
})

test('every example call is accepted, so each refusal has one cause', async () => {
  const refused = await failing(operations, async (operation) => {
    const refusal = await refusalOf(operation, exampleCall(operation))
    // Required parameters have no example.
    return !refusal || refusal.issues.every(({ code }) => code === 'required')
  })
  expect(refused).toEqual([])
})

describe('every body refuses', () => {
  test('an unknown member', async () => {
    const found = await failing(withBody, async (operation) => {
      const { body, ...call } = exampleCall(operation)
      const more = { ...(body as Json), surprise: { deep: 1 } }
      const refusal = await refusalOf(operation, { ...call, body: more })
      const issue = refusal?.issues.find(({ path }) => path === 'surprise')
      return issue?.code === 'unknown_member' && issue.message.startsWith('is not a member of this')
    })
    expect(found).toEqual([])
  })

  test('a duplicate member, even if it is spelled with escapes', async () => {
    const found = await failing(withBody, async (operation) => {
      const call = exampleCall(operation)
      const [[name, value]] = Object.entries(call.body as Json) as [[string, unknown]]
      const rest = JSON.stringify(call.body).slice(1)
      const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`
      const twice = await refusalOf(operation, call, `{"${name}":${JSON.stringify(value)},${rest}`)
      const spelt = await refusalOf(
        operation,
        call,
        `{"${escaped}":${JSON.stringify(value)},${rest}`,
      )
      return [twice, spelt].every(
        (it) => refusesAt(it, name) && it?.issues[0]?.code === 'duplicate',
      )
    })
    expect(found).toEqual([])
  })

  test('a member of the prototype', async () => {
    const found = await failing(withBody, async (operation) => {
      const call = exampleCall(operation)
      const rest = JSON.stringify(call.body).slice(1)
      const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
      const refusals = names.map(async (name) =>
        refusesAt(await refusalOf(operation, call, `{"${name}":{"polluted":true},${rest}`), name),
      )
      return (await Promise.all(refusals)).every(Boolean)
    })
    expect(found).toEqual([])
    expect(({} as Json)['polluted']).toBeUndefined()
  })

  test('a value of another type, and reports its path', async () => {
    const found = await failing(withBody, (operation) =>
      taken(
        operation,
        () => true,
        (value: unknown) => [typeof value === 'number' ? 'text' : 12.5],
      ),
    )
    expect(found).toEqual([])
  })

  test('a text with NUL or half a surrogate pair, and reports its path', async () => {
    const found = await failing(withTexts, (operation) =>
      taken(operation, isText, (value) => [`${value}\u0000`, '\ud800 \u0007 \u202e']),
    )
    expect(found).toEqual([])
  })

  test('a date that does not exist or has no offset', async () => {
    const found = await failing(withDates, (operation) =>
      taken(operation, isDate, (value) => (value.includes('T') ? NO_INSTANTS : NO_DATES)),
    )
    expect(found).toEqual([])
  })

  test('an id of another kind, and reports its path', async () => {
    const found = await failing(withIds, (operation) =>
      taken(operation, isId, (value) => [`zzz${value.slice(3)}`]),
    )
    expect(found).toEqual([])
  })

  test('a number out of range', async () => {
    const found = await failing(withNumbers, async (operation) => {
      const call = exampleCall(operation)
      const wrong: string[] = []
      for (const [name] of membersOf(operation, isNumber))
        for (const number of [
          '-1',
          '1e309',
          '99999999999999999999',
          '2147483648',
          FRACTIONS.has(name) ? '1.555' : '1.5',
        ]) {
          const text = JSON.stringify({ ...(call.body as Json), [name]: '@' })
          const refusal = await refusalOf(operation, call, text.replace('"@"', number))
          if (!refusesAt(refusal, name) && refusal?.code !== 'malformed_json')
            wrong.push(`${name} = ${number}`)
        }
      return wrong
    })
    expect(found).toEqual([])
  })
})

test('a required body is reported as missing, and an optional one is not', async () => {
  const found = await failing(withBody, async (operation) => {
    const { body: _, ...call } = exampleCall(operation)
    const refusal = await refusalOf(operation, call)
    if (operation.bodyOptional) return refusal === undefined
    return refusesAt(refusal, '') && refusal?.issues[0]?.code === 'required'
  })
  expect(found).toEqual([])
})

test('an operation without a body refuses one', async () => {
  const found = await failing(withoutBody, async (operation) => {
    const call = exampleCall(operation)
    const bodies = ['{"surprise":1}', '[1]', '1', '"text"', 'null']
    const refusals = await Promise.all(bodies.map((body) => refusalOf(operation, call, body)))
    const text = await refusalOf(operation, call, 'text')
    return (
      refusals.every((refusal) => refusal?.code === 'validation_failed') &&
      text?.code === 'malformed_json'
    )
  })
  expect(found).toEqual([])
})

test('every operation refuses an unknown parameter', async () => {
  const found = await failing(operations, async (operation) => {
    const query = { surprise: '1' }
    const refusal = await refusalOf(operation, { ...exampleCall(operation), query })
    return (
      refusesAt(refusal, 'surprise') &&
      refusal!.issues.some(({ path, code }) => path === 'surprise' && code === 'unknown_parameter')
    )
  })
  expect(found).toEqual([])
})

test('every operation refuses an id of another kind in its path', async () => {
  const found = await failing(
    operations.filter(({ params }) => params),
    async (operation) => {
      const call = exampleCall(operation)
      const { id } = call.params as { id: string }
      const wrong = [`zzz_${id.slice(4)}`, 'x', '\u0000', '../../etc', "'--", id.toUpperCase()]
      const refusals = wrong.map(async (each) =>
        refusesAt(
          await refusalOf(operation, { ...call, params: { ...call.params, id: each } }),
          'id',
        ),
      )
      return (await Promise.all(refusals)).every(Boolean)
    },
  )
  expect(found).toEqual([])
})

describe('every list refuses', () => {
  test('an empty parameter', async () => {
    const found = await failing(lists, async (operation) => {
      const wrong: string[] = []
      for (const name of parametersOf(operation)) {
        const refusal = await refusalOf(operation, {
          ...exampleCall(operation),
          query: { [name]: 'nope' },
        })
        const of = (refusal?.issues ?? []).filter(
          ({ path }) => path === name || path.startsWith(`${name}.`),
        )
        if (of.some(({ code, message }) => code === 'required' || message === 'is required'))
          wrong.push(name)
      }
      return wrong
    })
    expect(found).toEqual([])
  })

  test('a repeated parameter, NUL, and names of the prototype', async () => {
    const found = await failing(lists, async (operation) => {
      const [name = ''] = parametersOf(operation)
      const { query: _, ...call } = exampleCall(operation)
      const asked = { ...operation, path: `${operation.path}?${name}=1&${name}=2` }
      const names = ['__proto__', 'constructor'].map((each) =>
        refusesParameter(operation, each, '1'),
      )
      const all = [
        refusesAt(await refusalOf(asked, call), name),
        await refusesParameter(operation, name, '\u0000'),
        ...(await Promise.all(names)),
      ]
      return all.every(Boolean)
    })
    expect(found).toEqual([])
  })

  test('a limit out of range', async () => {
    const found = await failing(withLimit, async (operation) => {
      const wrong: string[] = []
      for (const limit of LIMITED)
        if (!(await refusesParameter(operation, 'limit', limit))) wrong.push(limit)
      return wrong
    })
    expect(found).toEqual([])
  })

  test('a cursor that is too long, or an unknown order', async () => {
    const found = await failing(lists, async (operation) => {
      const parameters = parametersOf(operation)
      return [
        ...(parameters.includes('cursor') &&
        !(await refusesParameter(operation, 'cursor', 'x'.repeat(1025)))
          ? ['cursor']
          : []),
        ...(parameters.includes('sort') &&
        !(await refusesParameter(operation, 'sort', 'id; DROP TABLE children'))
          ? ['sort']
          : []),
      ]
    })
    expect(found).toEqual([])
  })

  test('a range without an offset, or with a day that does not exist', async () => {
    const found = await failing(withRange, async (operation) => {
      const wrong: string[] = []
      for (const name of parametersOf(operation).filter(isRange))
        for (const end of ['2026-12-01T10:00:00', '2026-02-30T10:00:00Z'])
          if (!(await refusesParameter(operation, name, end))) wrong.push(`${name} = ${end}`)
      return wrong
    })
    expect(found).toEqual([])
  })
})

test('each of these cases applies to some write', () => {
  expect(writes.length).toBeGreaterThan(350)
})

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

/** Numbers that may have decimals. */
const FRACTIONS = new Set(['percent'])
