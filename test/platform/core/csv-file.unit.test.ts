import { expect, test } from 'vitest'
import { csvField } from '#platform/core/lists/csv-file.ts'

test.each([
  ['Mitte', 'Mitte'],
  ['Mitte, "Nord"', '"Mitte, ""Nord"""'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['-1', "'-1"],
  [-1, '-1'],
  [null, ''],
])('a field %s of a CSV file is %s', (value, field) => {
  expect(csvField(value)).toBe(field)
})
