import { expect, test } from 'vitest'
import { listsAsArrays } from '#platform/core/sql/lists-as-arrays.ts'

test('a list of any length becomes one array, and later parameters are renumbered', () => {
  const text = 'SELECT "t"."id" FROM "t" WHERE ("t"."a" = $1 AND "t"."id" IN ($2,$3,$4)) LIMIT $5'
  expect(listsAsArrays(text, ['ten_1', 'x', 'y', 'z', 10])).toEqual({
    text: 'SELECT "t"."id" FROM "t" WHERE ("t"."a" = $1 AND "t"."id" = ANY ($2)) LIMIT $3',
    values: ['ten_1', ['x', 'y', 'z'], 10],
  })
})

test('NOT IN becomes <> ALL', () => {
  expect(listsAsArrays('SELECT 1 FROM t WHERE a NOT IN ($1,$2) AND b IN ($3)', [1, 2, 3])).toEqual({
    text: 'SELECT 1 FROM t WHERE a <> ALL ($1) AND b = ANY ($2)',
    values: [[1, 2], [3]],
  })
})

test('a statement without a list is unchanged', () => {
  const text = 'UPDATE t SET a = $2 WHERE id = $1 AND s IN (CAST($3 AS e),CAST($4 AS e))'
  expect(listsAsArrays(text, [1, 2, 3, 4])).toEqual({ text, values: [1, 2, 3, 4] })
})
