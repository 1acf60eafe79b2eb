import { expect, test } from 'vitest'
import { closenessOf } from '#knowledge/curated-answers/rules.ts'

const FEE = { text: 'What is the fee of a late cancellation?', words: ['fee', 'late', 'cancel'] }

test.each<[string, { text: string; words: string[] }, number | null, number]>([
  ['the same words', FEE, null, 1],
  ['three of five words', { text: '', words: ['fee', 'late', 'cancel', 'a', 'b'] }, null, 0],
  ['half of the words, the same meaning', { text: '', words: ['fee', 'cancel', 'x'] }, 0.98, 0.98],
  ['half of the words, another meaning', { text: '', words: ['fee', 'cancel', 'x'] }, 0.95, 0],
  ['half of the words, no meaning', { text: '', words: ['fee', 'cancel', 'x'] }, null, 0],
  ['other words, the same meaning', { text: '', words: ['x', 'y', 'fee'] }, 1, 0],
  ['a negation', { ...FEE, text: 'What is not the fee of a late cancellation?' }, 1, 0],
  ['a number', { ...FEE, text: 'What is the fee of 2 late cancellations?' }, 1, 0],
  ['a day', { ...FEE, text: 'What is the fee of a late cancellation on Monday?' }, 1, 0],
  ['no words', { text: '', words: [] }, 1, 0],
])('%s', (_, asked, likeness, closeness) => {
  expect(closenessOf(asked, FEE, likeness)).toBe(closeness)
})

test('the threshold is four of five words', () => {
  const five = { text: '', words: ['a', 'b', 'c', 'd', 'e'] }
  expect(closenessOf({ text: '', words: ['a', 'b', 'c', 'd'] }, five, null)).toBe(0.8)
  expect(closenessOf({ text: '', words: ['a', 'b', 'c'] }, five, null)).toBe(0)
})
