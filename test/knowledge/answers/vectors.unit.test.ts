import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalized } from '#knowledge/answers/rules.ts'
import { drawnTo, likeness, packed, signatureOf, unpacked } from '#knowledge/answers/vectors.ts'

const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 })

test('quantizing a vector to bytes keeps its direction', () => {
  fc.assert(
    fc.property(vector, (it) => {
      // Embeddings have length 1: squares of tiny values vanish.
      fc.pre(Math.hypot(...it) > 0.01)
      expect(likeness(unpacked(packed(it)), it)).toBeGreaterThan(0.99)
    }),
  )
})

test('a signature has one bit per component', () => {
  expect(signatureOf([0.2, -0.1, 0, 1])).toBe('1001')
})

test('feedback moves a question towards its best answers', () => {
  const drawn = drawnTo([1, 0], [{ vector: [0, 1], score: 1 }])
  expect(likeness(drawn, [0, 1])).toBeGreaterThan(likeness([1, 0], [0, 1]))
  expect(drawnTo([1, 0], [])).toEqual([1, 0])
})

test.each([
  [
    [2, 4, 3],
    [0, 1, 0.5],
  ],
  [[7], [1]],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
])('scores %j are normalized to %j', (scores, expected) => {
  expect(normalized(scores)).toEqual(expected)
})
