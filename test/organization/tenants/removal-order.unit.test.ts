import { expect, test } from 'vitest'
import { removalOrder, type Reference } from '#organization/tenants/removal-order.ts'

const references = (...pairs: [from: string, to: string][]): Reference[] =>
  pairs.map(([from, to]) => ({ from, to }))

test('what refers to others is removed before these', () => {
  const order = removalOrder(
    ['children', 'notes', 'providers', 'sessions'],
    references(['notes', 'sessions'], ['sessions', 'children'], ['children', 'providers']),
  )
  expect(order).toEqual([['notes'], ['sessions'], ['children'], ['providers']])
})

test('…a table that refers to itself by itself, and those in a circle together', () => {
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
