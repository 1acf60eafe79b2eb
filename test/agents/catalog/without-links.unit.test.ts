import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasLinks, withoutLinks } from '#agents/catalog/actions/without-links.ts'

test.each([
  ['Pay to http://evil.example now', 'Pay to http[:]//evil[.]example now'],
  ['[Pay](//evil.example/pay)', '[Pay](//evil[.]example/pay)'],
  ['www.evil.example', 'www[.]evil[.]example'],
  ['mailto:money@pay.evil.example.', 'mailto:money@pay[.]evil[.]example.'],
  ['évil。example', 'évil[.]example'],
  ['Call at 10.30. It costs 12.50 EUR.', 'Call at 10.30. It costs 12.50 EUR.'],
  ['About chd_01m7zavmhde4es2ts9few7fzev', 'About chd_01m7zavmhde4es2ts9few7fzev'],
])('%s', (text, expected) => {
  expect(withoutLinks(text)).toBe(expected)
})

test('leaves no link in any text', () => {
  const part = fc.constantFrom(
    'http',
    '://',
    'www.',
    'evil',
    '.',
    '。',
    'example',
    ' ',
    '/',
    '@',
    '-',
    'x',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      expect(hasLinks(withoutLinks(parts.join('')))).toBe(false)
    }),
  )
})
