import type { Language } from '../assistants/rules.ts'
import type { Concept } from './lexicon/concepts.ts'
import { termsOf, type Term } from './terms-of.ts'

const DAYS: readonly Concept[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]
const RANGE = /(\p{L}+) ?(?:to|through|till|until|bis|a|al|hasta|à|au|-|–) ?(\p{L}+)/giu

/** The days between two that a text names: "montags bis donnerstags" includes Tuesday. */
export const daysWithin = (text: string, language: Language): Term[] =>
  [...text.matchAll(RANGE)].flatMap(([, from = '', to = '']) => {
    const [first, last] = [dayOf(from, language), dayOf(to, language)]
    if (first === -1 || last <= first) return []
    return DAYS.slice(first + 1, last).map((day) => ({
      words: [],
      concepts: [day],
      isModifier: false,
    }))
  })

const dayOf = (word: string, language: Language): number => {
  const concepts = termsOf(word, language).flatMap((term) => term.concepts)
  return DAYS.findIndex((day) => concepts.includes(day))
}
