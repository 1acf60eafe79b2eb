import { expect, test } from 'vitest'
import { isNpi } from '#organization/providers/is-npi.ts'

/** 1234567893 is the example of the standard (45 CFR 162.406). */
test.each([
  ['1234567893', true],
  ['1111111112', true],
  ['1234567890', false],
  ['1234567983', false],
  ['123456789', false],
  ['12345678930', false],
  ['12345 7893', false],
  ['', false],
])('%s is a national provider identifier: %s', (text, valid) => {
  expect(isNpi(text)).toBe(valid)
})
