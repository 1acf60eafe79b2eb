import { expect, test } from 'vitest'
import { documentsOf, rankOf, totalsOf } from '#knowledge/evaluation-runs/rules.ts'

const answered = (rank: number | null, notFound = false) => ({ expected: ['a'], rank, notFound })
const unanswerable = (notFound: boolean) => ({ expected: [], rank: null, notFound })

test('hits are counted in the first one, three and ten results, and a miss counts zero', () => {
  expect(totalsOf([answered(1), answered(2), answered(4), answered(null, true)])).toEqual({
    answerable: 4,
    hitRateAt1: 0.25,
    hitRateAt3: 0.5,
    hitRateAt10: 0.75,
    meanReciprocalRank: 0.4375,
    notFoundAccuracy: 0.75,
  })
})

test('unanswerable questions count only for notFound', () => {
  expect(totalsOf([answered(3), unanswerable(true), unanswerable(false)])).toEqual({
    answerable: 1,
    hitRateAt1: 0,
    hitRateAt3: 1,
    hitRateAt10: 1,
    meanReciprocalRank: 0.3333,
    notFoundAccuracy: 0.6667,
  })
})

test('rates are null without questions', () => {
  expect(totalsOf([unanswerable(true)])).toMatchObject({
    answerable: 0,
    hitRateAt1: null,
    meanReciprocalRank: null,
    notFoundAccuracy: 1,
  })
})

test('a document counts at its best rank, up to ten', () => {
  const passages = Array.from('aabacdefghijklm').map((documentId) => ({ documentId }))
  const found = documentsOf(passages)
  expect(found.join('')).toBe('abcdefghij')
  expect([rankOf(['c', 'b'], found), rankOf(['m'], found), rankOf([], found)]).toEqual([
    2,
    null,
    null,
  ])
})
