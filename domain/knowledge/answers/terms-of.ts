import type { Language } from '../assistants/rules.ts'
import { CONCEPTS, type Concept, type LexiconOfLanguage } from './lexicon/concepts.ts'
import { ENGLISH } from './lexicon/english.ts'
import { FRENCH } from './lexicon/french.ts'
import { GERMAN } from './lexicon/german.ts'
import { SPANISH } from './lexicon/spanish.ts'
import { FILLERS } from './fillers.ts'

const LEXICON: Readonly<Record<Language, LexiconOfLanguage>> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
}

/** A word or phrase of a text, with the things it may stand for. */
export interface Term {
  /** The words of the text, in lower case. */
  words: readonly string[]
  /** Empty for a word that the lexicon does not have. */
  concepts: readonly Concept[]
  /** Whether it specifies the word behind it, such as the first part of "parent group". */
  isModifier: boolean
}

/** How many other words may stand between those of a phrase: German verbs end their sentence. */
const LONGEST_GAP: Readonly<Record<Language, number>> = { en: 3, de: 8, es: 4, fr: 4 }

/** Endings of nouns and adjectives. Other inflections are listed. */
const ENDINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['', 's', 'es'],
  de: ['', 'e', 'n', 'en', 'er', 'es', 's', 'em'],
  es: ['', 's', 'es'],
  fr: ['', 's', 'x'],
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** The words of a text, in lower case. Hyphens and apostrophes separate words. */
export const plainWords = (text: string): string[] =>
  text.normalize('NFC').toLowerCase().match(WORD) ?? []

/** Between the parts of a phrase. */
const SEPARATOR = /[_'-]/

interface Phrase {
  parts: readonly string[]
  /** Whether other words may stand between its parts. */
  isLoose: boolean
  concept: Concept
}

interface Beginning {
  start: string
  concept: Concept
}

/** The lexicon of one language, arranged for look-up. */
interface Index {
  whole: ReadonlyMap<string, readonly Concept[]>
  /** By their first two letters. */
  beginnings: ReadonlyMap<string, readonly Beginning[]>
  ends: readonly { end: string; concept: Concept }[]
  /** Longest first. */
  phrases: ReadonlyMap<string, readonly Phrase[]>
}

const indexOf = (language: Language): Index => {
  const whole = new Map<string, Concept[]>()
  const beginnings: Beginning[] = []
  const ends: { end: string; concept: Concept }[] = []
  const phrases: Phrase[] = []
  for (const [concept, words] of Object.entries(LEXICON[language]) as [Concept, string][])
    for (const written of words.split(' ')) {
      const parts = written.toLowerCase().split(SEPARATOR)
      if (parts.length > 1) phrases.push({ parts, isLoose: written.includes('_'), concept })
      else if (written.startsWith('*')) ends.push({ end: written.slice(1), concept })
      else if (written.endsWith('*')) beginnings.push({ start: written.slice(0, -1), concept })
      else
        for (const ending of written.endsWith('=') ? [''] : ENDINGS[language]) {
          const word = `${written.replace('=', '')}${ending}`
          whole.set(word, [...(whole.get(word) ?? []), concept])
        }
    }
  phrases.sort((a, b) => b.parts.length - a.parts.length)
  return {
    whole,
    beginnings: Map.groupBy(beginnings, ({ start }) => firstLetters(start)),
    ends,
    phrases: Map.groupBy(phrases, ({ parts }) => parts[0]!),
  }
}

const firstLetters = (word: string): string => word.slice(0, 2)

const beginningsOf = ({ beginnings }: Index, word: string): readonly Beginning[] =>
  (beginnings.get(firstLetters(word)) ?? []).filter(({ start }) => word.startsWith(start))

const indexes = new Map<Language, Index>()
const lexiconOf = (language: Language): Index => {
  const index = indexes.get(language) ?? indexOf(language)
  indexes.set(language, index)
  return index
}

const conceptsOfWord = (index: Index, word: string): Concept[] => [
  ...new Set([
    ...(index.whole.get(word) ?? []),
    ...beginningsOf(index, word).map(({ concept }) => concept),
    ...index.ends
      .filter(({ end }) => word.length > end.length && word.endsWith(end))
      .map(({ concept }) => concept),
  ]),
]

/** The words and phrases of a sentence. The words of a phrase count only as the phrase. */
export const termsOf = (sentence: string, language: Language): Term[] => {
  const index = lexiconOf(language)
  const words = plainWords(sentence)
  const taken = new Map<number, Term>()
  const used = new Set<number>()
  const found = words
    .flatMap((word, at) => (index.phrases.get(word) ?? []).map((phrase) => ({ at, phrase })))
    .toSorted((a, b) => b.phrase.parts.length - a.phrase.parts.length)
  for (const { at, phrase } of found) {
    const places = placesOf(phrase.parts, words, at, phrase.isLoose ? LONGEST_GAP[language] : 0)
    if (!places) continue
    const same = taken.get(at)
    const isSame = same && same.words.join(' ') === places.map((it) => words[it]!).join(' ')
    if (isSame) {
      taken.set(at, { ...same, concepts: [...same.concepts, phrase.concept] })
      continue
    }
    if (places.some((place) => used.has(place))) continue
    for (const place of places) used.add(place)
    taken.set(at, {
      words: places.map((it) => words[it]!),
      concepts: [phrase.concept],
      isModifier: false,
    })
  }
  const terms = words.map((word, at) => {
    const phrase = taken.get(at)
    if (phrase) return [phrase]
    return used.has(at) ? [] : wordTerms(index, word, language)
  })
  return terms.flatMap((parts, at) => {
    const isBeforeNoun =
      language === 'en' && (terms[at + 1]?.[0]?.concepts.some((it) => HEADS.has(it)) ?? false)
    return parts.map((term) => (isBeforeNoun ? { ...term, isModifier: true } : term))
  })
}

/** What the word before it specifies in English: a parent group, a child seat. */
const HEADS = new Set<Concept>([
  'group',
  'camp',
  'session',
  'evaluation',
  'report',
  'seat',
  'training',
  'room',
])

/** A listed word shorter than this is not looked for in compounds. */
const SHORTEST_HEAD = 4
const SHORTEST_MODIFIER = 3
/** A listed beginning that is most of a word is the word. */
const MOST_OF_A_WORD = 0.7
/** Between the parts of a compound. */
const LINKING = /(?:s|n|en|er|es|ns)$/

/** A word as a term; a German compound whose last part is listed as two, because it means less than that part. */
const wordTerms = (index: Index, word: string, language: Language): Term[] => {
  const whole = { words: [word], concepts: conceptsOfWord(index, word), isModifier: false }
  if (language !== 'de' || index.whole.has(word)) return [whole]
  const isListed = beginningsOf(index, word).some(
    ({ start }) => start.length >= word.length * MOST_OF_A_WORD,
  )
  if (isListed) return [whole]
  for (let at = SHORTEST_MODIFIER; at <= word.length - SHORTEST_HEAD; at += 1) {
    const head = headConcepts(index, word.slice(at))
    if (head.length === 0) continue
    const first = word.slice(0, at)
    const modifier = [first, first.replace(LINKING, '')]
      .map((it) => conceptsOfWord(index, it))
      .find((it) => it.length > 0)
    return [
      // "Elterngruppe" is not what names parents and a group, so only the whole word counts.
      {
        words: [word],
        concepts: modifier?.every(isLight) ? [] : (modifier ?? []),
        isModifier: true,
      },
      { words: [word], concepts: head, isModifier: false },
    ]
  }
  return [whole]
}

/** The concepts of a part that is listed itself, or by most of its letters. */
const headConcepts = (index: Index, part: string): Concept[] => [
  ...new Set([
    ...(index.whole.get(part) ?? []),
    ...beginningsOf(index, part)
      .filter(({ start }) => start.length >= part.length * MOST_OF_A_WORD)
      .map(({ concept }) => concept),
  ]),
]

/** Where the parts of a phrase stand; undefined if they do not follow each other closely enough. */
const placesOf = (
  parts: readonly string[],
  words: readonly string[],
  from: number,
  gap: number,
): number[] | undefined => {
  const places = [from]
  for (const part of parts.slice(1)) {
    const after = places.at(-1)! + 1
    const place = words.slice(after, after + gap + 1).findIndex((word) => isPart(word, part))
    if (place === -1) return undefined
    places.push(after + place)
  }
  return places
}

const isPart = (word: string, part: string): boolean =>
  part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part

/** The concept and all that include it. */
export const withWider = (concept: Concept): Concept[] => {
  const wider = CONCEPTS[concept].isA
  return wider === undefined ? [concept] : [concept, ...withWider(wider)]
}

/** Whether one of the concepts says little about what is asked. */
export const isLight = (concept: Concept): boolean => CONCEPTS[concept].light ?? false

/** Other words for concepts in a language: all as a text, and those that are beginnings of words. */
export const wordsFor = (
  concepts: readonly Concept[],
  language: Language,
): { text: string; beginnings: string[] } => {
  const written = concepts.flatMap((it) => LEXICON[language][it].split(' '))
  // Longer phrases have too many words that say little.
  const parts = written
    .map((it) => it.split(SEPARATOR))
    .filter(({ length }) => length <= 2)
    .flatMap((said) => (said.length === 1 ? said : said.filter((it) => !FILLERS[language].has(it))))
  return {
    text: parts.map((it) => it.replace(/[*=]/, '')).join(' '),
    beginnings: parts.filter((it) => it.endsWith('*')).map((it) => it.slice(0, -1)),
  }
}
