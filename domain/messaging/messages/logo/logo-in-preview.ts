import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { MessagingTerms } from '../settings.ts'
import { loadLogo } from './load-logo.ts'

/** The terms of a preview, whose HTML contains the centre's logo. */
export const logoInPreview = async (
  reader: Reader,
  terms: MessagingTerms,
): Promise<MessagingTerms> => {
  const logo = terms.hasLogo ? await loadLogo(reader) : undefined
  if (!logo) return terms
  const { contentType, contents, width, height } = logo
  const src = `data:${contentType};base64,${contents.toString('base64')}`
  return { ...terms, look: { ...terms.look, logo: { src, width, height } } }
}
