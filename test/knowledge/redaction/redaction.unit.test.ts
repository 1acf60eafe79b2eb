import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedaction } from '#knowledge/redaction/create-redaction.ts'
import { personalValues } from '#knowledge/redaction/personal-values.ts'
import { processorTime } from '../../support/processor-time.ts'

const LENA = personalValues({
  id: 'chd_01m7zavmhde4es2ts9few7fzev',
  name: 'Anna-Lena Weiß',
  birthDate: '2019-04-03',
  email: null,
  phone: null,
  address: null,
})
const MOTHER = personalValues({
  id: 'cli_01m7zavmhde4es2ts9few7fzev',
  name: 'Maria Weiß',
  birthDate: null,
  email: 'maria@weiss.example',
  phone: '030 5551234',
  address: { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' },
})
const redaction = () => createRedaction([...LENA, ...MOTHER])

test.each([
  ['May lena come on Monday?', 'May [NAME_1] come on Monday?'],
  ['MARIA  weiß called', '[NAME_1] called'],
  ['Weiß’ mother', '[NAME_1]’ mother'],
  ['Lenas Termin', 'Lenas Termin'],
  [
    'born 3.4.2019, or 04/03/2019, or 3. April 2019',
    'born [BIRTH_DATE_3], or [BIRTH_DATE_2], or [BIRTH_DATE_1]',
  ],
  ['born on 7.8.2020', 'born on [BIRTH_DATE_1]'],
  ['Lindenstraße 12, 10969 Berlin', '[ADDRESS_1], [ADDRESS_2]'],
  ['Hauptstraße 5a or 12 Main Street', '[ADDRESS_1] or [ADDRESS_2]'],
  ['Calle de Alcalá 45', '[ADDRESS_1]'],
  [
    'call 030 5551234 or +49 (0)30 555 9876 or (555) 123-4567',
    'call [PHONE_1] or [PHONE_2] or [PHONE_3]',
  ],
  ['write to maria@weiss.example or x.y@z.org', 'write to [EMAIL_1] or [EMAIL_2]'],
  ['chd_01m7zavmhde4es2ts9few7fzev and apt_01m7zavmhde4es2ts9few7fzev', '[ID_1] and [ID_2]'],
  ['I write [NAME_1] to Lena', 'I write [TEXT_1] to [NAME_1]'],
])('%s becomes %s, and is restored', (text, expected) => {
  const { redact, restore } = redaction()
  const redacted = redact(text, { typed: true })
  expect(redacted).toBe(expected)
  expect(restore(redacted)).toBe(text)
})

test.each([
  'We are open from 8 to 18, on Saturdays 08:00 - 12:30.',
  'Appointments can be cancelled until 24 hours before. After that we charge 25,00 EUR.',
  'The centre is closed from 24.12.2026 to 01.01.2027.',
  'In 2026 a session takes 45-60 minutes; 10 sessions cost 1 200 EUR.',
])('text without a person is not changed: %s', (text) => {
  expect(redaction().redact(text)).toBe(text)
})

test('equal texts get the same placeholder in all texts of a request', () => {
  const { redact } = redaction()
  expect([redact('Maria, Maria'), redact('by Maria')]).toEqual([
    '[NAME_1], [NAME_1]',
    'by [NAME_1]',
  ])
})

test('unknown placeholders are not replaced', () => {
  const { redact, restore } = redaction()
  redact('Maria')
  expect(restore('[NAME_1] and [NAME_2] [EMAIL_1]')).toBe('Maria and [NAME_2] [EMAIL_1]')
})

test('no known name remains in any text, and all are restored', () => {
  const value = fc.constantFrom(...LENA, ...MOTHER).map(({ text }) => text)
  const part = fc.oneof(value, fc.string(), fc.constantFrom('[NAME_1]', '[', ']', ' 8-18 ', 'to'))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join(' ')
      const { redact, restore } = redaction()
      const redacted = redact(text, { typed: true })
      expect(restore(redacted)).toBe(text)
      expect(redacted).not.toMatch(/(?<![\p{L}\p{N}])(?:Lena|Maria|Weiß|10969)(?![\p{L}\p{N}])/iu)
      expect(redacted).not.toContain('maria@weiss.example')
    }),
    { numRuns: 2_000 },
  )
})

test('thousands of names are found in a text quickly', () => {
  const people = Array.from({ length: 5_000 }, (_, index) => ({
    id: `cli_${index}`,
    name: `Person${index} Family${index}`,
    birthDate: '2019-04-03',
    email: `person${index}@example.org`,
    phone: `030 555 ${index}`,
    address: null,
  }))
  const { redact } = createRedaction(people.flatMap(personalValues))
  const used = processorTime()
  const texts = Array.from({ length: 30 }, (_, index) =>
    redact(`Call Family${index} at 8. `.repeat(40)),
  )
  // One pattern per value and text took minutes.
  expect(used()).toBeLessThan(20_000)
  expect(texts.every((text) => !text.includes('Family'))).toBe(true)
})

test('an accent is found in every encoding', () => {
  const { redact } = createRedaction([{ kind: 'NAME', text: 'José' }])
  expect(['José', 'José'.normalize('NFD')].map((text) => redact(text))).toEqual([
    '[NAME_1]',
    '[NAME_2]',
  ])
})
