import { periodNamed, periodPattern } from './period.ts'
import type { RecognizedQuestion } from './recognized-question.ts'
import { SPOKEN, type Spoken } from './rules.ts'

/** The members of the previous question that a follow-up question replaces. */
export type FollowUp = Pick<RecognizedQuestion, 'language'> & Partial<RecognizedQuestion>

interface Words {
  after: string
  before: string
  who: string
  where: string
  period: string
  person: string
}

const WORDS: Record<Spoken, Words> = {
  en: {
    after: '(?:and )?(?:the (?:one|appointment) after(?: that)?|after that|the next(?: one)?)',
    before:
      '(?:and )?(?:the (?:one|appointment) before(?: that)?|before that|the previous(?: one)?)',
    who: '(?:and )?(?:with whom|who with|with who)',
    where: '(?:and )?where(?: is (?:it|that))?',
    period: '(?:and )?(?:for )?{period}',
    person: '(?:and (?:for |of )?|what about |how about ){person}',
  },
  de: {
    after: '(?:und )?(?:der (?:danach|nachste)|danach)',
    before: '(?:und )?(?:der (?:davor|vorige)|davor)',
    who: '(?:und )?(?:bei|mit) wem',
    where: '(?:und )?wo(?: ist (?:er|das))?',
    period: '(?:und )?(?:fur )?{period}',
    person: '(?:und (?:fur |von |bei )?|was ist mit ){person}',
  },
  es: {
    after: '(?:y )?(?:la (?:siguiente|de despues)|despues)',
    before: '(?:y )?(?:la (?:anterior|de antes)|antes)',
    who: '(?:y )?con quien',
    where: '(?:y )?donde(?: es)?',
    period: '(?:y )?(?:para )?{period}',
    person: '(?:y (?:para |de |con )?|que hay de ){person}',
  },
}

/** What a short question such as "and next week?" changes in the previous one; undefined for other questions. */
export const followUpOf = (text: string): FollowUp | undefined => {
  for (const language of SPOKEN) {
    const found = changesIn(text, language)
    if (found) return { language, ...found }
  }
  return undefined
}

const changesIn = (text: string, language: Spoken): Partial<RecognizedQuestion> | undefined => {
  const { after, before, who, where, period, person } = WORDS[language]
  const matched = (words: string) => matchOf(text, words, language)
  if (matched(after)) return { kind: 'NEXT_APPOINTMENT', beside: 'AFTER' }
  if (matched(before)) return { kind: 'LAST_APPOINTMENT', beside: 'BEFORE' }
  if (matched(who)) return { kind: 'NEXT_PROVIDER', beside: 'AT' }
  if (matched(where)) return { kind: 'NEXT_PLACE', beside: 'AT' }
  const when = matched(period)?.['period']
  if (when !== undefined) return { period: periodNamed(when, language) }
  const named = matched(person)?.['person']
  return named === undefined ? undefined : { person: named }
}

const matchOf = (text: string, words: string, language: Spoken) => {
  const source = words
    .replace('{period}', `(?<period>${periodPattern(language)})`)
    .replace('{person}', '(?<person>.{1,80})')
  const found = new RegExp(`^${source}$`).exec(text)
  return found && (found.groups ?? {})
}
