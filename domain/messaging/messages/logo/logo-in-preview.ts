import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { MessagingTerms } from '../settings.ts'
import { withLogo } from './with-logo.ts'

/** The terms of a preview, whose HTML contains the centre's logo. */
export const logoInPreview = async (
  reader: Reader,
  terms: MessagingTerms,
): Promise<MessagingTerms> => {
  const shown = await withLogo(
    reader,
    terms,
    ({ contentType, contents }) => `data:${contentType};base64,${contents.toString('base64')}`,
  )
  return shown.terms
}
