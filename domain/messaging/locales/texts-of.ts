import { IntlMessageFormat } from 'intl-messageformat'
import { BoundedMap } from '#platform/core/context/bounded-map.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import type { Language } from './languages.ts'

/**
 * All texts of one language: section, group, part. A language that lacks a text of the English locale does not
 * compile.
 */
export type Locale = typeof en
export const LOCALES: Readonly<Record<Language, Locale>> = { en, de, es }

type Section = keyof Locale
/** The groups of a section, except `shared`, whose texts every group includes. */
export type Group<S extends Section> = Exclude<keyof Locale[S], 'shared'>
export type Part<S extends Section, G extends Group<S>> = keyof (Locale[S][G] &
  Locale[S]['shared']) &
  string

/** Values for a text's placeholders. */
export type Values = Readonly<Record<string, string | number | boolean | null>>

/** Returns a text of a group. Throws if a required value is missing. */
export type Say<P extends string = string> = (part: P, values?: Values) => string

/** Returns a text of a page. */
export type SayOnPage<G extends Group<'pages'>> = Say<Part<'pages', G>>

/**
 * A group's texts in a language, for example those of a page: `say('until', { time })`. Texts are ICU
 * MessageFormat and are compiled on first use.
 */
export const textsOf = <S extends Section, G extends Group<S>>(
  section: S,
  group: G,
  language: Language,
): Say<Part<S, G>> => {
  const texts = sourcesOf(section, group, language)
  return (part, values) => formatText(texts[part]!, language, values)
}

/** A group's texts in a language as MessageFormat, with those that every group includes. */
export const sourcesOf = <S extends Section>(
  section: S,
  group: Group<S>,
  language: Language,
): Readonly<Record<string, string>> => {
  const groups: Readonly<Record<string, Readonly<Record<string, string>>>> =
    LOCALES[language][section]
  return { ...groups['shared'], ...groups[String(group)] }
}

/** Whether a group has a part, that is, whether a code has its own text. */
export const hasPart = <S extends Section, G extends Group<S>>(
  section: S,
  group: G,
  part: string,
): part is Part<S, G> => Object.hasOwn(LOCALES.en[section][group] as object, part)

/** Bounded, because centres write texts of their own. */
const compiled = new BoundedMap<IntlMessageFormat>(2_000)

/** Fills in a text in MessageFormat. Throws if its syntax is wrong or a required value is missing. */
export const formatText = (text: string, language: string, values?: Values): string => {
  if (!text.includes('{')) return text
  // Tags are not treated as markup, because texts are plain and are escaped on output.
  const message = compiled.remember(
    `${language} ${text}`,
    () => new IntlMessageFormat(text, language, undefined, { ignoreTag: true }),
  )
  return String(message.format(values))
}
