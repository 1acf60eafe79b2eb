import type { Language } from '../assistants/rules.ts'

/** Frequent words of each language that are not equally frequent in the others. */
const FREQUENT: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(
    'the of and to is that for it as with on be are this by at from or you we your our not',
  ),
  de: words(
    'der die und den von zu das mit sich des auf für ist im dem nicht ein eine als auch sie wir',
  ),
  es: words(
    'el los las del y que en por con para una su al lo como más pero o este son está de la',
  ),
  fr: words(
    'le les et des du une est pour qui dans par pas au sur ne ce sont vous nous votre de la',
  ),
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** The language whose frequent words occur most often in a text; the first one given if none has more. */
export const languageOf = (text: string, languages: readonly Language[]): Language => {
  const said = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counted = languages.map((language) => ({
    language,
    count: said.filter((word) => FREQUENT[language].has(word)).length,
  }))
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).language
}
