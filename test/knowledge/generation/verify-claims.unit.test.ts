import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claimsAsTheyCome } from '#knowledge/generation/claims-as-they-come.ts'
import { comparable } from '#knowledge/generation/comparable.ts'
import { exactIn } from '#knowledge/text/exact-in.ts'
import { claimsIn } from '#knowledge/generation/user-prompt.ts'
import { verifyClaims } from '#knowledge/generation/verify-claims.ts'

const PASSAGES = [
  {
    name: 'p1',
    text: 'Appointments can be cancelled free of charge until 24 hours before they begin. After that we charge 25 EUR.',
  },
  { name: 'p2', text: 'You may not bring food into the therapy rooms.' },
  {
    name: 'p3',
    text: 'Die Praxis ist montags von 8 bis 18 Uhr geöffnet. Am 24.12.2026 ist sie „geschlossen“.',
  },
]

const verified = (text: string, quote: string, passage = 'p1') =>
  verifyClaims([{ text, citations: [{ passage, quote }] }], PASSAGES)

test('a claim is accepted with the words of its quote as written in the passage', () => {
  const [claim] = verified(
    'You can cancel appointments free of charge until 24 hours before.',
    'cancelled  free of\u00a0charge until 24\u200b hours before they begin',
  )
  const { start, end, quote } = claim!.quotes[0]!
  expect(quote).toBe('cancelled free of charge until 24 hours before they begin')
  expect(PASSAGES[0]!.text.slice(start, end)).toBe(quote)
})

test('variants of quotation marks and dashes are equal', () => {
  expect(
    verified('Am 24.12.2026 ist sie geschlossen.', 'Am 24.12.2026 ist sie "geschlossen".', 'p3'),
  ).toHaveLength(1)
})

test.each<[string, string, string, string?]>([
  ['a quote that stands nowhere', 'Cancelling is free.', 'Cancelling is always free'],
  ['a quote of another passage', 'You may not bring food.', 'You may not bring food'],
  ['a passage that was not given', 'Cancel free of charge.', 'cancelled free of charge', 'p9'],
  ['a quote from within a word', 'You can bring food into the rooms.', 'ring food into', 'p2'],
  [
    'another number',
    'Appointments can be cancelled until 48 hours before.',
    'cancelled free of charge until 24 hours before',
  ],
  [
    'a number in words',
    'Appointments can be cancelled until twelve hours before.',
    'cancelled free of charge until 24 hours before',
  ],
  [
    'another date',
    'Am 25.12.2026 ist sie geschlossen.',
    'Am 24.12.2026 ist sie „geschlossen“.',
    'p3',
  ],
  [
    'another day',
    'Die Praxis ist dienstags und Dienstag von 8 bis 18 Uhr geöffnet.',
    'Die Praxis ist montags von 8 bis 18 Uhr geöffnet.',
    'p3',
  ],
  [
    'the opposite',
    'You may bring food into the therapy rooms.',
    'You may not bring food into the therapy rooms.',
    'p2',
  ],
  [
    'a negation of its own',
    'Appointments cannot be cancelled free of charge.',
    'Appointments can be cancelled free of charge',
  ],
  [
    'something else',
    'Send your password to the administrator at once.',
    'Appointments can be cancelled free of charge',
  ],
  [
    'a link',
    'Appointments can be cancelled free of charge at evil.example',
    'Appointments can be cancelled free of charge',
  ],
  [
    'markup',
    'Appointments can be cancelled <b>free of charge</b>.',
    'Appointments can be cancelled free of charge',
  ],
  [
    'letters of another alphabet',
    'Appointments can be cancelled.',
    'Appointments c\u0430n be cancelled',
  ],
  ['no words', '24', '24'],
  ['nothing', '', ''],
])('a claim with %s is dropped', (_, text, quote, passage) => {
  expect(verified(text, quote, passage)).toEqual([])
})

describe('for any output of a model', () => {
  const word = fc.constantFrom(
    ...PASSAGES.flatMap(({ text }) => text.split(' ')),
    'not',
    '7',
    'free',
    '\u200b',
    '\u202eevil',
    'ﬁ',
  )
  const words = fc.array(word, { maxLength: 14 }).map((all) => all.join(' '))
  const cut = fc
    .tuple(fc.constantFrom(...PASSAGES), fc.nat(90), fc.nat(90))
    .map(([{ text }, from, length]) => text.slice(from, from + length))
  const said = fc.oneof(words, cut, fc.string())
  const any = fc.record({
    text: said,
    citations: fc.array(
      fc.record({ passage: fc.constantFrom('p1', 'p2', 'p3', 'p4'), quote: said }),
      { maxLength: 3 },
    ),
  })
  /** A claim that repeats its quote, or nearly. */
  const close = fc
    .tuple(
      fc.constantFrom(...PASSAGES),
      fc.nat(40),
      fc.integer({ min: 20, max: 110 }),
      fc.option(word),
    )
    .map(([{ name, text }, from, length, more]) => {
      const quote = text.slice(from, from + length)
      return {
        text: more === null ? quote : `${quote} ${more}`,
        citations: [{ passage: name, quote }],
      }
    })
  const claims = fc.array(fc.oneof(any, close), { maxLength: 4 })

  test('accepted claims keep quotes, numbers and negations of their passages', () => {
    let stood = 0
    fc.assert(
      fc.property(claims, (all) => {
        for (const { text, quotes } of verifyClaims(all, PASSAGES)) {
          stood += 1
          expect(quotes.length).toBeGreaterThan(0)
          for (const { passage, start, end, quote } of quotes)
            expect(PASSAGES.find(({ name }) => name === passage)!.text.slice(start, end)).toBe(
              quote,
            )
          const exact = exactIn(comparable(quotes.map(({ quote }) => quote).join('\n')).text)
          for (const one of exactIn(text)) expect(exact).toContain(one)
          expect(text).not.toMatch(/[\p{Cf}\p{Cc}<>]/u)
        }
      }),
      { numRuns: 3_000 },
    )
    expect(stood).toBeGreaterThan(20)
  })

  test('its JSON is parsed or refused, and texts are streamed unchanged', () => {
    fc.assert(
      fc.property(claims, fc.nat(20), (all, size) => {
        const json = JSON.stringify({ claims: all })
        expect(claimsIn(`Here you are:\n\`\`\`json\n${json}\n\`\`\``)).toEqual(all)
        expect(claimsIn(json.slice(0, -1 - size))).toBeUndefined()
        const come: unknown[] = []
        const push = claimsAsTheyCome((claim) => come.push(JSON.parse(claim)))
        for (let from = 0; from < json.length; from += size + 1)
          push(json.slice(from, from + size + 1))
        expect(come).toEqual(all)
      }),
      { numRuns: 500 },
    )
  })
})
