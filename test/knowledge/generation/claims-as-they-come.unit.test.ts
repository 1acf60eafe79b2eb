import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimsAsTheyCome } from '#knowledge/generation/claims-as-they-come.ts'

const claimsOf = (pieces: readonly string[]): string[] => {
  const claims: string[] = []
  const take = claimsAsTheyCome((claim) => claims.push(claim))
  for (const piece of pieces) take(piece)
  return claims
}

test('each claim is emitted whole, however its JSON is split and whatever it contains', () => {
  const claim = fc.record({
    text: fc.string(),
    citations: fc.array(fc.record({ passage: fc.string(), quote: fc.string() }), { maxLength: 2 }),
  })
  fc.assert(
    fc.property(
      fc.array(claim, { maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      (claims, size) => {
        const json = `\`\`\`json\n${JSON.stringify({ claims })}\n\`\`\``
        const characters = Array.from(json)
        const pieces = characters.flatMap((_, at) =>
          at % size === 0 ? [characters.slice(at, at + size).join('')] : [],
        )
        expect(claimsOf(pieces).map((it) => JSON.parse(it) as unknown)).toEqual(
          JSON.parse(JSON.stringify(claims)),
        )
      },
    ),
  )
})

test('incomplete claims are not emitted', () => {
  expect(claimsOf(['{"claims": [{"text": "half', ' of a claim"'])).toEqual([])
  expect(claimsOf(['no JSON at all'])).toEqual([])
})
