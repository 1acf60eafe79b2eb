import type { Language } from '../assistants/rules.ts'

/** The database's dictionaries of endings and of words that say nothing. */
export const DICTIONARIES: Readonly<Record<Language, string>> = {
  en: 'pg_catalog.english',
  de: 'pg_catalog.german',
  es: 'pg_catalog.spanish',
  fr: 'pg_catalog.french',
}
