import { describe, expect, test } from 'vitest'
import { readExpression, type Scope } from '#agents/definitions/expressions/read-expression.ts'
import { readTemplate } from '#agents/definitions/expressions/read-template.ts'
import { processorTime } from '../../support/processor-time.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ id: `chd_${number}`, number, name: null }))

const scope = (more: Partial<Scope> = {}): Scope => ({
  input: { least: 1, ratio: 0.5 },
  event: null,
  arrived: null,
  steps: { due: { failed: false, rows: rows(3), truncated: false } },
  run: { id: 'run_1', agentId: 'agt_1', agentVersion: 2 },
  item: null,
  index: 0,
  today: '2026-11-24',
  now: new Date('2026-11-24T08:00:00.000Z'),
  ...more,
})

/** 125 million rows: 250 thousand names of a list of 500. */
const NESTED = 'steps.due.rows.map(a, steps.due.rows.map(b, steps.due.rows))'

const valueOf = (text: string, more: Partial<Scope> = {}) =>
  readExpression(text).evaluate(scope(more))

describe('an expression', () => {
  test.each([
    ['size(steps.due.rows)', 3],
    ['size(steps.due.rows) > input.least', true],
    ['steps.due.rows.filter(row, row.number > 0).map(row, row.id)', ['chd_1', 'chd_2']],
    ['steps.due.rows[0].number + 1', 1],
    ['input.ratio * 4.0', 2],
    ['steps.due.rows[0].name == null', true],
    ['has(steps.due.rows) && !has(steps.due.nothing)', true],
    ['now + duration("72h")', '2026-11-27T08:00:00.000Z'],
    ['timestamp("2026-12-01T00:00:00Z") > now', true],
    ['{"on": today, "of": run.agentVersion}', { on: '2026-11-24', of: 2 }],
    ['["b", "a"].join(", ")', 'b, a'],
  ])('%s', (text, value) => {
    expect(valueOf(text)).toEqual(value)
  })

  test('knows whether it belongs to an item', () => {
    expect(readExpression('steps.due.rows.exists(row, row == null)').ofItem).toBe(false)
    expect(readExpression('string(index) + item.id').ofItem).toBe(true)
  })

  test.each([
    ['size(', /Unexpected|Expected/],
    ['process.env', /Unknown variable: process/],
    ['constructor', /Unknown variable/],
    [
      '"a".matches("(a+)+$")',
      /calls matches, which is not available here\. The available functions are .*size/,
    ],
    ['"a".hex()', /calls hex|found no matching/],
    ['steps.a.map(x, steps.a.map(y, 1)', /Expected/],
  ])('%s is refused at parse time', (text, message) => {
    expect(() => readExpression(text)).toThrow(message)
  })

  test.each([
    ['steps.nothing.rows', /No such key: nothing/],
    ['steps.due.rows[3]', /./],
    ['1 / 0', /division by zero/],
    ['"a" + 1', /no such overload/],
    ['duration("1h")', /not a JSON value/],
    ['steps.due.constructor', /No such key|no such/i],
    ['steps.due.rows.__proto__', /./],
    ['item.id', /./],
  ])('%s has no value and explains why', (text, message) => {
    expect(() => valueOf(text)).toThrow(message)
  })

  test('has no value if the result is too large', () => {
    const many = { steps: { due: { rows: rows(500) } } }
    const used = processorTime()
    expect(() => valueOf(NESTED, many)).toThrow(/evaluates to too much data/)
    expect(used()).toBeLessThan(10_000)
  })

  test('may be nested twice, but not three times', () => {
    const many = { steps: { due: { rows: rows(500) } } }
    expect(valueOf('steps.due.rows.filter(a, a.number % 2 == 0).size()', many)).toBe(250)
    const bombs = [
      'steps.due.rows.map(a, steps.due.rows.map(b, steps.due.rows.map(c, 1)))',
      'steps.due.rows.all(a, steps.due.rows.all(b, steps.due.rows.all(c, true)))',
      `[${'steps.due.rows + '.repeat(20)}steps.due.rows].map(a, a.map(b, a.map(c, c)))`,
      'steps.due.rows.map(a, a.id).join("").split("").map(a, steps.due.rows.map(b, b.id).join(a)).join("")',
      // Lists that refer to the same list repeatedly, compared to their last members.
      `${NESTED} == ${NESTED}`,
      `[${NESTED}].map(a, a in [${NESTED}])`,
      // A text that doubles twenty times.
      `["${'x'.repeat(90)}"]${'.map(a,a+a)'.repeat(20)}.map(a,size(a))`,
    ]
    for (const bomb of bombs) {
      const used = processorTime()
      expect(() => valueOf(bomb, many)).toThrow(/is too costly/)
      expect(used()).toBeLessThan(5_000)
    }
  })

  test('may be as expensive as the limit', () => {
    const many = { steps: { due: { rows: rows(500) } } }
    const used = processorTime()
    expect(
      valueOf('steps.due.rows.all(a, steps.due.rows.all(b, a.number * b.number >= 0))', many),
    ).toBe(true)
    expect(used()).toBeLessThan(5_000)
  })
})

describe('a text template', () => {
  test('inserts its values and is cut off at its maximum length', () => {
    const { render, expressions } = readTemplate(
      '{{ size(steps.due.rows) }} due, {{today}}: {{ null }}.',
    )
    expect(expressions).toHaveLength(3)
    expect(render(scope(), 100)).toBe('3 due, 2026-11-24: .')
    expect(render(scope(), 5)).toBe('3 due')
  })

  test('accepts one value per placeholder', () => {
    const { render } = readTemplate('{{ steps.due.rows }}')
    expect(() => render(scope(), 100)).toThrow(/evaluates to a list or an object/)
    expect(() => readTemplate('{{ }}')).toThrow()
  })

  test('treats external text as a value, never as an expression', () => {
    const { render } = readTemplate('{{ item }}')
    expect(render(scope({ item: '{{ run.id }}' }), 100)).toBe('{{ run.id }}')
  })
})
