import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { MessagingTerms } from '../settings.ts'
import { loadLogo, type Logo } from './load-logo.ts'

/**
 * The terms of an e-mail that shows the centre's logo at the address `srcOf` it, and the logo. Without a logo
 * nothing is read.
 */
export const withLogo = async (
  reader: Reader,
  terms: MessagingTerms,
  srcOf: (logo: Logo) => string,
): Promise<{ terms: MessagingTerms; logo: Logo | undefined }> => {
  const logo = terms.hasLogo ? await loadLogo(reader) : undefined
  if (!logo) return { terms, logo }
  const { width, height } = logo
  const shown = { src: srcOf(logo), width, height }
  return { terms: { ...terms, look: { ...terms.look, logo: shown } }, logo }
}
