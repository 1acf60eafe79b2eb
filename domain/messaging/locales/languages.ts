/** BCP 47 tags of the languages that every text is written in. */
export const LANGUAGES = ['en', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]
