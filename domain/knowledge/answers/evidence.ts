import type { AskedKind } from './asked-kinds.ts'
import { formOf, isNumber } from './asked-kinds.ts'
import type { AskedTerm } from './read-question.ts'
import { withWider, type Term } from './terms-of.ts'

/** The words of a text, by which it is compared with a question. */
export interface TextWords {
  /** The things that it names. */
  concepts: ReadonlySet<string>
  /** With what includes them. */
  widerConcepts: ReadonlySet<string>
  /** The words in order. */
  terms: readonly Term[]
  /** The stems of all words. */
  stems: ReadonlySet<string>
  /** The stems of words that the lexicon does not have. */
  otherStems: ReadonlySet<string>
}

/** A sentence with the text around it. */
export interface Surrounded {
  text: string
  /** Whether it is a row of a table, of which the first cell says what it is about. */
  isRow: boolean
  own: TextWords
  /** The sentence before, if this one goes on with it. */
  continued: TextWords | undefined
  beside: readonly TextWords[]
  paragraph: readonly TextWords[]
  /** The headings, and the header of a table. */
  above: readonly TextWords[]
  title: TextWords
}

/** How much another word for the same thing counts. */
const OTHER_WORD = 0.95
/** How much a word counts that stands elsewhere than in the sentence. */
const CONTINUED = 0.9
const ABOVE = 0.6
const BESIDE = 0.55
const TITLE = 0.6
const PARAGRAPH = 0.5

/** The weight of a word that says little about what is asked. */
const LIGHT = 0.25

/** What changes a price: a fee for one of these is no answer to a question about another. */
const OCCASIONS = [
  'cancel',
  'missed',
  'late',
  'being_late',
  'dunning',
  'penalty',
  'deposit',
  'copy',
  'copay',
]
/** What has another price or duration than a session of the same therapy. */
const SERVICES = ['evaluation', 'report', 'group', 'camp', 'telehealth']
/** Who may be the answer to "who". */
const PERSONS = [
  'adult',
  'grandparent',
  'sibling',
  'staff',
  'therapist',
  'colleague',
  'leader',
  'director',
  'coordinator',
  'supervisor',
  'trainee',
  'volunteer',
  'doctor',
  'teacher',
  'driver',
  'companion',
  'interpreter',
  'cleaner',
  'parent',
  'privacy_officer',
  'reception',
]

export interface Evidence {
  /** The share of the question that the sentence and the text around it name, from 0 to 1. */
  score: number
  /** Whether they name every thing of the question, and the sentence has the form of an answer. */
  isAnswer: boolean
  /** Ranks answers: a plain value before a circumscription, and few other things before many. */
  rank: number
  /** Whether a thing of the question stands only in the sentence before. */
  isContinued: boolean
}

/** An asked term with its stems by language. */
export interface StemmedTerm extends AskedTerm {
  stem: string | undefined
}

export const evidenceOf = (
  sentence: Surrounded,
  terms: readonly StemmedTerm[],
  kinds: readonly AskedKind[],
): Evidence => {
  let total = 0
  let named = 0
  let isComplete = true
  let isNamedHere = false
  let isContinued = false
  for (const term of terms) {
    const weight = term.isLight ? LIGHT : 1
    const share = shareOf(sentence, term)
    total += weight
    named += weight * share
    if (term.isLight) continue
    // What to bring stands in the sentence that says so, not beside it.
    if (share < (term.concepts.includes('bring') ? ABOVE : PARAGRAPH)) isComplete = false
    if (share >= CONTINUED) isNamedHere = true
    if (share === CONTINUED) isContinued = true
  }
  const score = total > 0 ? Math.round((named / total) * 100) / 100 : 0
  const form = formFor(sentence, terms, kinds)
  const isOther = isForOther(sentence, terms, kinds)
  return {
    score,
    isAnswer: terms.length > 0 && isComplete && isNamedHere && form > 0 && !isOther,
    isContinued,
    rank: score + form / 5 - extra(sentence, terms) / 100,
  }
}

const shareOf = (
  { own, continued, beside, paragraph, above, title }: Surrounded,
  term: StemmedTerm,
): number => {
  const isIn = (words: TextWords) => names(words, term)
  // What a heading says of all things of a kind holds for a sentence about another thing of this kind no more.
  const isAbove = (words: TextWords) => names(words, term, !namesSibling(own, term))
  if (isIn(own)) return term.stem !== undefined && own.stems.has(term.stem) ? 1 : OTHER_WORD
  if (continued && isIn(continued)) return CONTINUED
  if (above.some(isAbove)) return ABOVE
  if (beside.some(isAbove)) return BESIDE
  if (isAbove(title)) return TITLE
  return paragraph.some(isAbove) ? PARAGRAPH : 0
}

const names = (
  { concepts, widerConcepts, stems, otherStems }: TextWords,
  { concepts: asked, stem }: StemmedTerm,
  inWider = true,
): boolean =>
  asked.some(
    (it) =>
      concepts.has(it) ||
      (inWider && (widerConcepts.has(it) || withWider(it).some((wider) => concepts.has(wider)))),
  ) ||
  (stem !== undefined && (asked.length > 0 ? otherStems : stems).has(stem))

/** Whether a sentence names another thing of the same kind, such as fever instead of lice. */
const namesSibling = ({ concepts }: TextWords, { concepts: asked }: StemmedTerm): boolean => {
  const wider = new Set(asked.flatMap((it) => withWider(it).slice(1)))
  return [...concepts].some(
    (it) =>
      !asked.includes(it) &&
      withWider(it)
        .slice(1)
        .some((its) => wider.has(its)),
  )
}

const formFor = (
  { text, own, isRow }: Surrounded,
  terms: readonly StemmedTerm[],
  kinds: readonly AskedKind[],
): number => {
  if (kinds.length === 0) return 1
  const form = formOf(text, kinds)
  if (form > 0 && kinds.includes('count') && !isRow) return counts(own, terms) ? form : 0
  if (form > 0 || !kinds.includes('person')) return form
  // "Who accompanies her?" is answered by "an aide", but not by the words of the question.
  const asked = new Set(
    terms
      .filter(({ stem }) => stem !== undefined && own.stems.has(stem))
      .flatMap(({ concepts }) => concepts),
  )
  return PERSONS.some((it) => own.concepts.has(it) && (isRow || !asked.has(it))) ? ROLE : 0
}

/** The number of words between a number and what it counts: "22 days of vacation". */
const LONGEST_COUNT = 3

/** Whether a number stands before one of the things that the question names. */
const counts = ({ terms: said }: TextWords, asked: readonly AskedTerm[]): boolean => {
  const concepts = new Set(asked.flatMap((it) => it.concepts))
  const words = new Set(asked.flatMap((it) => it.words))
  return said.some(
    (number, at) =>
      isNumber(number.words[0]!) &&
      said
        .slice(at + 1, at + 2 + LONGEST_COUNT)
        .some(
          (it) =>
            it.words.some((word) => words.has(word)) ||
            it.concepts.some((its) => concepts.has(its)),
        ),
  )
}

/** The form of a role, such as "the therapist", relative to a name. */
const ROLE = 0.8

/** Whether a sentence tells the price or duration of something else than what is asked about. */
const isForOther = (
  { own }: Surrounded,
  terms: readonly AskedTerm[],
  kinds: readonly AskedKind[],
): boolean => {
  const others = [
    ...(kinds.includes('money') ? OCCASIONS : []),
    ...(kinds.includes('money') || (kinds.includes('duration') && kinds.length === 1)
      ? SERVICES
      : []),
  ].filter((it) => own.concepts.has(it))
  // "What is the cost?" asks about nothing in particular.
  const isParticular = terms.some(
    ({ concepts }) => !concepts.some((it) => withWider(it).includes('cost')),
  )
  return (
    isParticular &&
    others.length > 0 &&
    !terms.some(({ concepts }) => concepts.some((it) => others.includes(it)))
  )
}

/** More make a sentence no worse. */
const MOST_OTHERS = 5

/** The number of things that a sentence names besides those of the question. */
const extra = ({ own }: Surrounded, terms: readonly StemmedTerm[]): number => {
  const asked = new Set(terms.flatMap(({ concepts }) => concepts))
  const others = [...own.concepts].filter((it) => !asked.has(it))
  return Math.min(others.length + own.otherStems.size, MOST_OTHERS)
}
