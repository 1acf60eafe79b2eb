import { expect, test } from 'vitest'
import { shownName } from '#knowledge/documents/rules.ts'
import { isOneLine } from '#platform/core/records/record.ts'

test.each([
  ['\u202efdp.exe', 'fdp.exe'],
  ['a\u2066b\u3164c\u034fd.txt', 'abcd.txt'],
  ['..\\..\\fees.md', 'fees.md'],
  ['\u200b', 'Document'],
  ['\u{1f600}.txt', '\u{1f600}.txt'],
])('%j is shown as %j', (name, shown) => {
  expect(shownName(name)).toBe(shown)
  expect(isOneLine(shownName(name))).toBe(true)
})
