import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Language } from '../assistants/rules.ts'
import { DICTIONARIES } from '../text/dictionaries.ts'
import { plainWords } from './terms-of.ts'

/** The stems of words by language. */
export interface Stems {
  /** Undefined for a stop word. */
  of: (word: string, language: Language) => string | undefined
}

/** Reduces the words of texts to stems, according to the database's dictionaries. */
export const stemsOf = async (
  reader: Reader,
  texts: readonly { language: Language; text: string }[],
): Promise<Stems> => {
  const keys = new Set(
    texts.flatMap(({ language, text }) => plainWords(text).map((word) => `${language} ${word}`)),
  )
  const words = [...keys].map((key) => key.split(' ') as [Language, string])
  const rows = await reader.sql<{ stem: string | null }>(STEMS, [
    words.map(([language]) => `${DICTIONARIES[language]}_stem`),
    words.map(([, word]) => word),
  ])
  const stems = new Map(
    words.map(([language, word], index) => [`${language} ${word}`, rows[index]!.stem]),
  )
  return { of: (word, language) => stems.get(`${language} ${word}`) ?? undefined }
}

const STEMS = `
  SELECT (ts_lexize(w.dictionary::regdictionary, w.word))[1] AS stem
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w(dictionary, word, place) ORDER BY w.place`
