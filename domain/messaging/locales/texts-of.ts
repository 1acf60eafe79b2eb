import { IntlMessageFormat } from 'intl-messageformat'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import type { Language } from './languages.ts'

/** All texts of one language: section, group, part. A language that lacks an English text does not compile. */
export type Locale = typeof en
export const LOCALES: Readonly<Record<Language, Locale>> = { en, de, es }

type Section = keyof Locale
/** Groups of a section, except `shared`, whose texts all include. */
export type Group<S extends Section> = Exclude<keyof Locale[S], 'shared'>
export type Part<S extends Section, G extends Group<S>> = keyof (Locale[S][G] &
  Locale[S]['shared']) &
  string

/** Values of a text's placeholders. */
export type Values = Readonly<Record<string, string | number | boolean | null>>

/** A text of a group. Throws if a required value is missing. */
export type Say<P extends string = string> = (part: P, values?: Values) => string

/** Renders texts of a page. */
export type SayOnPage<G extends Group<'pages'>> = Say<Part<'pages', G>>

/**
 * A group's texts in a language, such as those of a page: `say('until', { time })`. Texts are ICU
 * MessageFormat, compiled on first use.
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

/** Whether a group has a part: a code with its own text. */
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
    // Tags are not markup: texts are plain and escaped on output.
    message = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
    compiled.set(key, message)
  }
  return String(message.format(values))
}
