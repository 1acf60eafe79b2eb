import type { Language } from '../assistants/rules.ts'
import { withoutAsking } from '../text/without-asking.ts'
import { askedKinds, withoutMeasure, type AskedKind } from './asked-kinds.ts'
import type { Concept } from './lexicon/concepts.ts'
import { FILLERS, WORDS_OF_QUESTIONS } from './fillers.ts'
import { isLight, termsOf, withWider, type Term } from './terms-of.ts'

/** A thing that a question names. */
export interface AskedTerm extends Term {
  /** Whether an answer need not name it. */
  isLight: boolean
}

export interface ReadQuestion {
  language: Language
  terms: AskedTerm[]
  /** The form that an answer must have. */
  kinds: readonly AskedKind[]
  /** Whether it names only what most sentences name. */
  isVague: boolean
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The things that a question names, and the form of its answer. */
export const readQuestion = (question: string): ReadQuestion => {
  const language = languageOfQuestion(question)
  const terms = [...SENTENCES.segment(withoutMeasure(question))].flatMap(({ segment }) =>
    termsOf(segment, language)
      .filter(
        ({ words: said, concepts }) => said.length > 1 || isNamed(said[0]!, concepts, language),
      )
      .map((term): AskedTerm => ({ ...term, isLight: isLightTerm(term) })),
  )
  const isAboutMoney = terms.some(({ concepts }) =>
    concepts.some((it) => withWider(it).includes('cost')),
  )
  const kinds = askedKinds(question, isAboutMoney)
  const isVague = terms.every(({ isLight }) => isLight)
  const named = kinds.includes('whether') ? terms.map(withOpposite) : terms
  return { language, terms: weighed(named, kinds), kinds, isVague }
}

/** "Are you open on Sunday?" is also answered by when the centre is closed. */
const OPPOSITES: Partial<Readonly<Record<Concept, Concept>>> = { open: 'close', close: 'open' }

const withOpposite = (term: AskedTerm): AskedTerm => ({
  ...term,
  concepts: term.concepts.flatMap((it) => [it, ...[OPPOSITES[it] ?? []].flat()]),
})

/** What the form of an answer shows need not be named: a phone number, or whom to call. */
const SHOWN: Partial<Readonly<Record<AskedKind, readonly string[]>>> = {
  phone: ['phone_number', 'contact'],
  person: ['contact'],
  money: ['cost', 'pay_off'],
  place: ['put'],
}

/** Who names a means of payment need not be told that it pays. */
const MEANS = new Set<Concept>(['card', 'bank_transfer', 'cash', 'cheque', 'installments'])
const PAYING: readonly Concept[] = ['pay_off', 'cost']

const weighed = (terms: readonly AskedTerm[], kinds: readonly AskedKind[]): AskedTerm[] => {
  const isOfMeans = terms.some(({ concepts }) => concepts.some((it) => MEANS.has(it)))
  const shown = [...kinds.flatMap((kind) => SHOWN[kind] ?? []), ...(isOfMeans ? PAYING : [])]
  const weighed = terms.map((term) => ({
    ...term,
    isLight: term.isLight || term.concepts.some((it) => shown.includes(it)),
  }))
  // If a question names only what most sentences name, an answer must name that.
  if (weighed.some(({ isLight }) => !isLight)) return weighed
  const isMeasure = ({ concepts }: AskedTerm) =>
    concepts.some((it) => MEASURES.has(it) || shown.includes(it))
  const isOnlyMeasures = weighed.every(isMeasure)
  return weighed.map((term) => ({ ...term, isLight: !isOnlyMeasures && isMeasure(term) }))
}

const isNamed = (word: string, concepts: readonly Concept[], language: Language): boolean =>
  word.length > 1 &&
  !FILLERS[language].has(word) &&
  (concepts.length > 0 || withoutAsking(word).trim() !== '')

const isLightTerm = ({ concepts, isModifier }: Term): boolean =>
  concepts.length > 0 &&
  concepts.every(isLight) &&
  (!isModifier || concepts.every((it) => MEASURES.has(it)))

/** They say as little before another noun, such as "two-hour visits", and alone. */
const MEASURES = new Set<Concept>([
  'month_end',
  'first',
  'young',
  'max',
  'last',
  'in_advance',
  'recur',
  'receive',
  'give',
  'put',
  'tell',
  'request',
  'help',
  'meet',
  'nobody',
])

const languageOfQuestion = (question: string): Language => {
  if (question.includes('¿')) return 'es'
  const said = question.toLowerCase().match(/\p{L}+/gu) ?? []
  const counted = (Object.keys(WORDS_OF_QUESTIONS) as Language[]).map((language) => ({
    language,
    count: said.filter((word) => WORDS_OF_QUESTIONS[language].has(word)).length,
  }))
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).language
}
