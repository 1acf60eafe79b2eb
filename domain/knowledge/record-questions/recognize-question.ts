import { comparableText } from './comparable-text.ts'
import { followUpOf, type FollowUp } from './follow-up-of.ts'
import { allPatterns, QUESTION_TEXTS } from './all-patterns.ts'
import { periodNamed } from './period.ts'
import type { RecognizedQuestion } from './recognized-question.ts'
import type { QuestionContext } from './schemas.ts'
import { QUESTION_KINDS, type QuestionKind } from './rules.ts'

/** The ways in which one question can be understood. Different tools of an assistant can answer it. */
export const recognizeQuestion = (
  question: string,
  context?: QuestionContext,
): RecognizedQuestion[] => {
  const text = asAsked(question)
  const whole = text.replace(CONNECTIVE, '')
  const recognized = allPatterns().flatMap(({ kind, language, pattern }) => {
    const found = pattern.exec(whole)
    if (!found) return []
    const { person, pronoun, location, topic, period } = found.groups ?? {}
    return [
      {
        kind,
        language,
        person: person ?? pronoun ?? null,
        location: location ?? null,
        topic: topic ?? null,
        period: period === undefined ? null : periodNamed(period, language),
      },
    ]
  })
  if (recognized.length > 0 || !context) return recognized.toSorted(byLiteralWords)
  const followUp = followUpOf(text)
  return followUp ? continued(followUp, context) : []
}

/** The fewer words of a question are names, the more certainly it is understood. */
const byLiteralWords = (a: RecognizedQuestion, b: RecognizedQuestion): number =>
  namedLength(a) - namedLength(b) || QUESTION_KINDS.indexOf(a.kind) - QUESTION_KINDS.indexOf(b.kind)

const namedLength = ({ person, location, topic }: RecognizedQuestion): number =>
  [person, location, topic].reduce((sum, text) => sum + (text?.length ?? 0), 0)

const CONNECTIVE = /^(?:and|und|y) /

/** The words of a question, without punctuation and courtesies. */
const asAsked = (question: string): string =>
  comparableText(question.replaceAll(/[?!,;:"¿¡“”„…]|\.(?=\s|$)/g, ' ')).replace(COURTESIES, '')

const COURTESIES =
  /^(?:(?:hi|hello|hey|please|hallo|guten tag|bitte|hola|por favor) )+|(?: (?:please|bitte|por favor))+$/g

/** Repeats the previous question, with what the follow-up changes. */
const continued = (
  { language, ...changes }: FollowUp,
  { kind: previous, period = null, startsAt }: QuestionContext,
): RecognizedQuestion[] => {
  if (!previous || (changes.beside && !startsAt)) return []
  const kind = changes.period ? ofDays(previous) : previous
  if (!kind) return []
  const repeated = { kind, language, person: null, location: null, topic: null, period }
  return [{ ...repeated, ...changes, isFollowUp: true }]
}

/** The question about several days that continues a question; undefined if there is none. */
const ofDays = (kind: QuestionKind): QuestionKind | undefined => {
  if (kind === 'NEXT_ASSESSMENT') return 'CHILD_ASSESSMENTS_DUE'
  if (ABOUT_ONE_APPOINTMENT.has(kind)) return 'APPOINTMENTS'
  const { patterns } = QUESTION_TEXTS.en[kind]
  return patterns.some((pattern) => pattern.includes('{period}')) ? kind : undefined
}

const ABOUT_ONE_APPOINTMENT: ReadonlySet<QuestionKind> = new Set([
  'NEXT_APPOINTMENT',
  'LAST_APPOINTMENT',
  'NEXT_PROVIDER',
  'NEXT_PLACE',
])
