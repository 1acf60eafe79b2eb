import type { AskedKind } from './asked-kinds.ts'
import { formOf, isNumber } from './asked-kinds.ts'
import type { Concept } from './lexicon/concepts.ts'
import type { AskedTerm, ReadQuestion } from './read-question.ts'
import { withWider, type Term } from './terms-of.ts'

/** The words of a text, by which it is compared with a question. */
export interface TextWords {
  /** The things that it names. */
  concepts: ReadonlySet<Concept>
  /** With what includes them. */
  widerConcepts: ReadonlySet<Concept>
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
/** How much the name of a wider thing counts, such as "illness" for measles. */
const WIDER = 0.91
/** How much a word counts that stands elsewhere than in the sentence. */
const CONTINUED = 0.9
const ABOVE = 0.6
const BESIDE = 0.55
const TITLE = 0.6
const PARAGRAPH = 0.5

/** What is no answer must not look certain, however many words it shares with the question. */
const NO_ANSWER = 0.5

const INSIDE = new Set<Concept>(['bring', 'open', 'close'])

/** The weight of a word that says little about what is asked. */
const LIGHT = 0.25

/** What changes a price: a fee for one of these is no answer to a question about another. */
const OCCASIONS: readonly Concept[] = [
  'cancel',
  'missed',
  'late',
  'being_late',
  'dunning',
  'penalty',
  'deposit',
  'copy',
  'copay',
  'returned_payment',
]
/** What has another price or duration than a session of the same therapy. */
const SERVICES: readonly Concept[] = ['evaluation', 'report', 'group', 'camp', 'telehealth']
/** Who may be the answer to "who". */
const PERSONS: readonly Concept[] = [
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
  /**
   * The share of the question that the sentence and the text around it name, from 0 to 1; at most
   * {@link NO_ANSWER} for a sentence that does not answer it.
   */
  score: number
  /** The same, also for a sentence that is no answer. */
  named: number
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
  { kinds, isVague }: Pick<ReadQuestion, 'kinds' | 'isVague'>,
): Evidence => {
  let total = 0
  let named = 0
  let isComplete = true
  let isNamedHere = false
  let isNamedElsewhere = false
  const isOnlyBringing = terms.every((it) => it.isLight || it.concepts.includes('bring'))
  let isOnlyWider = false
  let isContinued = false
  for (const term of terms) {
    const weight = term.isLight ? LIGHT : 1
    const share = shareOf(sentence, term)
    total += weight
    named += weight * share
    if (term.isLight) continue
    // What to bring, or when it is closed, stands in the sentence that says so, not beside it.
    const isBringing = term.concepts.includes('bring')
    const isInside = term.concepts.some((it) => INSIDE.has(it))
    if (share < (isInside ? ABOVE : PARAGRAPH)) isComplete = false
    if (share >= CONTINUED)
      isNamedHere ||= !isBringing || !kinds.includes('whether') || isOnlyBringing
    else isNamedElsewhere = true
    if (share === WIDER) isOnlyWider = true
    if (share === CONTINUED) isContinued = true
  }
  const share = total > 0 ? named / total : 0
  const form = formFor(sentence, terms, kinds)
  const others = extra(sentence, terms)
  // A rule for ill children holds for measles, but a sentence that only comes near it does not tell so.
  const isAnswer =
    terms.length > 0 &&
    isComplete &&
    isNamedHere &&
    form > 0 &&
    !isForOther(sentence, terms, kinds) &&
    !(isOnlyWider && isNamedElsewhere) &&
    !(isVague && others > VAGUE) &&
    !isHeadline(sentence, kinds)
  return {
    score: rounded(isAnswer ? share : share * NO_ANSWER),
    named: share,
    isAnswer,
    isContinued,
    rank: share + form / 5 - others / 100,
  }
}

const rounded = (score: number): number => Math.round(score * 100) / 100

const shareOf = (
  { own, continued, beside, paragraph, above, title }: Surrounded,
  term: StemmedTerm,
): number => {
  const isIn = (words: TextWords) => names(words, term, 'wider')
  // What a heading says of all things of a kind holds for a sentence about another thing of this kind no more.
  const isAbove = (words: TextWords) =>
    names(words, term, namesSibling(own, term) ? 'same' : 'wider')
  if (names(own, term, 'narrower'))
    return term.stem !== undefined && own.stems.has(term.stem) ? 1 : OTHER_WORD
  if (isIn(own)) return WIDER
  if (continued && isIn(continued)) return CONTINUED
  if (above.some(isAbove)) return ABOVE
  // A sentence that names another thing of the kind is about that.
  if (namesSibling(own, term)) return 0
  if (beside.some(isAbove)) return BESIDE
  if (isAbove(title)) return TITLE
  return paragraph.some(isAbove) ? PARAGRAPH : 0
}

/** Which things name an asked one: itself, also narrower ones, or also wider ones. */
type Extent = 'same' | 'narrower' | 'wider'

const names = (
  { concepts, widerConcepts, stems, otherStems }: TextWords,
  { concepts: asked, stem }: StemmedTerm,
  extent: Extent,
): boolean =>
  asked.some(
    (it) =>
      concepts.has(it) ||
      (extent !== 'same' && widerConcepts.has(it)) ||
      (extent === 'wider' && withWider(it).some((wider) => concepts.has(wider))),
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
      number.words.some(isNumber) &&
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
    ({ concepts }) => !concepts.some((it) => it === 'cost' || it === 'pay_off'),
  )
  return (
    isParticular &&
    others.length > 0 &&
    !terms.some(({ concepts }) => concepts.some((it) => others.includes(it)))
  )
}

/** The most that a sentence may name besides, if the question names little. */
const VAGUE = 4

/** A sentence of so few words without the form of an answer, such as a title, tells nothing. */
const HEADLINE = 3

const isHeadline = ({ own }: Surrounded, kinds: readonly AskedKind[]): boolean =>
  kinds.length === 0 && own.terms.flatMap(({ words }) => words).length <= HEADLINE

/** More make a sentence no worse. */
const MOST_OTHERS = 5

/** The number of things that a sentence names besides those of the question. */
const extra = ({ own }: Surrounded, terms: readonly StemmedTerm[]): number => {
  const asked = new Set(terms.flatMap(({ concepts }) => concepts))
  const others = [...own.concepts].filter((it) => !asked.has(it))
  return Math.min(others.length + own.otherStems.size, MOST_OTHERS)
}
