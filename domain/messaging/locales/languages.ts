/** BCP 47 tags of the languages in which every text exists. */
export const LANGUAGES = ['en', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Whether the platform has every text in a language. */
export const isLanguage = (tag: string): tag is Language =>
  (LANGUAGES as readonly string[]).includes(tag)

/** A BCP 47 tag in the form of RFC 5646 (`es-mx` → `es-MX`); undefined if it is invalid. */
export const canonicalLanguage = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** A tag and the less specific ones that match it: `es-MX`, `es` (RFC 4647, section 3.4). */
export const rangesOf = (tag: string): string[] => {
  const parts = tag.split('-')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
}

/** The first of the tags that the platform has texts in, with or without a region. English if there is none. */
export const platformLanguageOf = (...tags: readonly (string | null | undefined)[]): Language =>
  tags.flatMap((tag) => (tag ? rangesOf(tag) : [])).find(isLanguage) ?? 'en'
