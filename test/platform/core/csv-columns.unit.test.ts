import { expect, test } from 'vitest'
import { z } from 'zod'
import { csvColumns, csvValue, nameOfColumn } from '#platform/core/lists/csv-columns.ts'

const Money = z.strictObject({ amount: z.int(), currency: z.string() })
const Item = z.strictObject({
  id: z.string(),
  price: Money.nullable(),
  days: z.array(z.string()),
  parts: z.array(Money),
  extra: z.record(z.string(), z.unknown()),
  rule: z.union([
    z.strictObject({ kind: z.literal('A'), days: z.int() }),
    z.strictObject({ kind: z.literal('B'), name: z.string() }),
  ]),
  within: z.strictObject({
    get inner() {
      return z.array(Item).exactOptional()
    },
  }),
})

test('nested members are columns, with each form of a value', () => {
  expect(csvColumns(Item).map(nameOfColumn)).toEqual([
    'id',
    'price.amount',
    'price.currency',
    'days',
    'parts',
    'extra',
    'rule.kind',
    'rule.days',
    'rule.name',
    'within.inner',
  ])
})

test('a schema that contains itself is one column', () => {
  const Node = z.strictObject({
    name: z.string(),
    get next() {
      return Node.nullable()
    },
  })
  expect(csvColumns(Node).map(nameOfColumn)).toEqual(['name', 'next'])
})

const item = {
  id: 'a',
  price: { amount: -8500, currency: 'EUR' },
  days: ['MONDAY', 'TUESDAY'],
  parts: [{ amount: 1, currency: 'EUR' }],
  extra: { school: 'North' },
  isOpen: false,
  none: null,
}

test.each([
  ['price.amount', -8500],
  ['days', 'MONDAY; TUESDAY'],
  ['parts', '[{"amount":1,"currency":"EUR"}]'],
  ['extra', '{"school":"North"}'],
  ['isOpen', 'false'],
  ['none', null],
  ['none.deeper', null],
  ['absent', null],
])('the value of the column %s is %s', (column, value) => {
  expect(csvValue(item, column.split('.'))).toEqual(value)
})
