import type { MailAttachment } from '#providers/mail/index.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { MessagingTerms } from '../settings.ts'
import { loadLogo } from './load-logo.ts'

/**
 * The terms of an e-mail that contains the centre's logo, and the logo as its attachment. It is never a remote
 * picture: loading one would tell its server when a family reads the e-mail, and where. Without a logo nothing
 * is read.
 */
export const logoInMail = async (
  reader: Reader,
  terms: MessagingTerms,
): Promise<{ terms: MessagingTerms; attachments: MailAttachment[] }> => {
  const logo = terms.hasLogo ? await loadLogo(reader) : undefined
  if (!logo) return { terms, attachments: [] }
  const { contentType, contents: content, width, height, sha256 } = logo
  const cid = `${sha256.slice(0, 32)}@logo`
  const filename = contentType === 'image/png' ? 'logo.png' : 'logo.jpg'
  return {
    terms: { ...terms, look: { ...terms.look, logo: { src: `cid:${cid}`, width, height } } },
    attachments: [{ filename, contentType, content, cid }],
  }
}
