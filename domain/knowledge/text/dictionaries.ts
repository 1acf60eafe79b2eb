import type { Language } from '../assistants/rules.ts'

/** The database's dictionaries of stems and stop words. */
export const DICTIONARIES: Readonly<Record<Language, string>> = {
  en: 'pg_catalog.english',
  de: 'pg_catalog.german',
  es: 'pg_catalog.spanish',
  fr: 'pg_catalog.french',
}
