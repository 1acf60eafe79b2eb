import { expect, test } from 'vitest'
import { termsOf, withWider } from '#knowledge/answers/terms-of.ts'

const conceptsOf = (sentence: string, language: 'en' | 'de' | 'es') =>
  termsOf(sentence, language).flatMap(({ concepts }) => concepts)

test('words of three languages stand for one thing', () => {
  expect(conceptsOf('The stroller', 'en')).toEqual(['stroller'])
  expect(conceptsOf('Kinderwagen', 'de')).toEqual(['stroller'])
  expect(conceptsOf('el cochecito', 'es')).toEqual(['stroller'])
})

test('a phrase counts as a whole, also with words in between', () => {
  expect(conceptsOf('May he pick her up?', 'en')).toEqual(['collect'])
  expect(conceptsOf('Er sagt den Termin spätestens am Vortag ab.', 'de')).toContain('cancel')
  expect(conceptsOf('by video', 'en')).toEqual(['telehealth'])
})

test('the parts of a German compound count', () => {
  const terms = termsOf('Schulbericht', 'de')
  expect(terms.map(({ concepts, isModifier }) => [concepts, isModifier])).toEqual([
    [['teacher'], true],
    [['report'], false],
  ])
})

test('what includes a thing is known', () => {
  expect(withWider('free')).toEqual(['free', 'cost'])
})
