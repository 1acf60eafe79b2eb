import { expect, test } from 'vitest'
import { removalOrder, type Reference } from '#organization/tenants/removal-order.ts'

const references = (...pairs: [from: string, to: string][]): Reference[] =>
  pairs.map(([from, to]) => ({ from, to }))

test('referencing tables are removed before referenced ones', () => {
  const order = removalOrder(
    ['children', 'notes', 'providers', 'sessions'],
    references(['notes', 'sessions'], ['sessions', 'children'], ['children', 'providers']),
  )
  expect(order).toEqual([['notes'], ['sessions'], ['children'], ['providers']])
})

test('self-referencing tables are removed by themselves, and tables in a cycle together', () => {
  const order = removalOrder(
    ['answers', 'children', 'templates', 'versions'],
    references(
      ['children', 'children'],
      ['answers', 'versions'],
      ['versions', 'templates'],
      ['templates', 'versions'],
      ['answers', 'tenants'],
    ),
  )
  expect(order).toEqual([['answers'], ['templates', 'versions'], ['children']])
})
