import type { Reader } from '#platform/core/transactions/transaction.ts'
import { isLanguage, rangesOf } from '../../locales/languages.ts'
import { loadCandidates, type Wanted } from './load-candidates.ts'

/** The language in which a message is queued: the wanted one if there are texts in it, or else the centre's. */
export const languageOfMessage = async (
  reader: Reader,
  { language, ...wanted }: Omit<Wanted, 'language'> & { language: string | null | undefined },
): Promise<string> => {
  const { centreLanguage } = wanted
  if (!language) return centreLanguage
  if (rangesOf(language).some(isLanguage)) return language
  const candidates = await loadCandidates(reader, { ...wanted, language })
  return candidates.some((candidate) => candidate.language === language) ? language : centreLanguage
}
