import { expect, test } from 'vitest'
import { maySendLink } from '#staff/sign-in/rules.ts'

test.each([
  ['nobody has asked', { isKnown: false, ofBrowser: 0, ofSite: 0, ofAll: 0 }, true],
  ['the address has asked enough', { isKnown: false, ofBrowser: 0, ofSite: 5, ofAll: 5 }, false],
  ['other addresses have asked', { isKnown: false, ofBrowser: 0, ofSite: 0, ofAll: 29 }, true],
  ['many addresses have asked', { isKnown: false, ofBrowser: 0, ofSite: 0, ofAll: 30 }, false],
  ['strangers ask from its address', { isKnown: true, ofBrowser: 0, ofSite: 5, ofAll: 5 }, true],
  [
    'many addresses ask, and it is known',
    { isKnown: true, ofBrowser: 4, ofSite: 9, ofAll: 99 },
    true,
  ],
  [
    'a known browser asks enough itself',
    { isKnown: true, ofBrowser: 5, ofSite: 5, ofAll: 5 },
    false,
  ],
])('%s', (_, lately, expected) => {
  expect(maySendLink(lately)).toBe(expected)
})
