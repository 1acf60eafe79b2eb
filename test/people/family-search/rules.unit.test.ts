import { expect, test } from 'vitest'
import { searchedBy } from '#people/family-search/rules.ts'

test.each([
  ['Mara Weiss', { by: 'NAME' }],
  ['Ada 2', { by: 'NAME' }],
  ['123', { by: 'NAME' }],
  ['mara.w@', { by: 'EMAIL', address: 'mara.w@' }],
  [' Mara@example.com ', { by: 'EMAIL', address: 'Mara@example.com' }],
  ['4567', { by: 'PHONE', digits: '4567' }],
  ['+49 170 123 45 67', { by: 'PHONE', digits: '701234567' }],
  ['0170/1234567', { by: 'PHONE', digits: '701234567' }],
  ['(212) 555-0199', { by: 'PHONE', digits: '125550199' }],
  ['CHD_01m7zavmhde4es2ts9few7fzev', { by: 'ID', id: 'chd_01m7zavmhde4es2ts9few7fzev' }],
  ['apt_01m7zavmhde4es2ts9few7fzev', { by: 'NAME' }],
])('%s is searched as %o', (text, searched) => {
  expect(searchedBy(text)).toEqual(searched)
})
