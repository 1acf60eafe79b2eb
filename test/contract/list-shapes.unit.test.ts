import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { changelogPage } from '../../api/documents/changelog.ts'
import { operations } from '../../api/resources/index.ts'
import type { Operation } from '../../api/http/operation.ts'

/** Every list has the same shape, even a short one, so programs read all lists with one loop. */

const shapeOf = ({ response }: Operation): Readonly<Record<string, z.core.$ZodType>> =>
  response instanceof z.ZodObject ? response.shape : {}

const current = operations.filter(({ sunset }) => !sunset)
const answersData = current.filter((operation) => shapeOf(operation)['data'] instanceof z.ZodArray)
const isCalledList = ({ id, method }: Operation) =>
  method === 'get' && /^(?:list|search)[A-Z]/.test(id)

test('operations named list return lists', () => {
  const others = current.filter((it) => isCalledList(it) && !answersData.includes(it))
  expect(others.map(({ id }) => id)).toEqual([])
})

describe('lists', () => {
  test('are numerous', () => {
    expect(answersData.length).toBeGreaterThan(100)
  })

  test.each(answersData)('$id says whether another page exists and how to get it', (operation) => {
    const { nextCursor, hasMore } = shapeOf(operation) as Record<string, z.ZodType>
    expect([nextCursor?.safeParse(null).success, hasMore?.safeParse(false).success]).toEqual([
      true,
      true,
    ])
    expect(nextCursor?.safeParse(1).success).toBe(false)
  })

  test('with a single page say so, whatever their verb returns', () => {
    const short = answersData.filter(({ response }) => response.safeParse({ data: [] }).success)
    expect(short.length).toBeGreaterThan(10)
    for (const { response } of short)
      expect(response.parse({ data: [] })).toEqual({ data: [], nextCursor: null, hasMore: false })
  })

  test('of documents have the same shape', () => {
    expect(changelogPage()).toMatchObject({ nextCursor: null, hasMore: false })
  })
})
