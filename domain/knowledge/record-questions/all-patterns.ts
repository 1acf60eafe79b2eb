import { ENGLISH } from './english.ts'
import { GERMAN } from './german.ts'
import { periodPattern } from './period.ts'
import type { QuestionPatterns } from './question-patterns.ts'
import type { QuestionKind, Spoken } from './rules.ts'
import { SPANISH } from './spanish.ts'

/** The questions in each language. */
export const QUESTION_TEXTS: Record<Spoken, QuestionPatterns> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
}

/** Maximum length of a name or a topic, so that a long question is matched quickly. */
const NAME = '.{1,80}?'

const COMMON = {
  '{person}': `(?<person>${NAME})`,
  '{location}': `(?<location>${NAME})`,
  '{topic}': `(?<topic>${NAME})`,
  '{su}': '(?<pronoun>su|mi)',
  '{tengo}': '(?<pronoun>tengo)',
}

const PARTS: Record<Spoken, Record<string, string>> = {
  en: {
    ...COMMON,
    '{person’s}': `(?<person>${NAME}'?s'?|my|her|their)`,
    '{visit}': '(?:appointment|visit|booking|session)',
    '{at}': '(?:at|in)(?: the)?',
  },
  de: {
    ...COMMON,
    '{person’s}': `(?<person>${NAME})`,
    '{visit}': '(?:termin|besuch)',
    '{test}': '(?:test|assessment|testung|befund)',
    '{tests}': '(?:tests?|assessments?|testung(?:en)?)',
    '{at}': '(?:in|im|am|an|bei)(?: der| dem)?',
  },
  es: {
    ...COMMON,
    '{visit}': '(?:cita|visita)',
    '{at}': 'en(?: el| la)?',
  },
}

export interface CompiledPattern {
  kind: QuestionKind
  language: Spoken
  pattern: RegExp
}

const compile = (text: string, language: Spoken): RegExp => {
  const parts: Record<string, string> = {
    ...PARTS[language],
    '{period}': `(?<period>${periodPattern(language)})`,
  }
  const source = text.replaceAll(/\{[a-z’]+\}/g, (part) => parts[part]!)
  return new RegExp(`^${source}$`)
}

let compiled: readonly CompiledPattern[] | undefined

/** All patterns. They are compiled when the first question is asked. */
export const allPatterns = (): readonly CompiledPattern[] =>
  (compiled ??= Object.entries(QUESTION_TEXTS).flatMap(([language, questions]) =>
    Object.entries(questions).flatMap(([kind, { patterns }]) =>
      patterns.map((text) => ({
        kind: kind as QuestionKind,
        language: language as Spoken,
        pattern: compile(text, language as Spoken),
      })),
    ),
  ))
