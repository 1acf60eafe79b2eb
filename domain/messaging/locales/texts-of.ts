import { IntlMessageFormat } from 'intl-messageformat'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import type { Language } from './languages.ts'

/** All texts of one language: section, group, part. A language without one of the English texts does not compile. */
export type Locale = typeof en
export const LOCALES: Readonly<Record<Language, Locale>> = { en, de, es }

type Section = keyof Locale
/** Groups of a section but `shared`, whose texts all of them have. */
export type Group<S extends Section> = Exclude<keyof Locale[S], 'shared'>
export type Part<S extends Section, G extends Group<S>> = keyof (Locale[S][G] &
  Locale[S]['shared']) &
  string

/** What fills the placeholders of a text. */
export type Values = Readonly<Record<string, string | number | boolean | null>>

/** One text of a group. Throws when a value that it needs is missing. */
export type Say<P extends string = string> = (part: P, values?: Values) => string

/** What says the texts of a page. */
export type SayOnPage<G extends Group<'pages'>> = Say<Part<'pages', G>>

/**
 * The texts of a group in a language, such as those of a page: `say('until', { time })`. Texts are ICU MessageFormat. Each
 * is compiled when it is first needed.
 */
export const textsOf = <S extends Section, G extends Group<S>>(
  section: S,
  group: G,
  language: Language,
): Say<Part<S, G>> => {
  const texts: Record<string, string> = {
    ...LOCALES[language][section].shared,
    ...LOCALES[language][section][group],
  }
  return (part, values) => format(texts[part]!, language, values)
}

/** Whether a group has such a part: a code for which there is a text of its own. */
export const hasPart = <S extends Section, G extends Group<S>>(
  section: S,
  group: G,
  part: string,
): part is Part<S, G> => Object.hasOwn(LOCALES.en[section][group] as object, part)

const compiled = new Map<string, IntlMessageFormat>()

const format = (text: string, language: Language, values: Values | undefined): string => {
  if (!text.includes('{')) return text
  const key = `${language} ${text}`
  let message = compiled.get(key)
  if (!message) {
    // Tags are no markup here: texts are plain, and what shows them escapes them.
    message = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
    compiled.set(key, message)
  }
  return String(message.format(values))
}
